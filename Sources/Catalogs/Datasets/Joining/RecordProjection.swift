package import Changesets
package import DataSources
import OrderedTrees

/// A mapping that reduces records to what other data sets read of them: their identity, their title, and some of their
/// fields.
///
/// Updates that change none of these are not passed on. A new biography of a painter, for example, does not update the
/// works that only show the painter's name.
package struct RecordProjection: IncrementalMapping, SectionPreservingMapping {
  let fields: [String]
  /// The reduced records of each section.
  private var sections: [ChunkedArray<Record>] = []
  private let schemas: ProjectedSchemas

  package init(fields: [String]) {
    self.fields = fields
    schemas = ProjectedSchemas(fields)
  }

  package mutating func refresh(from sources: [any DataSource<Record>]) {
    sections = (0..<sources[0].numberOfSections).map { section in
      ChunkedArray(sources[0].items(inSection: section).lazy.map(schemas.projected))
    }
  }

  package mutating func apply(_ changes: SourceChanges<Record>) -> UpdateBatch {
    _ = take(changes.batch(ofSource: 0), changes.sources[0])
    return UpdateBatch()
  }

  /// Applies the changes of the source.
  ///
  /// - Returns: The paths of the updated records whose reduced records are unchanged.
  private mutating func take(_ batch: UpdateBatch, _ source: any DataSource<Record>) -> Set<ItemPath> {
    // Removals have paths from before the update, all other edits those from after it. The order follows from that.
    for path in batch.removals { sections[path.section].remove(at: path.item) }
    let schemas = schemas
    batch.sections.apply(to: &sections) { section in
      ChunkedArray(source.items(inSection: section).lazy.map(schemas.projected))
    }
    for path in batch.insertions {
      sections[path.section].insert(schemas.projected(source.item(at: path)), at: path.item)
    }
    var unchanged: Set<ItemPath> = []
    for path in batch.replacements {
      let record = schemas.projected(source.item(at: path))
      if record.hasSameContent(as: sections[path.section][path.item]) { unchanged.insert(path) }
      sections[path.section][path.item] = record
    }
    return unchanged
  }

  package mutating func update(_ changes: SourceChanges<Record>) -> UpdateBatch {
    guard var batch = changes.onlyBatch else {
      refresh(from: changes.sources)
      return .reload
    }
    let unchanged = take(batch, changes.sources[0])
    if !unchanged.isEmpty {
      // An edit of a field that was left out ends here, and costs nothing in the chain that follows.
      batch.items.updates = EditList(batch.items.updates.filter { !unchanged.contains($0.after) })
    }
    return batch
  }

  package func item(at path: ItemPath, from sources: [any DataSource<Record>]) -> Record {
    sections[path.section][path.item]
  }

  package func items(inSection section: Int, from sources: [any DataSource<Record>]) -> [Record] {
    Array(sections[section])
  }

  package var numberOfSections: Int { sections.count }
  package func numberOfItems(inSection section: Int) -> Int { sections[section].count }
  package func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    (0..<sections[section].count).contains(item) ? item : nil
  }
  package func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    sourceIndex(ofItem: item, inSection: section)
  }
}

/// The reduced schemas of records. The last one is cached, as records usually share a schema.
///
/// It is a class so that it can be used while the mapping is mutated. Like the mapping, it stays in one isolation
/// domain.
private final class ProjectedSchemas {
  private let names: [String]
  private var last: (full: Schema, places: [Int], part: Schema)?

  init(_ names: [String]) { self.names = names }

  func projected(_ record: Record) -> Record {
    let (places, schema) = part(of: record.schema)
    return record.part(at: places, schema)
  }

  private func part(of full: Schema) -> (places: [Int], schema: Schema) {
    if let last, last.full == full { return (last.places, last.part) }
    let places = names.compactMap(full.index(of:))
    let part = Schema(places.map { full.fields[$0] })
    last = (full, places, part)
    return (places, part)
  }
}
