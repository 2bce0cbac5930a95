package import Changesets
package import OrderedTrees

extension Mapping {
  /// Stores the items of the source.
  package static func keep<Item>() -> Self where Self == Mappings.Keep<Item> { Self() }
}

extension Mappings {
  /// Stores the items of its source, for a source whose items are expensive to read and are read by several readers.
  ///
  /// ```swift
  /// let rows = joined.applying(.keep())
  /// ```
  package struct Keep<Item>: OneToOneMapping {
    package typealias SourceItem = Item

    var counts = SectionCounts()
    package private(set) var items: [ChunkedArray<Item>] = []

    package init() {}

    /// Reads all items.
    package mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = SectionCounts(sources[0])
      items = (0..<sources[0].numberOfSections).map { ChunkedArray(sources[0].items(inSection: $0)) }
    }

    /// Reads the new and the updated items.
    ///
    /// - Complexity: O(*k* log *n* + *s*) beside the cost of reading the items, *k* being the number of edits, *n* that
    ///   of items, and *s* that of sections.
    package mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      let source = changes.sources[0]
      let batch = changes.batch(ofSource: 0)
      batch.removals.forEachRange { items[$0].removeSubrange($1) }
      batch.sections.apply(to: &items) { ChunkedArray(source.items(inSection: $0)) }
      for path in batch.insertions { items[path.section].insert(source.item(at: path), at: path.item) }
      for path in batch.replacements { items[path.section][path.item] = source.item(at: path) }
      counts.apply(changes)
      return UpdateBatch()
    }

    package func item(at path: ItemPath, from sources: [any DataSource<Item>]) -> Item {
      items[path.section][path.item]
    }

    package func items(inSection section: Int, from sources: [any DataSource<Item>]) -> [Item] { items[section].all }
  }
}
