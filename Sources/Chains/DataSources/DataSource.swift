public import Changesets

/// An object that provides items in sections: a leaf, which stores them, or a transform of other sources.
///
/// A leaf implements the number, the items and the names of its sections. A source with upstream sources also returns
/// these, and converts paths and sections between them and itself. Conversions, provenance and messages pass through a
/// chain this way, one link at a time. ``Transform`` implements the conversions with a ``Mapping``. The laws of
/// mappings hold for every source: `path(for: sourcePath(for: p)) == p` for every path that has a source path, unless
/// the item is shown several times.
///
/// The identity of a source is that of the object, not that of its contents: two sources with equal items are different
/// sources. A chain of sources belongs to one isolation domain and is not `Sendable`; its items may be.
///
/// - Warning: A path is valid until the next update of its source. Do not store paths: store what identifies the
///   item, or map the paths in an observer, with the `PathMap` of each batch. The same applies to sections.
public protocol DataSource<Item>: AnyObject {
  /// The type of the source's items.
  associatedtype Item

  /// The source's node in the graph of chains, which notifies its observers: always the same object.
  ///
  /// Store it in a constant: with a new link for each call, observers would never be notified.
  var link: ChainLink { get }

  /// The number of sections.
  var numberOfSections: Int { get }

  /// The number of items in a section.
  ///
  /// - Parameter section: An index below ``numberOfSections``.
  func numberOfItems(inSection section: Int) -> Int

  /// Returns the item at a path.
  ///
  /// - Parameter path: The path of an existing item. Any other path is a programming error, as an index out of bounds
  ///   of an array is.
  func item(at path: ItemPath) -> Item

  /// Returns the items of one section, in order.
  ///
  /// The result is that of ``item(at:)`` for each item, but most sources find it faster. The default implementation
  /// calls ``item(at:)``.
  ///
  /// - Parameter section: An index below ``numberOfSections``.
  /// - Complexity: Usually O(*k*), *k* being the number of items in the section; at worst *k* times the cost of
  ///   ``item(at:)``.
  func items(inSection section: Int) -> [Item]

  /// Returns the name of a section, or `nil` if it has none. The default implementation returns `nil`.
  ///
  /// - Parameter section: An index below ``numberOfSections``.
  func name(ofSection section: Int) -> String?

  // MARK: Upstream sources

  /// The sources that provide the items of this one, in the order of ``SourcePath/source``. The default is an empty
  /// array.
  ///
  /// They correspond to the ``ChainLink/upstream`` links of ``link``, one to one and in the same order.
  var upstreamSources: [any DataSource] { get }

  /// Returns the upstream item that an item shows, or `nil` if the path does not exist or the item is this source's
  /// own.
  func sourcePath(for path: ItemPath) -> SourcePath?

  /// Returns the path of an upstream item, the first one if it is shown several times, or `nil` if it is hidden.
  func path(for sourcePath: SourcePath) -> ItemPath?

  /// Returns the upstream section that a section shows, or `nil` if it shows none or several.
  func sourceSection(for section: Int) -> SourceSection?

  /// Returns the section that shows an upstream section, or `nil` if there is none or several.
  func section(for sourceSection: SourceSection) -> Int?
}

extension DataSource {
  /// Returns the items of one section, read one by one.
  ///
  /// - Complexity: *k* times the cost of ``item(at:)``, *k* being the number of items in the section.
  public func items(inSection section: Int) -> [Item] {
    (0..<numberOfItems(inSection: section)).map { item(at: ItemPath(section: section, item: $0)) }
  }

  /// Returns `nil`: sections have no names.
  public func name(ofSection section: Int) -> String? { nil }

  /// An empty array: the source is a leaf.
  public var upstreamSources: [any DataSource] { [] }

  /// Returns `nil`: all items are the source's own.
  public func sourcePath(for path: ItemPath) -> SourcePath? { nil }

  /// Returns `nil`: the source shows no items of others.
  public func path(for sourcePath: SourcePath) -> ItemPath? { nil }

  /// Returns `nil`: all sections are the source's own.
  public func sourceSection(for section: Int) -> SourceSection? { nil }

  /// Returns `nil`: the source shows no sections of others.
  public func section(for sourceSection: SourceSection) -> Int? { nil }

