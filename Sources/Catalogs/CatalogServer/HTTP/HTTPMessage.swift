import Foundation

/// A response as it is sent: its head, and what follows.
struct HTTPMessage {
  /// What follows the head.
  enum Body {
    case bytes([UInt8], Range<Int>)
    case file(OpenFile, Range<Int>)
    case stream(any AsyncSequence<[UInt8], Never> & Sendable, heartbeat: [UInt8], isChunked: Bool)

    static let none = Body.bytes([], 0..<0)
  }

  let head: [UInt8]
  let body: Body
  /// Whether the connection stays open.
  let keepsConnection: Bool

  /// Creates the message for a response to a request.
  ///
  /// - Parameter keepsConnection: Whether the connection can stay open, if the client wants it too.
  init(_ response: HTTPResponse, to request: HTTPRequest, keepsConnection: Bool, date: String) {
    var status = response.status
    var headers = response.headers.filter { !Self.own.contains($0.name.lowercased()) }
    var keepsConnection = keepsConnection && request.keepsConnection
    var length: Int?
    var body = Body.none

    switch response.selection(for: request) {
    case .everything:
      switch response.body {
      case .bytes(let bytes): body = .bytes(bytes, 0..<bytes.count)
      case .file(let file): body = .file(file, 0..<file.size)
      case .stream(let chunks, let heartbeat):
        body = .stream(chunks, heartbeat: heartbeat, isChunked: request.isModern)
        if request.isModern { headers.append(("Transfer-Encoding", "chunked")) } else { keepsConnection = false }
      }
      length = response.size
      if status == 200, length != nil, request.method != .post { headers.append(("Accept-Ranges", "bytes")) }
    case .notModified:
      status = 304
      headers.removeAll { Self.ofContent.contains($0.name.lowercased()) }
    case .part(let range):
      status = 206
      if case .bytes(let bytes) = response.body { body = .bytes(bytes, range) }
      if case .file(let file) = response.body { body = .file(file, range) }
      length = range.count
      headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(response.size ?? 0)"))
    case .unsatisfiable:
      status = 416
      headers.removeAll { Self.ofContent.contains($0.name.lowercased()) }
      length = 0
      headers.append(("Content-Range", "bytes */\(response.size ?? 0)"))
    }

    // These have no body by definition, and a length would be an error.
    if status == 204 || status == 304 || status < 200 {
      length = nil
      body = .none
      headers.removeAll { $0.name == "Transfer-Encoding" }
    }
    if request.method == .head { body = .none }
    if let length { headers.append(("Content-Length", String(length))) }
    if !keepsConnection {
      headers.append(("Connection", "close"))
    } else if !request.isModern {
      headers.append(("Connection", "keep-alive"))
    }
    head = Self.head(status: status, headers: headers, date: date)
    self.body = body
    self.keepsConnection = keepsConnection
  }

  /// Creates the message for a request that is not handed over. The connection is closed after it, because it is not
  /// known where the next request would begin.
  init(_ rejection: HTTPRejection, date: String) {
    var headers = [(name: "Content-Length", value: "0"), ("Connection", "close")]
    if rejection.status == 405 { headers.append(("Allow", "GET, HEAD, POST")) }
    head = Self.head(status: rejection.status, headers: headers, date: date)
    body = .none
    keepsConnection = false
  }

  /// The fields that the server writes, so that they are right.
  private static let own: Set<String> = ["connection", "content-length", "date", "transfer-encoding"]
  /// The fields that describe a body which is not sent.
  private static let ofContent: Set<String> = [
    "content-disposition", "content-encoding", "content-language", "content-range", "content-type",
  ]

  private static func head(status: Int, headers: [(name: String, value: String)], date: String) -> [UInt8] {
    var head: [UInt8] = []
    head.reserveCapacity(512)
    head += "HTTP/1.1 \(status) \(reasons[status] ?? "Status \(status)")\r\nDate: \(date)\r\n".utf8
    for (name, value) in headers {
      head += name.utf8
      head += ": ".utf8
      // Values may come from data: none ends the line, and begins another.
      head += value.utf8.lazy.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
      head += "\r\n".utf8
    }
    head += "\r\n".utf8
    return head
  }

  /// Permission to send the body of a request.
  static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private static let reasons = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
    302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
    412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
  ]

  /// The present time, as heads have it.
  static func date(_ now: time_t = time(nil)) -> String {
    var (now, parts) = (now, tm())
    gmtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
    return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }
}
