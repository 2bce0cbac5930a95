import DocumentModel
import Rendering

/// A template for the addresses that the values of a field link to: `https://www.wikidata.org/wiki/{value}`.
package struct LinkTemplate: Hashable, Sendable {
  /// The text before, between and after the places of the value.
  private let parts: [String]

  /// Creates a template from a text that contains `{value}`, or `{{value}}`.
  ///
  /// - Returns: `nil` if the text has no place for a value, or is neither an HTTP address, a mail address nor a
  ///   relative address.
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
    // A slash has a meaning, too. In a mail address, the value may contain “@”, which is encoded elsewhere.
    let encoded = value.percentEncodedPath.replacing("/", with: "%2F")
    let isMail = parts.first?.lowercased().hasPrefix("mailto:") ?? false
    return parts.joined(separator: isMail ? encoded.replacing("%40", with: "@") : encoded)
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
