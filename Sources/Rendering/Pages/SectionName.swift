/// The names of sections that are called alike, and are about different things: such as two painters of one name.
///
/// What tells them apart stands behind what people call them, after a character that no name has; it is part of the section's address.
package enum SectionName {
  private static let mark: Character = "\u{0}"

  /// The name of the section of a thing.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - key: What tells it from others.
  package static func name(_ title: String, key: String) -> String { "\(title)\(mark)\(key)" }

  /// What people call a section.
  static func title(_ name: String) -> String {
    name.utf8.contains(0) ? String(name.prefix { $0 != mark }) : name
  }
}
