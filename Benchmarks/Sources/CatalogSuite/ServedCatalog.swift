import Foundation

/// A catalog that the command serves, in a process of its own.
final class ServedCatalog {
  /// The number of the server's process.
  private let process: Int32
  /// The port of the server.
  let port: UInt16
  private let command = Process()
  private let output = Pipe()

  /// Starts the server, and waits until it says its address.
  ///
  /// - Parameters:
  ///   - path: The catalog.
  ///   - pomona: The path of the command.
  /// - Throws: A `Failure` if the server says no address.
  init(_ path: String, by pomona: String) throws {
    command.executableURL = URL(filePath: pomona)
    command.arguments = ["serve", path]
    command.standardOutput = output
    try command.run()
    process = command.processIdentifier
    var told = ""
    while !told.contains("\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Failure("the server of \(path) does not start") }
      told += String(decoding: more, as: UTF8.self)
    }
    let address = told.split(whereSeparator: \.isWhitespace).compactMap { URL(string: String($0)) }
    guard let port = address.compactMap(\.port).first.flatMap(UInt16.init(exactly:)) else {
      throw Failure("the server of \(path) has no port: \(told)")
    }
    self.port = port
    // The address is there before the catalog is.
    while (try? body(of: "")) == nil { usleep(1000) }
    // What it says about each change is of no interest, but has to be read.
    output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
  }

  /// Ends the server.
  func stop() {
    command.terminate()
    command.waitUntilExit()
    output.fileHandleForReading.readabilityHandler = nil
  }

  /// The memory of the server in bytes: at present, and at most until now.
  var memory: (now: Double, peak: Double) {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      func bytes(_ name: String) throws -> Double {
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
          let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
        else { throw Failure("nobody knows the memory of the server") }
        return number * 1024
      }
      return try (bytes("VmRSS:"), bytes("VmHWM:"))
    }
  }

  /// The processor time of the server until now, in seconds.
  var processorSeconds: Double {
    get throws {
      let fields = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        .split(separator: ")").last?.split(separator: " ").compactMap { Double($0) }
      // The state, which is no number, is missing.
      guard let fields, fields.count > 12 else { throw Failure("nobody knows the processor time of the server") }
      return (fields[10] + fields[11]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  /// Returns a file, which a new connection asks for.
  func body(of path: String) throws -> [UInt8] {
    let connection = try Connection(to: port)
    try connection.send("GET", path)
    return try connection.receive()
  }

  /// Returns the stream of events of a browser with open pages.
  func events(ofPages pages: [String]) throws -> Connection {
    let name = UUID().uuidString
    let stream = try Connection(to: port)
    try stream.send("GET", "-/events?client=\(name)")
    try stream.wait(for: "data:")
    if !pages.isEmpty {
      let connection = try Connection(to: port)
      let list = pages.map { "\"\($0)\": \"\"" }.joined(separator: ", ")
      try connection.send("POST", "-/open?client=\(name)", "{\"pages\": {\(list)}}")
      _ = try connection.receive()
      // The pages have no version, so that a notice comes at once.
      try stream.wait(for: "\"pages\"")
      try stream.wait(for: "\n\n")
    }
    return stream
  }

  /// Returns the seconds that each of many requests of a file takes. Eight connections ask at a time.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - seconds: The seconds for which it is asked for.
  func secondsPerRequest(of path: String, for seconds: Double = 1) throws -> Double {
    let connections = try (0..<8).map { _ in try Connection(to: port) }
    for connection in connections { try connection.send("GET", path) }
    var count = 0
    let start = ContinuousClock.now
    var time = 0.0
    while time < seconds {
      // While one connection is read, the server works for the others.
      for connection in connections {
        _ = try connection.receive()
        try connection.send("GET", path)
        count += 1
      }
      time = (ContinuousClock.now - start) / .seconds(1)
    }
    return time / Double(count)
  }
}

/// A connection to a server on this machine, over which one request after the other is sent.
final class Connection {
  private let socket: Int32
  private var received: [UInt8] = []

  init(to port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    // A pointer to an address of one family is passed as one to an address of any, as the function demands.
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      throw Failure("there is no connection to port \(port): \(String(cString: strerror(errno)))")
    }
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
  }

  deinit { close(socket) }

  /// Sends a request.
  func send(_ method: String, _ path: String, _ body: String = "") throws {
    var head = "\(method) /\(path) HTTP/1.1\r\nHost: localhost\r\n"
    if !body.isEmpty { head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
    let bytes = Array("\(head)\r\n\(body)".utf8)
    guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Failure("a request was not sent")
    }
  }

  /// Returns the body of the next answer.
  func receive() throws -> [UInt8] {
    let end = try index(after: "\r\n\r\n")
    let head = String(decoding: received[..<end], as: UTF8.self).lowercased()
    guard head.hasPrefix("http/1.1 20") else { throw Failure("a request failed: \(head)") }
    let length = head.split(separator: "content-length: ").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
    let count = length ?? 0
    while received.count < end + count { try receiveMore() }
    defer { received.removeSubrange(..<(end + count)) }
    return Array(received[end..<(end + count)])
  }

  /// Waits for a text in what is received, and forgets all up to it.
  func wait(for text: String) throws { received.removeSubrange(..<(try index(after: text))) }

  private func index(after text: String) throws -> Int {
    let text = Array(text.utf8)
    while true {
      if let range = received.firstRange(of: text) { return range.upperBound }
      try receiveMore()
    }
  }

  private func receiveMore() throws {
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = recv(socket, buffer.baseAddress, buffer.count, 0)
      if count > 0 { received += buffer[..<count] }
      return count
    }
    guard count > 0 else { throw Failure("the server has ended a connection") }
  }
}
