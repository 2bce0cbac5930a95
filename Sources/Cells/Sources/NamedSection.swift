/// A section, as those see it who make a header or a footer for it.
public struct NamedSection: Hashable, Sendable {
  /// The section's index in the source, at the time of asking.
  public var index: Int
  /// The section's name, where it has one.
  public var name: String?

  /// Describes a section.
  public init(index: Int, name: String?) {
    self.index = index
    self.name = name
  }
}
