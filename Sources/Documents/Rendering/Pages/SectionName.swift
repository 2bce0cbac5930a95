/// The encoding of a section's identity in its name.
///
/// A name distinguishes sections with equal titles, such as those of two painters with the same name, and contains the
/// names of the sections around it. Both are encoded with control characters, which titles do not contain:
///
///     title ␀ key                        a section with a key, which is not shown
///     outermost ␟ next ␟ … ␟ own name    a section within other sections
package enum SectionName {
  private static let mark: Character = "\u{0}"
  private static let separator: Character = "\u{1F}"

  /// Returns the name of a section with a key.
  ///
  /// - Parameters:
  ///   - title: The title of the section.
  ///   - key: The key that distinguishes the section from others with the same title.
  package static func name(_ title: String, key: String) -> String { title + String(mark) + key }

  /// Returns the name of a section within other sections. Separators in the names are replaced by spaces.
  ///
  /// - Parameter names: The names of the sections around it, the outermost first, and its own name.
  package static func path(_ names: [String]) -> String {
    names.map { $0.replacing(String(separator), with: " ") }.joined(separator: String(separator))
  }

  /// Returns the names of the sections around a section, the outermost first, followed by its own name.
  package static func components(_ name: String) -> [String] {
    guard name.utf8.contains(0x1F) else { return [name] }
    return name.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the title of a section, without the sections around it and without its key.
  static func title(_ name: String) -> String {
    let own = components(name).last ?? name
    return own.utf8.contains(0) ? String(own.prefix { $0 != mark }) : own
  }

  /// Returns the title of a section, preceded by the titles of the sections around it: `Painting › 18th century`.
  package static func wholeTitle(_ name: String) -> String { components(name).map(title).joined(separator: " › ") }
}