  /// The number of items in all sections.
  ///
  /// - Complexity: O(*s*) calls of ``numberOfItems(inSection:)``, *s* being the number of sections.
  public var numberOfItems: Int { (0..<numberOfSections).reduce(0) { $0 + numberOfItems(inSection: $1) } }

  /// Whether all sections are empty.
  ///
  /// - Complexity: O(*s*) calls of ``numberOfItems(inSection:)``, *s* being the number of sections.
  public var isEmpty: Bool { !(0..<numberOfSections).contains { numberOfItems(inSection: $0) > 0 } }

  /// The names of all sections, in order.
  package var sectionNames: [String?] { (0..<numberOfSections).map(name(ofSection:)) }

  /// Returns whether an item exists at a path.
  public func contains(_ path: ItemPath) -> Bool {
    (0..<numberOfSections).contains(path.section)
      && (0..<numberOfItems(inSection: path.section)).contains(path.item)
  }

  /// The paths of all items, in order.
  ///
  /// - Complexity: O(1) to create; O(*n* + *s*) to iterate over, *n* being the number of items and *s* that of
  ///   sections.
  public var paths: some Sequence<ItemPath> {
    (0..<numberOfSections).lazy.flatMap { section in
      (0..<self.numberOfItems(inSection: section)).lazy.map { ItemPath(section: section, item: $0) }
    }
  }

  /// The items of every section, in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var itemsBySection: [[Item]] { (0..<numberOfSections).map(items(inSection:)) }

  /// The name and the items of every section: a snapshot of the source.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var sections: [SectionState<String?, Item>] {
    (0..<numberOfSections).map { SectionState(name(ofSection: $0), items: items(inSection: $0)) }
  }

  /// All items, in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var items: [Item] {
    // The items of a single section are not copied.
    if numberOfSections == 1 { return items(inSection: 0) }
    var all: [Item] = []
    all.reserveCapacity(numberOfItems)
    for section in 0..<numberOfSections { all.append(contentsOf: items(inSection: section)) }
    return all
  }

  /// Returns the path of the first item that is equal to the given one, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) calls of ``item(at:)``, *n* being the number of items.
  public func path(of item: Item) -> ItemPath? where Item: Equatable {
    paths.first { self.item(at: $0) == item }
  }

  /// Returns the identifier of a section, as the first source upstream whose sections have identifiers defines it.
  ///
  /// - Returns: The identifier, or `nil` if there is no such source, or if the section shows none or several of its
  ///   sections.
  /// - Complexity: The sum of the costs of the conversions of the links in between.
  public func identity(ofSection section: Int) -> AnyHashable? {
    if let source = self as? any SectionIdentifying { return source.anyIdentifier(for: section) }
    guard let owner = owner(ofSection: section) else { return nil }
    return owner.source.identity(ofSection: owner.section)
  }
}

/// A source whose sections have identifiers, which stay the same when sections are moved or renamed.
public protocol SectionIdentifying: DataSource {
  /// The type of the sections' identifiers.
  associatedtype SectionID: Hashable

  /// Returns the identifier of a section, or `nil` if the section does not exist.
  func sectionIdentifier(for section: Int) -> SectionID?
}

extension SectionIdentifying {
  fileprivate func anyIdentifier(for section: Int) -> AnyHashable? {
    sectionIdentifier(for: section).map { AnyHashable($0) }
  }
}

/// The path of an item in one of a transform's sources.
public struct SourcePath: Hashable, Sendable, CustomStringConvertible {
  /// The index of the source among the transform's sources.
  public var source: Int
  /// The item's path in that source.
  public var path: ItemPath

  /// Creates a path from the index of a source and a path in it.
  public init(source: Int, path: ItemPath) {
    self.source = source
    self.path = path
  }

  /// A description of the path: `(0, 2) of source 1`.
  public var description: String { "\(path) of source \(source)" }
}

/// A section of one of a transform's sources.
public struct SourceSection: Hashable, Sendable, CustomStringConvertible {
  /// The index of the source among the transform's sources.
  public var source: Int
  /// The section's index in that source.
  public var section: Int

  /// Creates a section from the index of a source and a section in it.
  public init(source: Int, section: Int) {
    self.source = source
    self.section = section
  }

  /// A description of the section: `section 2 of source 1`.
  public var description: String { "section \(section) of source \(source)" }
}
