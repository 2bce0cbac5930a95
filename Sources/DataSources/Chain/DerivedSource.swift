public import Changesets

/// A source over sources: it knows which of their items stand where, and so leads from its own places up to theirs, and back.
///
/// This is what a chain is walked by: conversions of places, provenance and messages climb it, one link at a time. A
/// ``Transform`` is one by its ``Mapping``; whoever writes another source over sources says the same of it:
///
/// ```swift
/// extension CellSource: DerivedSource {
///   public var upstreamSources: [any DataSource] { [objects] }
///   // ... and four conversions
/// }
/// ```
///
/// The laws are those of a mapping: `path(for: sourcePath(for: p)) == p` for every path that has a source path.
public protocol DerivedSource<Item>: DataSource {
  /// The sources that this one stands on. An item's ``SourcePath`` counts them from 0.
  var upstreamSources: [any DataSource] { get }

  /// Where an item comes from: nothing where the path does not exist, or where the item is the source's own.
  func sourcePath(for path: ItemPath) -> SourcePath?

  /// The item of a source that an item is made of: its source path, where it has one. An item that is the source's own, and yet made of
  /// one of another, has an origin alone: a repetition, for one.
  func origin(of path: ItemPath) -> SourcePath?

  /// Where an item of a source stands: nothing where it is hidden.
  func path(for sourcePath: SourcePath) -> ItemPath?

  /// The section of a source that a section is the image of: nothing where there is no single one.
  func sourceSection(for section: Int) -> SourceSection?

  /// The section that a source's section became: nothing where there is no single one.
  func section(for sourceSection: SourceSection) -> Int?
}

extension DerivedSource {
  /// The source itself.
  public var asDerived: (any DerivedSource)? { self }

  /// The source path.
  public func origin(of path: ItemPath) -> SourcePath? { sourcePath(for: path) }

  /// Whose an item is: the source that it comes from, and its place there; nothing where it is this source's own.
  ///
  /// - Parameter path: The item's place here.
  public func owner(at path: ItemPath) -> (source: any DataSource, path: ItemPath)? {
    sourcePath(for: path).map { (upstreamSources[$0.source], $0.path) }
  }

  /// Whose a section is: the source that it is the image of, and its index there; nothing where there is no single one.
  ///
  /// - Parameter section: The section's index here.
  public func owner(ofSection section: Int) -> (source: any DataSource, section: Int)? {
    sourceSection(for: section).map { (upstreamSources[$0.source], $0.section) }
  }
}

extension Transform: DerivedSource {
  /// The source path of an item, by the mapping.
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    checkAccess()
    return accessors.sourcePath(self, path)
  }

  /// The item that an item is made of, by the mapping.
  public func origin(of path: ItemPath) -> SourcePath? {
    checkAccess()
    return stored.mapping.origin(of: path)
  }

  /// The place of an item of a source, by the mapping.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    checkAccess()
    return accessors.path(self, sourcePath)
  }

  /// The section of a source that a section is the image of, by the mapping.
  public func sourceSection(for section: Int) -> SourceSection? {
    checkAccess()
    return stored.mapping.sourceSection(for: section)
  }

  /// The section that a source's section became, by the mapping.
  public func section(for sourceSection: SourceSection) -> Int? {
    checkAccess()
    return stored.mapping.section(for: sourceSection)
  }
}
