import Foundation
package import JSONValues

// The bytes of a file in a message: `content` is the bytes as text, or in base64 if `encoding` is `base64`.

extension JSONObject {
  /// Sets the content to some bytes: as text if they are valid UTF-8, otherwise in base64.
  package mutating func setContent(_ bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self["content"] = .string(text)
    } else {
      setContent(inBase64: bytes)
    }
  }

  /// Sets the content to some bytes in base64, which has four thirds of their length, whatever they are.
  package mutating func setContent(inBase64 bytes: some Collection<UInt8>) {
    self["content"] = .string(Data(bytes).base64EncodedString())
    self["encoding"] = "base64"
  }
}

/// An error in the content of a message.
package struct ContentError: Error, Hashable, Sendable {
  /// The description of the error, as a predicate whose subject is the message: `has no …`.
  package let message: String
}

extension JSONValue {
  /// Returns the bytes of the content of a message.
  ///
  /// - Throws: `ContentError` if there is no content, it is not base64 although the encoding says so, or the encoding
  ///   is unknown.
  package func content() throws(ContentError) -> [UInt8] {
    guard let text = self["content"]?.string else { throw ContentError(message: "has no `content`") }
    switch self["encoding"]?.string ?? "utf8" {
    case "utf8": return Array(text.utf8)
    case "base64":
      guard let data = Data(base64Encoded: text) else { throw ContentError(message: "has content that is not base64") }
      return Array(data)
    case let encoding: throw ContentError(message: "has the encoding “\(encoding)”, which is not known")
    }
  }
}
