import Foundation
package import JSONValues

// The bytes of a file in a message: `content` is their text, or, where `encoding` says so, their base64.

extension JSONObject {
  /// Sets the content to some bytes: as text if they are some, or else in base64.
  package mutating func setContent(_ bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self["content"] = .string(text)
    } else {
      setContent(inBase64: bytes)
    }
  }

  /// Sets the content to some bytes in base64, which is four thirds as long whatever they are.
  package mutating func setContent(inBase64 bytes: some Collection<UInt8>) {
    self["content"] = .string(Data(bytes).base64EncodedString())
    self["encoding"] = "base64"
  }
}

/// What is wrong with the content of a message.
package struct ContentError: Error, Hashable, Sendable {
  /// What is wrong, as one says it of what has the content: `has no …`.
  package let message: String
}

extension JSONValue {
  /// The content of a message.
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
