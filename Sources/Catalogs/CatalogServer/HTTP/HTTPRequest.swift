/// A request of a client.
struct HTTPRequest: Sendable {
  /// What a client wants to do.
  enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  /// A line of the head. Names are in lower case.
  struct Field: Sendable {
    var name: String
    var value: String
  }

  let method: Method
  /// The path as it was sent: percent-encoded, with a slash at the beginning, without a query. Nothing in it is
  /// resolved.
  let path: String
  /// What followed the question mark, as it was sent; `nil` without one.
  let query: String?
  /// The body, empty without one.
  var body: [UInt8] = []
  /// The fields of the head, in order.
  let fields: [Field]
  /// Whether the client knows HTTP 1.1: chunks, and connections that stay open.
  let isModern: Bool

  /// Returns the value of a field of the head, with any letter case of its name. Several fields of one name are joined
  /// by a comma.
  func header(_ name: String) -> String? {
    let name = name.lowercased()
    let values = fields.lazy.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The number of bytes that follow the head.
  var bodySize: Int { header("content-length").flatMap { Int($0) } ?? 0 }

  /// Whether the client waits for permission to send the body.
  var awaitsPermission: Bool { isModern && header("expect")?.lowercased() == "100-continue" }

  /// Whether the client wants the connection to stay open after the response.
  var keepsConnection: Bool {
    let options = header("connection")?.lowercased().split(separator: ",").map { $0.trimming { $0 == " " } } ?? []
    return isModern ? !options.contains("close") : options.contains("keep-alive")
  }
}

extension Substring {
  /// Returns the text without such characters at its ends.
  func trimming(where isOuter: (Character) -> Bool) -> Substring {
    var text = drop(while: isOuter)
    while let last = text.last, isOuter(last) { text.removeLast() }
    return text
  }
}

/// Why a server does not hand over a request: the status of its response.
struct HTTPRejection: Error, Equatable {
  let status: Int

  static let malformed = HTTPRejection(status: 400)
}

extension HTTPRequest {
  /// Parses the head of a request, strictly: what servers understand differently is rejected.
  ///
  /// - Parameter head: The lines, each with its line feed, without the empty line at the end.
  init(head: [UInt8], limits: HTTPLimits) throws(HTTPRejection) {
    var lines = head.split(separator: UInt8(ascii: "\n"))
    for index in lines.indices {
      guard lines[index].popLast() == UInt8(ascii: "\r"), !lines[index].contains(where: Self.isForbidden) else {
        throw .malformed
      }
    }
    guard let first = lines.first else { throw .malformed }
    let fields = try Self.fields(lines.dropFirst(), limits: limits)
    try self.init(requestLine: first, fields: fields)
    try checkFields(limits: limits)
  }

  private init(requestLine: ArraySlice<UInt8>, fields: [Field]) throws(HTTPRejection) {
    let parts = requestLine.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(Self.isToken) else { throw .malformed }
    // A target of visible characters of ASCII. Others have to be percent-encoded.
    guard parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else { throw .malformed }
    isModern = try Self.isModern(String(decoding: parts[2], as: UTF8.self))

    let name = String(decoding: parts[0], as: UTF8.self)
    guard let method = Method(rawValue: name) else {
      let isKnown = ["CONNECT", "DELETE", "OPTIONS", "PATCH", "PUT", "TRACE"].contains(name)
      throw HTTPRejection(status: isKnown ? 405 : 501)
    }
    self.method = method

    var fields = fields
    var target = String(decoding: parts[1], as: UTF8.self)[...]
    if target.first != "/" {
      // The form for proxies, which servers have to understand: its host is the one that counts.
      guard let scheme = ["http://", "https://"].first(where: { target.lowercased().hasPrefix($0) }) else {
        throw .malformed
      }
      target = target.dropFirst(scheme.count)
      let host = target.prefix { $0 != "/" && $0 != "?" }
      target = target[host.endIndex...]
      guard !host.isEmpty, fields.filter({ $0.name == "host" }).count < 2 else { throw .malformed }
      fields.removeAll { $0.name == "host" }
      fields.append(Field(name: "host", value: String(host)))
    }
    let path = target.prefix { $0 != "?" }
    self.path = path.isEmpty ? "/" : String(path)
    query = path.endIndex == target.endIndex ? nil : String(target[path.endIndex...].dropFirst())
    self.fields = fields
  }

  private static func isModern(_ version: String) throws(HTTPRejection) -> Bool {
    let digits = Array(version.utf8)
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard digits.count == 8, version.hasPrefix("HTTP/"), isDigit(digits[5]), digits[6] == UInt8(ascii: "."),
      isDigit(digits[7])
    else { throw .malformed }
    guard digits[5] == UInt8(ascii: "1") else { throw HTTPRejection(status: 505) }
    return digits[7] != UInt8(ascii: "0")
  }

  private static func fields(_ lines: ArraySlice<ArraySlice<UInt8>>, limits: HTTPLimits) throws(HTTPRejection)
    -> [Field]
  {
    guard lines.count <= limits.fields else { throw HTTPRejection(status: 431) }
    var fields: [Field] = []
    for line in lines {
      // Nothing between the name and the colon, and no line that goes on with the one before.
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(isToken)
      else { throw .malformed }
      let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
      var value = line[(colon + 1)...].drop(while: isSpace)
      while let last = value.last, isSpace(last) { value.removeLast() }
      fields.append(
        Field(
          name: String(decoding: line[..<colon], as: UTF8.self).lowercased(),
          value: String(decoding: value, as: UTF8.self)))
    }
    return fields
  }

  private func checkFields(limits: HTTPLimits) throws(HTTPRejection) {
    let hosts = fields.filter { $0.name == "host" }
    guard hosts.count == 1 || hosts.isEmpty && !isModern else { throw .malformed }

    let sizes = fields.filter { $0.name == "content-length" }
    let encodings = fields.contains { $0.name == "transfer-encoding" }
    guard sizes.count < 2, sizes.isEmpty || !encodings else { throw .malformed }
    // Chunked bodies are for what is not known beforehand; our clients know what they send.
    guard !encodings else { throw HTTPRejection(status: 411) }
    if let size = sizes.first?.value {
      guard !size.isEmpty, size.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
        throw .malformed
      }
      // Fails for numbers that are too large for an integer, too.
      guard let size = Int(size), size <= limits.body else { throw HTTPRejection(status: 413) }
    }
    if let expectation = header("expect"), expectation.lowercased() != "100-continue" {
      throw HTTPRejection(status: 417)
    }
  }

  /// Whether a byte may be in a name or a method.
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// Whether a byte may not be in a line: control characters but for the tab.
  private static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }
}
