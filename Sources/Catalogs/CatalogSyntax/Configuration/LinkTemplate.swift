import DocumentModel
import Rendering

/// A template for the addresses that the values of fields link to: `https://www.wikidata.org/wiki/{value}`.
package struct LinkTemplate: Hashable, Sendable {
  /// The texts of the template, and between them the names of the places for values.
  private let parts: [String]

  /// Creates a template from a text that contains all of some places: `{value}`, or `{{value}}`.
  ///
  /// - Returns: `nil` if the text lacks a place for a value, or is neither an HTTP address, a mail address nor a
  ///   relative address.
  init?(_ text: String, places: [String] = ["value"]) {
    var rest = places.reduce(text) { $0.replacing("{{\($1)}}", with: "{\($1)}") }[...]
    var parts = [""]
    while !rest.isEmpty {
      if let place = places.first(where: { rest.hasPrefix("{\($0)}") }) {
        parts += [place, ""]
        rest = rest.dropFirst(place.count + 2)
      } else {
        parts[parts.count - 1].append(rest.removeFirst())
      }
    }
    self.parts = parts
    let example = address(of: Dictionary(uniqueKeysWithValues: places.map { ($0, "value") }))
    let isAbsolute = ["https://", "http://", "mailto:"].contains { text.lowercased().hasPrefix($0) }
    let isRelative = Destination.isRelative(example) || example.hasPrefix("/") && !example.hasPrefix("//")
    let used = Set(parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0] })
    guard used == Set(places), isAbsolute || isRelative, !text.contains(where: \.isWhitespace) else { return nil }
  }

  /// Returns the address for a value.
  package func address(of value: String) -> String { address(of: ["value": value]) }

  /// Returns the address for the values of the places. Characters of a value that have a meaning in addresses are
  /// percent-encoded.
  package func address(of values: [String: String]) -> String {
    let isMail = parts.first?.lowercased().hasPrefix("mailto:") ?? false
    return parts.enumerated().map { index, part in
      if index.isMultiple(of: 2) { return part }
      // A slash has a meaning, too. In a mail address, the value may contain “@”, which is encoded elsewhere.
      let encoded = (values[part] ?? "").percentEncodedPath.replacing("/", with: "%2F")
      return isMail ? encoded.replacing("%40", with: "@") : encoded
    }.joined()
  }

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

  /// The template for the address of a map; `nil` for a text that is none, which is reported.
  init?(map node: YAMLNode) {
    guard let text = node.string else { return nil }
    guard text.lowercased().hasPrefix("http"), let template = LinkTemplate(text, places: ["latitude", "longitude"])
    else {
      node.report(
        "documents/map", "“\(text)” is not the address of a map",
        hint: "Write an address with {latitude} and {longitude} in it, which begins with https://.")
      return nil
    }
    self = template
  }
}
