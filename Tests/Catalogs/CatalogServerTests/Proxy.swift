import CatalogServer
import Foundation
import Synchronization
import TestKit

/// A proxy before a server, in good weather and in bad: it can be cut off, and in a storm it delays, reorders and
/// repeats events, and cuts connections at any place.
final class Proxy: Sendable {
  /// A connection of a browser, and that with the server which belongs to it.
  private final class Connection: Sendable {
    let browser: Int32
    let server: Int32

    init(browser: Int32, server: Int32) { (self.browser, self.server) = (browser, server) }

    deinit { for socket in [browser, server] { close(socket) } }

    /// Ends both sides: those that wait for bytes get none.
    func cut() { for socket in [browser, server] { shutdown(socket, Int32(SHUT_RDWR)) } }

    /// Sends bytes to the browser. One that has gone gets none.
    func send(_ bytes: some Collection<UInt8>) { Client.send(Array(bytes)[...], to: browser) }
  }

  private struct State {
    var isCut = false
    var dropsEvents = false
    private var storm: SeededGenerator?
    var connections: [ObjectIdentifier: Connection] = [:]
    /// The events of each connection that are sent after a later one.
    var held: [ObjectIdentifier: [UInt8]] = [:]

    mutating func setStorm(seed: UInt64?) { storm = seed.map(SeededGenerator.init) }

    /// A random number below a limit in a storm; `nil` in good weather.
    mutating func draw(below limit: Int) -> Int? {
      guard var random = storm else { return nil }
      defer { storm = random }
      return Int.random(in: 0..<limit, using: &random)
    }
  }

  let port: Int
  private let listener: Int32
  private let target: Int
  private let state = Mutex(State())

  /// Creates a proxy before the server of a stage, whose pages are opened through it from then on.
  init(before stage: Stage) throws {
    target = stage.server.port
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout.size(ofValue: address))
    // The pointer is used within the closure only, and the structure has this size.
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else { throw Client.Failure.noConnection }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    stage.address = "http://localhost:\(port)/"
    Thread.detachNewThread { [self] in
      while case let browser = accept(listener, nil, nil), browser >= 0 { connect(browser) }
      close(listener)
    }
  }

  /// Ends the proxy, which lives until then.
  func end() {
    cut()
    shutdown(listener, Int32(SHUT_RDWR))
  }

  // MARK: - Weather

  /// Cuts all connections, and those that are tried until the weather is clear.
  func cut() {
    state.withLock { state in
      state.isCut = true
      for connection in state.connections.values { connection.cut() }
    }
  }

  /// Lets no event through until the weather is clear, and everything else.
  func dropEvents() { state.withLock { $0.dropsEvents = true } }

  /// Begins a storm. Each seed is another one.
  func storm(seed: UInt64) { state.withLock { $0.setStorm(seed: seed) } }

  /// Lets everything through from now on, and what was held back.
  func clear() {
    state.withLock { state in
      state.isCut = false
      state.dropsEvents = false
      state.setStorm(seed: nil)
      for (connection, bytes) in state.held { state.connections[connection]?.send(bytes) }
      state.held = [:]
    }
  }

  // MARK: - Connections

  private func connect(_ browser: Int32) {
    guard let server = try? Client.connection(to: target) else {
      close(browser)
      return
    }
    let connection = Connection(browser: browser, server: server)
    let isCut = state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      return state.isCut
    }
    if isCut { connection.cut() }
    Thread.detachNewThread {
      while let bytes = Self.receive(from: browser), Client.send(bytes[...], to: connection.server) {}
      connection.cut()
    }
    Thread.detachNewThread { [self] in
      pass(connection)
      connection.cut()
      state.withLock { state in
        state.connections[ObjectIdentifier(connection)] = nil
        state.held[ObjectIdentifier(connection)] = nil
      }
    }
  }

  private static func receive(from socket: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Passes on what the server sends, until one of both sides ends.
  private func pass(_ connection: Connection) {
    var isStream = false
    var unread: [UInt8] = []
    while let bytes = Self.receive(from: connection.server) {
      unread += bytes
      if !isStream, let type = unread.firstRange(of: Array("text/event-stream".utf8)),
        let head = unread[type.upperBound...].firstRange(of: Array("\r\n\r\n".utf8))
      {
        isStream = true
        connection.send(unread[..<head.upperBound])
        unread.removeSubrange(..<head.upperBound)
      }
      if isStream {
        while let chunk = Self.takeChunk(&unread) { if !passEvent(chunk, of: connection) { return } }
      } else {
        var end = state.withLock { $0.draw(below: 20) == 0 ? $0.draw(below: unread.count) : nil }
        // A browser takes a head that was cut off for that of an empty file, without telling scripts.
        if let cut = end, let head = unread.firstRange(of: Array("\r\n\r\n".utf8)), cut < head.upperBound { end = 0 }
        connection.send(unread[..<(end ?? unread.count)])
        if end != nil { return }
        unread = []
      }
    }
  }

  /// Removes the first chunk of a stream and returns it, with its length and its end, if it is there.
  private static func takeChunk(_ bytes: inout [UInt8]) -> [UInt8]? {
    guard let line = bytes.firstRange(of: Array("\r\n".utf8)),
      let length = Int(String(decoding: bytes[..<line.lowerBound], as: UTF8.self), radix: 16),
      case let end = line.upperBound + length + 2, end <= bytes.count
    else { return nil }
    defer { bytes.removeSubrange(..<end) }
    return Array(bytes[..<end])
  }

  /// Passes on an event, as the weather is.
  ///
  /// - Returns: Whether the stream goes on.
  private func passEvent(_ event: [UInt8], of connection: Connection) -> Bool {
    state.withLock { state in
      if state.dropsEvents { return true }
      let held = state.held.removeValue(forKey: ObjectIdentifier(connection)) ?? []
      switch state.draw(below: 10) {
      case 0:
        connection.send(held + event.prefix(event.count / 2))
        return false
      case 1, 2: state.held[ObjectIdentifier(connection)] = event + held
      case 3: connection.send(event + held + event)
      default: connection.send(event + held)
      }
      return true
    }
  }
}
