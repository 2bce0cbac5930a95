public import Changesets

extension DiffableDataSource {
  /// The item at a path; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func itemIdentifier(for path: ItemPath) -> Item? { snapshot().itemIdentifier(at: path) }

  /// The path of an item; nothing where it is not shown.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func path(for item: Item) -> ItemPath? { snapshot().path(ofItem: item) }

  /// The section at an index; nothing where there is none.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func sectionIdentifier(for index: Int) -> Section? { snapshot().sectionIdentifier(at: index) }

  /// The index of a section; nothing where it is not shown.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func index(for section: Section) -> Int? { snapshot().indexOfSection(section) }
}

/// As a leaf of a chain, the source shows what ``snapshot()`` gives.
///
/// A chain lives in one isolation domain, and a source under it is to be changed there: in any other, what the chain asks for may
/// be gone by the time that it asks. Who reads from elsewhere takes a ``snapshot()``.
extension DiffableDataSource: DataSource {
  /// How many sections are shown.
  public var numberOfSections: Int { snapshot().numberOfSections }

  /// How many items a section shows.
  public func numberOfItems(inSection section: Int) -> Int {
    guard let count = snapshot().numberOfItems(inSectionAt: section) else {
      preconditionFailure("There is no section \(section).")
    }
    return count
  }

  /// The item at a place.
  public func item(at path: ItemPath) -> Item {
    guard let item = itemIdentifier(for: path) else { preconditionFailure("There is no item at \(path).") }
    return item
  }

  /// The name that the source was told to give a section, if any.
  public func name(ofSection section: Int) -> String? {
    sectionName.flatMap { sectionIdentifier(for: section).flatMap($0) }
  }
}
