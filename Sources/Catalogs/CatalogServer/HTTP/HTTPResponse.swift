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

  /// Creates a response.
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
}
