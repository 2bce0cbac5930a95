public import Changesets

extension DataSource {
  /// How many items there are in all sections.
  ///
  /// - Complexity: O(*s*) counts, *s* being the number of sections.
  public var numberOfItems: Int {
    (0..<numberOfSections).reduce(0) { $0 + numberOfItems(inSection: $1) }
  }

  /// Whether there is no item in any section.
  ///
  /// - Complexity: O(*s*) counts, *s* being the number of sections.
  public var isEmpty: Bool {
    !(0..<numberOfSections).contains { numberOfItems(inSection: $0) > 0 }
  }

  /// The name of every section, in order.
  public var sectionNames: [String?] {
    (0..<numberOfSections).map(name(ofSection:))
  }

  /// Whether a place exists in the source.
  public func contains(_ path: ItemPath) -> Bool {
    (0..<numberOfSections).contains(path.section)
      && (0..<numberOfItems(inSection: path.section)).contains(path.item)
  }

  /// Every place, in order.
  ///
  /// - Complexity: O(1) to make; O(*n*) to walk, *n* being the number of items.
  public var paths: some Sequence<ItemPath> {
    (0..<numberOfSections).lazy.flatMap { section in
      (0..<self.numberOfItems(inSection: section)).lazy.map { ItemPath(section: section, item: $0) }
    }
  }

  /// The items of every section, section by section.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var itemsBySection: [[Item]] {
    (0..<numberOfSections).map(items(inSection:))
  }

  /// The name and the items of every section: the state of the source as a value.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var sections: [SectionState<String?, Item>] {
    (0..<numberOfSections).map { SectionState(name(ofSection: $0), items: items(inSection: $0)) }
  }

  /// All items, in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var items: [Item] {
    (0..<numberOfSections).flatMap(items(inSection:))
  }

  /// The place of the first item that is equal to the one given.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public func path(of item: Item) -> ItemPath? where Item: Equatable {
    paths.first { self.item(at: $0) == item }
  }
}
