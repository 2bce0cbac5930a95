import CEvent
import Foundation

/// Accepts connections, as many as the limit allows, and knows those that are open.
///
/// It is unchecked, because its properties are used on the loop's thread only, or before the loop is started. The
/// methods that others call assert it.
final class HTTPListener: @unchecked Sendable {
  let loop: EventLoop
  let limits: HTTPLimits
  private let maximum: Int
  let answering: @Sendable (HTTPRequest) async -> HTTPResponse
  /// The threads of the tasks that are at work on responses.
  let threads = AnswerThreads()
  private var sockets: ListeningSockets?
  private var events: [OpaquePointer] = []
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  private var number = 0
  private var cachedDate: (time: time_t, text: String) = (-1, "")
  /// Whether the server stops: then no connections are accepted, and each is closed after its response.
  private(set) var isStopping = false
  private var isPaused = false
  /// Set while descriptors are missing, which others may give back; and when the server stops.
  private lazy var timer = LoopTimer(on: loop) { [unowned self] in timeIsUp() }

  init(
    on sockets: ListeningSockets, loop: EventLoop, limits: HTTPLimits, maximum: Int,
    answering: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    self.sockets = sockets
    self.loop = loop
    self.limits = limits
    self.maximum = maximum
    self.answering = answering
  }

  /// Begins to accept connections.
  func open() {
    loop.assertIsCurrent()
    guard let sockets else { return }
    // The loop's thread keeps this object, and no callback is called after the end of the loop: so the pointer to it is
    // valid in each.
    events = sockets.descriptors.compactMap { socket in
      event_new(
        loop.base, socket, Int16(EV_READ | EV_PERSIST),
        { socket, _, listener in Unmanaged<HTTPListener>.object(at: listener)?.accept(from: socket) },
        Unmanaged.passUnretained(self).toOpaque())
    }
    for event in events { event_add(event, nil) }
  }

  deinit { for event in events { event_free(event) } }

  /// Accepts no more connections, closes the open ones when their responses have been sent, and ends the loop.
  func stop() {
    loop.assertIsCurrent()
    guard !isStopping else { return }
    isStopping = true
    for event in events { event_free(event) }
    events = []
    sockets = nil
    for connection in connections.values { connection.wind() }
    timer.set(limits.farewell)
    endIfDone()
  }

  private func timeIsUp() {
    guard isStopping else { return resume() }
    for connection in connections.values { connection.close() }
  }

  private func endIfDone() {
    guard isStopping, connections.isEmpty else { return }
    timer.cancel()
    loop.end()
  }

  // MARK: - Connections

  private func accept(from socket: Int32) {
    // Some at a time, so that those which are open have their turns.
    for turn in 0..<64 {
      if connections.count >= maximum {
        // Only the first is known to be there. If there are others, the event comes again.
        guard turn == 0 else { return }
        guard closeIdleConnection() else { return pause() }
      }
      let client = accept4(socket, nil, nil, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
      if client >= 0 {
        add(client)
      } else {
        switch errno {
        // The client has gone, or a network was not there.
        case EINTR, ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH:
          continue
        case EAGAIN: return
        // No descriptors or memory. The socket would be readable again at once.
        default:
          if !closeIdleConnection() { pause() }
          return
        }
      }
    }
  }

  private func add(_ client: Int32) {
    // Each piece is sent when it is there: there is no later one to send it with.
    var yes: Int32 = 1
    setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
    guard let connection = HTTPConnection(socket: client, listener: self) else { return }
    connections[ObjectIdentifier(connection)] = connection
    connection.open()
  }

  /// Closes the connection that has waited longest for another request.
  private func closeIdleConnection() -> Bool {
    let idle = connections.values.lazy.compactMap { connection in connection.idleSince.map { ($0, connection) } }
    guard let oldest = idle.min(by: { $0.0 < $1.0 })?.1 else { return false }
    oldest.close()
    return true
  }

  func forget(_ connection: HTTPConnection) {
    connections[ObjectIdentifier(connection)] = nil
    resume()
    endIfDone()
  }

  private func pause() {
    isPaused = true
    for event in events { event_del(event) }
    timer.set(.seconds(1))
  }

  private func resume() {
    guard isPaused, !isStopping else { return }
    isPaused = false
    timer.unset()
    for event in events { event_add(event, nil) }
  }

  // MARK: - For connections

  /// Notes that a connection can be closed for another one.
  ///
  /// - Returns: A number that is larger than those before.
  func connectionBecameIdle() -> Int {
    resume()
    number += 1
    return number
  }

  /// The present time, as heads have it.
  func date() -> String {
    let now = time(nil)
    if now != cachedDate.time { cachedDate = (now, HTTPMessage.date(now)) }
    return cachedDate.text
  }
}
