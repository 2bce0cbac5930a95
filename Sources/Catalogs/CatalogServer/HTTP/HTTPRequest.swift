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

  /// What the client wants to do.
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
}

extension HTTPRequest {
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
