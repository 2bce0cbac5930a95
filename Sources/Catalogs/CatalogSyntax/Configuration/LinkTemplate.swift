import DocumentModel
import Rendering

/// A template for the addresses that the values of a field link to: `https://www.wikidata.org/wiki/{value}`.
package struct LinkTemplate: Hashable, Sendable {
  /// The text before, between and after the places of the value.
  private let parts: [String]

  /// Creates a template from a text that contains `{value}`, or `{{value}}`.
  ///
  /// - Returns: `nil` if the text has no place for a value, or is neither an HTTP address, a mail address nor a relative address.
  init?(_ text: String) {
    let parts = text.replacing("{{value}}", with: "{value}").split(
      separator: "{value}", omittingEmptySubsequences: false)
    self.parts = parts.map(String.init)
    let example = address(of: "value")
    let isAbsolute = ["https://", "http://", "mailto:"].contains { text.lowercased().hasPrefix($0) }
    let isRelative = Destination.isRelative(example) || example.hasPrefix("/") && !example.hasPrefix("//")
    guard parts.count > 1, isAbsolute || isRelative, !text.contains(where: \.isWhitespace) else { return nil }
  }

  /// Returns the address for a value. Characters of the value that have a meaning in addresses are percent-encoded.
  package func address(of value: String) -> String {
    // In a mail address, the value may contain “@”, which is encoded elsewhere.
    let isMail = parts.first?.lowercased().hasPrefix("mailto:") ?? false
    return parts.joined(separator: value.percentEncoded(besides: isMail ? "@" : ""))
  }
}

extension LinkTemplate {
  /// Reads a template. A text that is not a template is reported, and the result is `nil`.
  init?(_ node: YAMLNode) {
    guard let text = node.string else { return nil }
    guard let template = LinkTemplate(text) else {
      node.report(
        "catalog/link", "“\(text)” is not the address of a link",
        hint: "Write an address with {value} in it: https://example.org/{value}, mailto:{value}, or a relative path.")
      return nil
    }
    self = template
  }
}

extension String {
  /// Returns the text with all bytes percent-encoded, except for unreserved characters and some others.
  ///
  /// Source: RFC 3986, section 2.3.
  fileprivate func percentEncoded(besides others: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      case _ where others.utf8.contains(byte): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
