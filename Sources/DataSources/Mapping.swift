public import Changesets

/// What makes a transform: a value that maps its own index space to the index spaces of its sources, and back.
///
/// This is all that the author of a transform writes: two counts and four conversions. A ``Transform`` adds the rest.
/// Two laws hold: `path(for: sourcePath(for: p)) == p` for every path `p`, and an item of a source without a path is hidden.
public protocol Mapping<Item> {
  /// What the sources, and therefore the transform, provide.
  associatedtype Item

  /// Reads the sources anew. Nothing else is called before the first time.
  ///
  /// - Parameter sources: The sources of the transform, in order.
  mutating func refresh(from sources: [any DataSource<Item>])

  /// How many sections the transform has.
  var numberOfSections: Int { get }

  /// How many items a section of the transform has.
  func numberOfItems(inSection section: Int) -> Int

  /// Where an item comes from: nothing where the path does not exist.
  func sourcePath(for path: ItemPath) -> SourcePath?

  /// Where an item of a source went: nothing where it is hidden.
  func path(for sourcePath: SourcePath) -> ItemPath?

  /// The section of a source that a section is the image of: nothing where there is no single one.
  func sourceSection(for section: Int) -> SourceSection?

  /// The section that a source's section became: nothing where there is no single one.
  func section(for sourceSection: SourceSection) -> Int?

  /// The name that the transform gives to a section: nothing where the name of the source's section stands.
  func name(ofSection section: Int) -> String?
}

extension Mapping {
  /// No name of its own.
  public func name(ofSection section: Int) -> String? { nil }
}
