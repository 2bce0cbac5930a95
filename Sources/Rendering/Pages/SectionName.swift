/// The names of sections: of those that are called alike, and are about different things, such as two painters of one name; and of those that
/// stand within others.
///
/// What tells the first apart stands behind what people call them, after a character that no name has. The name of a section within others
/// begins with the names of these.
package enum SectionName {
  private static let mark: Character = "\u{0}"
  private static let separator: Character = "\u{1F}"

  /// The name of the section of a thing.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - key: What tells it from others.
  package static func name(_ title: String, key: String) -> String { "\(title)\(mark)\(key)" }

  /// The name of a section within others.
  ///
  /// - Parameter names: The names of these, the outermost first, and its own.
  package static func path(_ names: [String]) -> String {
    names.map { $0.replacing(String(separator), with: " ") }.joined(separator: String(separator))
  }

  /// The names of the sections that a section stands in, the outermost first, and its own.
  package static func components(_ name: String) -> [String] {
    guard name.utf8.contains(0x1F) else { return [name] }
    return name.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  /// What people call a section, beside those within the same one.
  static func title(_ name: String) -> String {
    let own = components(name).last ?? name
    return own.utf8.contains(0) ? String(own.prefix { $0 != mark }) : own
  }

  /// What people call a section, with those that it stands in: `Painting › 18th century`.
  package static func wholeTitle(_ name: String) -> String {
    components(name).map(title).joined(separator: " › ")
  }
}
