public import Changesets

/// Anything that provides items in sections: a leaf that holds them, or a transform over other sources.
///
/// A leaf implements the counts, the items and the names of its sections. A source over others also lists them, and converts places between
/// them and itself: conversions, provenance and messages climb a chain by that, one link at a time. ``Transform`` does so by a
/// ``Mapping``, whose laws are those of any source: `path(for: sourcePath(for: p)) == p` for every path that has a source path, unless the
/// item is shown several times.
///
/// A source's identity is that of the object, never the equality of what it holds: two sources with equal items are two sources.
/// A chain of sources lives in one isolation domain and is not `Sendable`; its items may be.
public protocol DataSource<Item>: AnyObject {
  /// What the source provides.
  associatedtype Item

  /// The source's place in its chains, which notifies its observers: one and the same for the source's life.
  var link: ChainLink { get }

  /// The number of sections.
  var numberOfSections: Int { get }

  /// The number of items in a section.
  ///
  /// - Parameter section: An index below ``numberOfSections``.
  func numberOfItems(inSection section: Int) -> Int

  /// The item at a place.
  ///
  /// - Parameter path: A place that exists; anything else is a programmer's error, as with an array.
  func item(at path: ItemPath) -> Item

  /// The items of one section, in order: the same as item by item, and most often found faster.
  ///
  /// Unless a source implements it, the items are read one by one.
  ///
  /// - Parameter section: An index below ``numberOfSections``.
  /// - Complexity: O(*k*) as a rule, *k* being the number of items in the section; at worst *k* times what ``item(at:)`` costs.
  func items(inSection section: Int) -> [Item]

  /// The name of a section; nil if it has none, as unless a source says otherwise.
  ///
  /// - Parameter section: An index below ``numberOfSections``.
  func name(ofSection section: Int) -> String?

  // MARK: The sources that it stands on

  /// The sources that this one stands on; none, unless a source says otherwise. An item's ``SourcePath`` counts them from 0.
  var upstreamSources: [any DataSource] { get }

  /// The item of a source that an item is; nil if the path does not exist, or if the item is this source's own.
  func sourcePath(for path: ItemPath) -> SourcePath?

  /// The place of an item of a source, the first if it is shown several times; nil if it is hidden.
  func path(for sourcePath: SourcePath) -> ItemPath?

  /// The section of a source that a section is the image of; nil if there is no single one.
  func sourceSection(for section: Int) -> SourceSection?

  /// The section that a source's section became; nil if there is no single one.
  func section(for sourceSection: SourceSection) -> Int?
}

extension DataSource {
  /// The items of one section, read one by one.
  ///
  /// - Complexity: *k* times what ``item(at:)`` costs, *k* being the number of items in the section.
  public func items(inSection section: Int) -> [Item] {
    (0..<numberOfItems(inSection: section)).map { item(at: ItemPath(section: section, item: $0)) }
  }

  /// Nil: sections have no names.
  public func name(ofSection section: Int) -> String? { nil }

  /// None: the source is a leaf.
  public var upstreamSources: [any DataSource] { [] }

  /// Nil: all items are the source's own.
  public func sourcePath(for path: ItemPath) -> SourcePath? { nil }

  /// Nil: the source shows no items of others.
  public func path(for sourcePath: SourcePath) -> ItemPath? { nil }

  /// Nil: all sections are the source's own.
  public func sourceSection(for section: Int) -> SourceSection? { nil }

  /// Nil: the source shows no sections of others.
  public func section(for sourceSection: SourceSection) -> Int? { nil }
}
