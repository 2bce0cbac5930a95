import Foundation
import Testing

@testable import CatalogServer

/// A client that sends bytes as they are, and waits for others. It blocks the thread: see `serving`.
final class Client {
  struct Response: Equatable {
    var status = 0
    /// The fields of the head. Names are in lower case.
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// What is wrong with what the server sent.
  enum Failure: Error {
    case noConnection
    /// The connection was closed, or nothing came for a minute.
    case end(received: String)
    case malformed(String)
  }

  private let socket: Int32
  private var received: [UInt8] = []

  /// Creates a client that is connected to a port of this machine.
  ///
  /// - Parameter window: The size of the buffer for what is received; `nil` for that of the system.
  init(port: Int, window: Int32? = nil, isModern: Bool = false) throws {
    socket = try Self.connection(to: port, window: window, isModern: isModern)
  }

  /// Returns a socket that is connected to a port of this machine.
  static func connection(to port: Int, window: Int32? = nil, isModern: Bool = false) throws -> Int32 {
    let socket = Glibc.socket(isModern ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var window { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &window, 4) }
    // Ends a test that would hang.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    var result: Int32
    if isModern {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = UInt16(port).bigEndian
      address.sin6_addr = in6addr_loopback
      let size = socklen_t(MemoryLayout.size(ofValue: address))
      // The pointer is used within the closure only, and the structure has this size.
      result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
      }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let size = socklen_t(MemoryLayout.size(ofValue: address))
      // As above.
      result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
      }
    }
    guard result == 0 else {
      close(socket)
      throw Failure.noConnection
    }
    return socket
  }

  deinit { close(socket) }

  /// Closes the connection so that the server gets an error instead of an end when the client is released.
  func reset() {
    var none = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout.size(ofValue: none)))
  }

  // MARK: - Sending

  /// Sends bytes.
  ///
  /// - Returns: Whether the server took them all.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool { Self.send(bytes[...], to: socket) }

  /// Sends bytes to a socket.
  ///
  /// - Returns: Whether the other side took them all.
  @discardableResult
  static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBufferPointer {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends a request of HTTP 1.1.
  func request(_ target: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil) {
    var headers = headers
    let host = headers.removeValue(forKey: "Host") ?? "test"
    var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
    send(text + "\r\n" + (body ?? ""))
  }

  /// Sends a request, and waits for the response.
  func get(_ target: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil) throws
    -> Response
  {
    request(target, method: method, headers: headers, body: body)
    return try response(hasBody: method != "HEAD")
  }

  /// Returns the text at the root of a server.
  static func text(port: Int) throws -> String { try Client(port: port).get("/").text }

  /// Tells the server that nothing follows.
  func endOutput() { shutdown(socket, Int32(SHUT_WR)) }

  // MARK: - Receiving

  private func receive() throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else { throw Failure.end(received: String(decoding: received.prefix(500), as: UTF8.self)) }
    received += buffer[..<count]
  }

  /// Takes bytes, as many as asked for.
  func take(_ count: Int) throws -> [UInt8] {
    while received.count < count { try receive() }
    defer { received.removeFirst(count) }
    return Array(received[..<count])
  }

  /// Takes the bytes before some text, and the text.
  func take(through text: String) throws -> String {
    let pattern = Array(text.utf8)
    while true {
      if let found = received.firstRange(of: pattern) {
        return String(decoding: try take(found.upperBound), as: UTF8.self).replacing(text, with: "")
      }
      try receive()
    }
  }

  /// Takes the head of a response.
  func head() throws -> Response {
    let lines = try take(through: "\r\n\r\n").components(separatedBy: "\r\n")
    return try Self.head(lines)
  }

  private static func head(_ lines: [String]) throws -> Response {
    var response = Response()
    let words = lines[0].split(separator: " ")
    guard words.count > 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
      throw Failure.malformed(lines[0])
    }
    response.status = status
    for line in lines.dropFirst() {
      guard let colon = line.firstRange(of: ": ") else { throw Failure.malformed(line) }
      response.headers[line[..<colon.lowerBound].lowercased()] = String(line[colon.upperBound...])
    }
    return response
  }

  /// Takes a chunk; an empty one is the last.
  func chunk() throws -> String {
    let line = try take(through: "\r\n")
    guard let count = Int(line, radix: 16) else { throw Failure.malformed(line) }
    let chunk = try take(count)
    guard try take(2) == Array("\r\n".utf8) else { throw Failure.malformed("no line break after a chunk") }
    return String(decoding: chunk, as: UTF8.self)
  }

  /// Takes a response with its body.
  func response(hasBody: Bool = true) throws -> Response {
    var response = try head()
    guard hasBody, response.status >= 200, ![204, 304].contains(response.status) else { return response }
    if response.headers["transfer-encoding"] == "chunked" {
      while case let chunk = try chunk(), !chunk.isEmpty { response.body += chunk.utf8 }
    } else if let size = response.headers["content-length"].flatMap({ Int($0) }) {
      response.body = try take(size)
    } else {
      response.body = rest()
    }
    return response
  }

  /// Takes all that comes until the server closes the connection.
  func rest() -> [UInt8] {
    while (try? receive()) != nil {}
    defer { received = [] }
    return received
  }

  /// Waits until the server cuts the connection off, without reading.
  func isCutOff() -> Bool {
    var wanted = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&wanted, 1, 60_000) == 1
  }

  /// Waits until the server closes the connection.
  var isClosed: Bool {
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, 0)
    return received.isEmpty && (count == 0 || count < 0 && errno == ECONNRESET)
  }
}

/// Runs a server, and clients of it. They block, so they have a thread of their own: the tasks of the server need those
/// of Swift.
func serving(
  hosts: [String] = ["127.0.0.1"], limits: HTTPLimits = HTTPLimits(),
  _ answering: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  clients: @escaping @Sendable (Int) throws -> Void
) async throws {
  let server = try HTTPServer(hosts: hosts, port: 0, limits: limits)
  server.run(answering: answering)
  let result = await onThread { try clients(server.port) }
  await server.stop()
  try result.get()
}

/// Returns what a blocking function returns, called on a thread of its own.
func onThread<Value: Sendable>(_ function: @escaping @Sendable () throws -> Value) async -> Result<Value, any Error> {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: Result { try function() }) }
  }
}

/// Something that a test waits for.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let stream = AsyncStream.makeStream(of: Void.self)

  /// Lets one of those who wait go on.
  func send() {
    semaphore.signal()
    stream.continuation.yield()
  }

  /// Blocks the thread until the signal comes.
  ///
  /// - Returns: Whether it came within a minute.
  func comes() -> Bool { semaphore.wait(timeout: .now() + 60) == .success }

  /// Waits for the signal, or the cancellation of the task.
  func wait() async {
    for await _ in stream.stream { return }
  }
}
