import CEvent
import Foundation

/// A connection of a client: one request after the other, each with its response.
///
/// The next request is read when the last byte of the response has been sent. So a client that sends many requests
/// without reading fills its own buffers.
///
/// It is unchecked, because its properties are used on the loop's thread only: by the callbacks of events, and by what
/// tasks hand to `EventLoop.perform`. The methods that others call assert it.
final class HTTPConnection: @unchecked Sendable {
  enum Phase {
    /// Nothing of a request has arrived.
    case waiting
    /// A part of a request has arrived.
    case reading
    /// A task is at work on the response.
    case answering
    /// The response is sent, piece by piece.
    case sending
    /// The response is sent, chunk by chunk, by a task.
    case streaming
    /// All has been sent, and the client closes its side. To close before it has would destroy what it has not read.
    case lingering
    case closed
  }

  let listener: HTTPListener
  var phase = Phase.waiting
  /// The head of a request whose body is awaited.
  private var head: HTTPRequest?
  /// The number of bytes in which the end of a head has been searched, and where the last line of them begins.
  private var (searched, line) = (0, 0)
  /// The task that is at work on the response.
  var task: Task<Void, Never>?
  /// What has not been sent of the response's body.
  var body = HTTPMessage.Body.none
  /// Whether the connection stays open after the response.
  var keepsOpen = true
  /// Whether the client has closed its side.
  private(set) var hasEnded = false
  private var ignored = 0
  /// Tells which connection became idle first; `nil` if it is not.
  private(set) var idleSince: Int?
  /// What waits until all is sent: the stream's task.
  var flushed: CheckedContinuation<Bool, Never>?

  let socket: Int32
  /// The socket's buffers; `nil` when the connection is closed.
  private(set) var buffers: OpaquePointer?
  lazy var timer = LoopTimer(on: listener.loop) { [unowned self] in timeIsUp() }

  var limits: HTTPLimits { listener.limits }

