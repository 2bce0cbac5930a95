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

  /// The name that the source was told to give a section, if any.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func name(ofSection section: Int) -> String? {
    sectionName.flatMap { sectionIdentifier(for: section).flatMap($0) }
  }
}
