public import Changesets

extension DataSource {
  /// The number of items in all sections.
  ///
  /// - Complexity: O(*s*) calls of ``numberOfItems(inSection:)``, *s* being the number of sections.
  public var numberOfItems: Int {
    (0..<numberOfSections).reduce(0) { $0 + numberOfItems(inSection: $1) }
  }

  /// Whether all sections are empty.
  ///
  /// - Complexity: O(*s*) calls of ``numberOfItems(inSection:)``, *s* being the number of sections.
  public var isEmpty: Bool {
    !(0..<numberOfSections).contains { numberOfItems(inSection: $0) > 0 }
  }

  /// The names of all sections, in order.
  package var sectionNames: [String?] {
    (0..<numberOfSections).map(name(ofSection:))
  }

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
  public var itemsBySection: [[Item]] {
    (0..<numberOfSections).map(items(inSection:))
  }

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
}