  /// Creates a connection, which owns the socket; `nil` without memory.
  init?(socket: Int32, listener: HTTPListener) {
    self.listener = listener
    self.socket = socket
    guard let buffers = bufferevent_socket_new(listener.loop.base, socket, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)) else {
      Glibc.close(socket)
      return nil
    }
    self.buffers = buffers
  }

  /// Begins to read. The listener has a reference until `close()`, which frees the buffers: so the pointer to this
  /// object is valid in each callback.
  func open() {
    var stall = timeval(limits.stall)
    bufferevent_set_timeouts(buffers, nil, &stall)
    bufferevent_setwatermark(buffers, Int16(EV_READ), 0, limits.head + limits.body)
    bufferevent_set_max_single_write(buffers, 1 << 18)
    bufferevent_setcb(
      buffers, { _, connection in Unmanaged<HTTPConnection>.object(at: connection)?.inputArrived() },
      { _, connection in Unmanaged<HTTPConnection>.object(at: connection)?.outputSent() },
      { _, events, connection in Unmanaged<HTTPConnection>.object(at: connection)?.handle(events) },
      Unmanaged.passUnretained(self).toOpaque())
    timer.set(limits.request)
    bufferevent_enable(buffers, Int16(EV_READ | EV_WRITE))
  }

  /// Closes the connection, and cancels what is at work for it.
  ///
  /// - Parameter isAbrupt: Whether the system forgets what has not been sent.
  func close(isAbrupt: Bool = false) {
    listener.loop.assertIsCurrent()
    guard phase != .closed else { return }
    phase = .closed
    timer.cancel()
    if isAbrupt {
      var none = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout.size(ofValue: none)))
    }
    bufferevent_free(buffers)
    buffers = nil
    body = .none
    task?.cancel()
    task = nil
    flushed?.resume(returning: false)
    flushed = nil
    listener.forget(self)
  }

  /// Closes the connection as soon as the response that is under way has been sent.
  func wind() {
    keepsOpen = false
    switch phase {
    case .waiting, .reading: close()
    case .streaming: task?.cancel()
    case .answering, .sending, .lingering, .closed: break
    }
  }

  // MARK: - Events

  private func handle(_ events: Int16) {
    if events & Int16(BEV_EVENT_EOF) != 0 {
      hasEnded = true
      switch phase {
      // A client may close its side when it has sent its requests, and waits for the responses.
      case .answering, .sending: break
      case .waiting, .reading, .streaming, .lingering, .closed: close()
      }
    } else {
      // What a client that has stopped reading will never read need not be kept.
      close(isAbrupt: events & Int16(BEV_EVENT_TIMEOUT) != 0)
    }
  }

  private func timeIsUp() {
    switch phase {
    case .waiting, .lingering: close()
    case .reading: reject(HTTPRejection(status: 408))
    case .streaming: sendHeartbeat()
    case .answering, .sending, .closed: break
    }
  }

  private func inputArrived() {
    switch phase {
    case .waiting, .reading: readRequest()
    case .streaming:
      // Nobody asks that much behind a stream; and while its input is not read, a client can go away unnoticed.
      if evbuffer_get_length(bufferevent_get_input(buffers)) >= limits.head + limits.body { close(isAbrupt: true) }
    case .lingering: ignoreInput()
    case .answering, .sending, .closed: break
    }
  }

  // MARK: - Requests

  /// Reads a request from what has arrived, if it is complete.
  func readRequest() {
    let input = bufferevent_get_input(buffers)
    do {
      if head == nil { head = try readHead(input) }
      guard let head else {
        if hasEnded { close() }
        return
      }
      let size = head.bodySize
      guard evbuffer_get_length(input) >= size else {
        if hasEnded { return close() }
        if head.awaitsPermission, evbuffer_get_length(input) == 0 { send(HTTPMessage.goOn) }
        return
      }
      var request = head
      if size > 0 {
        request.body = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
          // The call writes at most as many bytes as the buffer has, and returns their number.
          count = max(0, Int(evbuffer_remove(input, buffer.baseAddress, size)))
        }
      }
      self.head = nil
      answer(request)
    } catch {
      reject(error)
    }
  }

  /// Reads the head of a request, if it is complete.
  private func readHead(_ input: OpaquePointer?) throws(HTTPRejection) -> HTTPRequest? {
    let count = min(evbuffer_get_length(input), limits.head)
    guard count > 0 else { return nil }
    if phase == .waiting {
      phase = .reading
      idleSince = nil
      timer.set(limits.request)
    }
    // The first `count` bytes, contiguous. They are read before the buffer changes.
    guard let start = evbuffer_pullup(input, count) else { throw HTTPRejection(status: 503) }
    let bytes = UnsafeBufferPointer(start: start, count: count)
    // An empty line before a request is tolerated, as it is by all; but nothing else that begins no method, such as the
    // greeting of a client that wants encryption.
    guard bytes[0] == UInt8(ascii: "\r") || HTTPRequest.isToken(bytes[0]) else { throw .malformed }
    for index in searched..<count where bytes[index] == UInt8(ascii: "\n") {
      guard index > line, bytes[index - 1] == UInt8(ascii: "\r") else { throw .malformed }
      let (isFirst, isEmpty) = (line == 0, index == line + 1)
      line = index + 1
      guard isEmpty, !isFirst else { continue }
      let head = Array(bytes[(bytes[0] == UInt8(ascii: "\r") ? 2 : 0)..<(index - 1)])
      (searched, line) = (0, 0)
      evbuffer_drain(input, index + 1)
      return try HTTPRequest(head: head, limits: limits)
    }
    searched = count
    if count == limits.head { throw HTTPRejection(status: 431) }
    return nil
  }

  private func answer(_ request: HTTPRequest) {
    phase = .answering
    timer.unset()
    let answering = listener.answering
    task = Task(executorPreference: listener.threads) { [self] in
      let response = await answering(request)
      listener.loop.perform { self.respond(response, to: request) }
    }
  }

  /// Answers a request that is not handed over.
  private func reject(_ rejection: HTTPRejection) {
    head = nil
    timer.unset()
    keepsOpen = false
    phase = .sending
    send(HTTPMessage(rejection, date: listener.date()).head)
  }

  // MARK: - After the responses

  /// Goes on after the last byte of a response has been sent.
  func responseEnded() {
    task = nil
    guard keepsOpen, !listener.isStopping else { return endOutput() }
    phase = .waiting
    idleSince = listener.connectionBecameIdle()
    timer.set(limits.idle)
    readRequest()
  }

  /// Tells the client that nothing follows, and waits until it closes its side.
  private func endOutput() {
    if hasEnded { return close() }
    phase = .lingering
    idleSince = listener.connectionBecameIdle()
    shutdown(socket, Int32(SHUT_WR))
    timer.set(limits.linger)
    ignoreInput()
  }

  private func ignoreInput() {
    let input = bufferevent_get_input(buffers)
    let count = evbuffer_get_length(input)
    evbuffer_drain(input, count)
    ignored += count
    if ignored > limits.ignoredBytes { close() }
  }

  /// Appends bytes to what is sent.
  func send(_ bytes: some Collection<UInt8>) {
    let output = bufferevent_get_output(buffers)
    // The bytes are copied before the call returns.
    if bytes.withContiguousStorageIfAvailable({ evbuffer_add(output, $0.baseAddress, $0.count) }) == nil {
      let bytes = Array(bytes)
      evbuffer_add(output, bytes, bytes.count)
    }
  }

  /// Whether nothing waits for being sent.
  var isFlushed: Bool { evbuffer_get_length(bufferevent_get_output(buffers)) == 0 }
}
