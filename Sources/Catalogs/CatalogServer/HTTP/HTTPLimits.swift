/// What a server accepts from clients, which may be slow, broken or hostile.
struct HTTPLimits: Sendable {
  /// The largest size of the head of a request, in bytes.
  var head = 16 << 10
  /// The largest size of the body of a request, in bytes.
  var body = 64 << 10
  /// The time in which a request has to arrive as a whole, however steadily its bytes come.
  var request: Duration = .seconds(20)
  /// The time that a connection is kept open for another request.
  var idle: Duration = .seconds(60)
  /// The time after which a client that takes nothing of its response is cut off.
  var stall: Duration = .seconds(30)
  /// The time after which an open stream without news sends its heartbeat.
  var heartbeat: Duration = .seconds(15)
  /// The time that is left to responses, and to streams that were cancelled, when the server stops.
  var farewell: Duration = .seconds(2)
  /// The number of open connections; `nil` for as many as the limit of descriptors allows, but for those that the
  /// program needs for its files.
  var connections: Int?

  /// The time that a client has to close its side after the last response.
  var linger: Duration = .seconds(2)
  /// The number of bytes that are read, and ignored, after the last response.
  var ignoredBytes: Int { 1 << 20 }
  /// The number of fields in the head of a request.
  var fields: Int { 100 }
}
