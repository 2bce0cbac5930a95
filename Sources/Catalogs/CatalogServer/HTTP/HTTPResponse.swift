/// What a client is answered.
///
/// The server adds what follows from the request and the body: the length, the date, partial content, and “not
/// modified” if there is an `ETag` that the client knows. To `HEAD`, answer as to `GET`.
struct HTTPResponse: Sendable {
  /// What follows the head.
  enum Body: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// A file, which is read while it is sent.
    case file(OpenFile)
    /// Chunks of which the number is not known. Each is taken from the sequence when the one before has been sent, so
    /// that nothing piles up for a client that reads slowly. The task that iterates the sequence is cancelled when the
    /// client goes away or the server stops. A heartbeat is sent while there is nothing else, so that both sides, and
    /// proxies between, know that the connection lives.
    case stream(any AsyncSequence<[UInt8], Never> & Sendable, heartbeat: [UInt8] = [])
  }

  /// The three digits that say what has become of the request.
  var status: Int
  /// The fields of the head, in order, without those that the server adds.
  var headers: [(name: String, value: String)]
  /// What follows the head.
  var body: Body

  init(_ status: Int = 200, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns the value of a field of the head, with any letter case of its name.
  func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }

  /// The number of bytes of the body; `nil` if it is not known.
  var size: Int? {
    switch body {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.size
    case .stream: nil
    }
  }

  /// What the client is sent of a response, after the conditions of its request.
  enum Selection: Equatable {
    /// All of it.
    case everything
    /// Nothing, because it knows the rest.
    case notModified
    /// Some bytes of the body.
    case part(Range<Int>)
    /// Nothing, because it wants bytes that are not there.
    case unsatisfiable
  }

  /// Returns what a client is sent, which follows from `If-None-Match`, `Range` and `If-Range`.
  func selection(for request: HTTPRequest) -> Selection {
    guard status == 200, request.method != .post else { return .everything }
    let tag = header("etag")
    if let tag, let known = request.header("if-none-match"), Self.list(known, contains: tag) { return .notModified }
    guard request.method == .get, let size, let range = request.header("range") else { return .everything }
    // A part is of use only beside the parts that the client has, so the tags have to be equal, and strong.
    if let condition = request.header("if-range"), condition != tag || condition.hasPrefix("W/") { return .everything }
    return Self.selection(range: range, of: size)
  }

  /// Whether a list of tags contains one that is equal but for weakness.
  private static func list(_ list: String, contains tag: String) -> Bool {
    let wanted = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    var rest = list[...]
    while true {
      rest = rest.drop { $0 == "," || $0 == " " || $0 == "\t" }
      if rest.isEmpty { return false }
      if rest.first == "*" { return true }
      if rest.hasPrefix("W/") { rest = rest.dropFirst(2) }
      // Commas may be within the quotes of a tag.
      guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return false }
      if rest[...end] == wanted { return true }
      rest = rest[end...].dropFirst()
    }
  }

  /// Returns what a header `Range` selects. Several ranges, and what is no range of bytes, select all.
  static func selection(range: String, of size: Int) -> Selection {
    guard range.lowercased().hasPrefix("bytes=") else { return .everything }
    let bounds = range.dropFirst("bytes=".count).trimming { $0 == " " }
      .split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, bounds.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }) else {
      return .everything
    }
    // A number that is too large for an integer is larger than any size.
    func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
    switch (number(bounds[0]), number(bounds[1])) {
    case (nil, nil): return .everything
    case (nil, let count?): return count == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - count)..<size)
    case (let first?, let last):
      if let last, last < first { return .everything }
      return first >= size ? .unsatisfiable : .part(first..<min(last ?? .max, size - 1) + 1)
    }
  }
}
