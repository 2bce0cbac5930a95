import DocumentModel
import Fingerprints
import Rendering

/// The addresses that the values of a field lead to: `https://www.wikidata.org/wiki/{value}`.
struct LinkTemplate: Hashable, Fingerprintable, Sendable {
  /// What stands around the values.
  private let parts: [String]

  /// Makes a template of a text with `{value}` in it, or `{{value}}`.
  ///
  /// - Returns: Nil for one without a place for a value, and for addresses that are neither of the web, of mail, nor relative.
  init?(_ text: String) {
    let parts = text.replacing("{{value}}", with: "{value}").split(
      separator: "{value}", omittingEmptySubsequences: false)
    self.parts = parts.map(String.init)
    let example = address(of: "value")
    let isAbsolute = ["https://", "http://", "mailto:"].contains { text.lowercased().hasPrefix($0) }
    let isRelative = Destination.isRelative(example) || example.hasPrefix("/") && !example.hasPrefix("//")
    guard parts.count > 1, isAbsolute || isRelative, !text.contains(where: \.isWhitespace) else { return nil }
  }

  /// The address that a value leads to. What has a meaning of its own in addresses is escaped in the value.
  func address(of value: String) -> String {
    // Between the parts of an address of mail stands a sign that would be escaped elsewhere.
    let isMail = parts.first?.lowercased().hasPrefix("mailto:") ?? false
    return parts.joined(separator: value.percentEncoded(besides: isMail ? "@" : ""))
  }

  func combine(into parts: inout Fingerprinter) { parts.combine(self.parts) { $0.combine($1) } }
}

extension LinkTemplate {
  /// Reads a template; nothing, and a report, where the text is none.
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
  /// The text with all bytes escaped but letters, digits, the marks that mean nothing in addresses, and some others.
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
