public import Changesets

/// The path of an item in one of a transform's sources.
public struct SourcePath: Hashable, Sendable {
  /// The index of the source among the transform's sources.
  public var source: Int
  /// The item's path in that source.
  public var path: ItemPath

  /// Creates a path from the index of a source and a path in it.
  public init(source: Int, path: ItemPath) {
    self.source = source
    self.path = path
  }
}

/// A section of one of a transform's sources.
public struct SourceSection: Hashable, Sendable {
  /// The index of the source among the transform's sources.
  public var source: Int
  /// The section's index in that source.
  public var section: Int

  /// Creates a section from the index of a source and a section in it.
  public init(source: Int, section: Int) {
    self.source = source
    self.section = section
  }
}

extension SourcePath: CustomStringConvertible {
  /// A description of the path: `(0, 2) of source 1`.
  public var description: String { "\(path) of source \(source)" }
}

extension SourceSection: CustomStringConvertible {
  /// A description of the section: `section 2 of source 1`.
  public var description: String { "section \(section) of source \(source)" }
}
