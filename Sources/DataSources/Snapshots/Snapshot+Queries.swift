public import Changesets

extension Snapshot {
  /// How many items there are in all sections.
  public var numberOfItems: Int { places.count }

  /// How many sections there are.
  public var numberOfSections: Int { order.count }

  /// The sections, in order.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  public var sectionIdentifiers: [Section] { order.compactMap { contents[$0.offset]?.identifier } }

  /// The items of all sections, in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var itemIdentifiers: [Item] { order.flatMap { contents[$0.offset]?.items ?? [] } }

  /// How many items a section has.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  public func numberOfItems(inSection section: Section) throws -> Int {
    order.weight(of: try handle(ofSection: section))
  }

  /// How many items the section at an index has; nothing where there is no section.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func numberOfItems(inSectionAt index: Int) -> Int? {
    order.handle(at: index).map(order.weight(of:))
  }

  /// The items of a section, in order.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  /// - Complexity: O(*k*), *k* being the number of items in the section.
  public func itemIdentifiers(inSection section: Section) throws -> [Item] {
    contents[try handle(ofSection: section).offset]?.items ?? []
  }

  /// The items of the section at an index, in order; nothing where there is no section.
  ///
  /// - Complexity: O(*k* + log *s*), *k* being the number of items in the section and *s* that of sections.
  func itemIdentifiers(inSectionAt index: Int) -> [Item]? {
    order.handle(at: index).flatMap { contents[$0.offset]?.items }
  }

  /// Whether an item is in one of the sections.
  public func contains(item: Item) -> Bool { places[item] != nil }

  /// Whether there is such a section.
  public func contains(section: Section) -> Bool { sectionHandles[section] != nil }

  /// The section that an item is in; nothing where there is no such item.
  public func sectionIdentifier(containingItem item: Item) -> Section? {
    places[item].flatMap { contents[$0.section.offset]?.identifier }
  }

  /// How many items stand before an item, those of the sections before included; nothing where there is no such item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func indexOfItem(_ item: Item) -> Int? {
    guard let place = places[item], let section = contents[place.section.offset] else { return nil }
    return order.weight(before: place.section) + section.order.rank(of: place.item)
  }

  /// How many sections stand before a section; nothing where there is no such section.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func indexOfSection(_ section: Section) -> Int? {
    sectionHandles[section].map(order.rank(of:))
  }

  /// Where an item is; nothing where there is no such item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func path(ofItem item: Item) -> ItemPath? {
    guard let place = places[item], let section = contents[place.section.offset] else { return nil }
    return ItemPath(section: order.rank(of: place.section), item: section.order.rank(of: place.item))
  }

  /// The item at a path; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func itemIdentifier(at path: ItemPath) -> Item? {
    order.handle(at: path.section).flatMap { contents[$0.offset]?.item(at: path.item) }
  }

  /// The section at an index; nothing where there is none.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func sectionIdentifier(at index: Int) -> Section? {
    order.handle(at: index).flatMap { contents[$0.offset]?.identifier }
  }
}
