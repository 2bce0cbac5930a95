import Changesets
import DataSources

/// Attaches to each record of the left source the records of the right one that have the same text in a field: sources are
/// `[left, right]`.
///
/// Lists have each of their elements. So a record may have many keys, and goes with the right records of all of them. Places are those of
/// the left source.
struct RecordJoin: IncrementalMapping {
  let name: String
  let leftField: String
  let rightField: String

  /// The number of items of each left section.
  private var counts: [Int] = []
  private var index = Index()
  /// The keys whose right records changed.
  private var touched: Set<String> = []
  private let schemas: JoinedSchemas

  init(name: String, leftField: String, rightField: String) {
    self.name = name
    self.leftField = leftField
    self.rightField = rightField
    schemas = JoinedSchemas(name)
  }

  /// The right records by their keys, in the order of their source.
  private struct Index {
    private(set) var records: [Record] = []
    private(set) var places: [String: [Int]] = [:]
    /// For each section, how many records there are before it; then the number of all.
    private var starts = [0]

    init() {}

    init(_ source: any DataSource<Record>, _ field: String) {
      for section in 0..<source.numberOfSections {
        for record in source.items(inSection: section) {
          // A list may have an element twice.
          for key in Set(record.joinKeys(field)) { places[key, default: []].append(records.count) }
          records.append(record)
        }
        starts.append(records.count)
      }
    }

    subscript(path: ItemPath) -> Record { records[starts[path.section] + path.item] }

    subscript(section: Int) -> ArraySlice<Record> { records[starts[section]..<starts[section + 1]] }
  }

  /// Whether the sources were read and have sections.
  var remembersSources: Bool { !counts.isEmpty }

  mutating func refresh(from sources: [any DataSource<Record>]) {
    count(sources[0])
    index = Index(sources[1], rightField)
    touched = []
  }

  private mutating func count(_ left: any DataSource<Record>) {
    counts = (0..<left.numberOfSections).map(left.numberOfItems)
  }

  /// Counts along; where the right source changed, it is read again.
  ///
  /// - Complexity: O(*s*) for *s* sections of the left source; O(*n*) for *n* records of the right one, if it changed.
  mutating func apply(_ changes: SourceChanges<Record>) -> UpdateBatch {
    if !changes.batch(ofSource: 0).isEmpty { count(changes.sources[0]) }
    let batch = changes.batch(ofSource: 1)
    if !batch.isEmpty {
      let old = index
      index = Index(changes.sources[1], rightField)
      touch(batch, from: old)
    }
    return UpdateBatch()
  }

  /// Notes the keys of the right records that are in a batch, those before and those after. Also what was only moved may now stand in
  /// another order among the records that go with a left one.
  private mutating func touch(_ batch: UpdateBatch, from old: Index) {
    guard !batch.isReload else {
      touched.formUnion(old.places.keys)
      touched.formUnion(index.places.keys)
      return
    }
    let items = batch.items, sections = batch.sections
    for path in items.deletes + items.moves.map(\.before) + items.updates.map(\.before) { touch([old[path]]) }
    for path in items.inserts + items.moves.map(\.after) + items.updates.map(\.after) { touch([index[path]]) }
    for section in sections.deletes { touch(old[section]) }
    for section in sections.inserts + sections.moves.map(\.after) { touch(index[section]) }
  }

  private mutating func touch(_ records: ArraySlice<Record>) {
    for record in records { touched.formUnion(record.joinKeys(rightField)) }
  }

  /// Updates the records with whose keys something happened in the right source.
  ///
  /// - Complexity: O(*n*), *n* being the number of left records, if anything did.
  mutating func settle(over sources: [any DataSource<Record>]) -> UpdateBatch {
    if touched.isEmpty { return UpdateBatch() }
    var updates: [Pair<ItemPath>] = []
    for section in counts.indices {
      for (item, record) in sources[0].items(inSection: section).enumerated() {
        let path = ItemPath(section: section, item: item)
        if record.joinKeys(leftField).contains(where: touched.contains) { updates.append(Pair(path, path)) }
      }
    }
    touched = []
    return UpdateBatch(items: Edits(updates: updates))
  }

  /// All of them: what goes with a record is not compared.
  func changedItems(
    among retained: some Sequence<Pair<ItemPath>>, since old: RecordJoin, by changes: SourceChanges<Record>
  ) -> [Pair<ItemPath>] { Array(retained) }

  /// The record of the left source, with what goes with it, in the order of the right source.
  func item(at path: ItemPath, from sources: [any DataSource<Record>]) -> Record {
    let record = sources[0].item(at: path)
    let keys = record.joinKeys(leftField)
    var places = keys.flatMap { index.places[$0] ?? [] }
    // With several keys the same record may be met twice.
    if keys.count > 1 { places = Set(places).sorted() }
    let table = RecordTable(
      dataset: record.table.dataset, schema: schemas.schema(joined: record.schema),
      content: .joined(record, places.map { index.records[$0] }))
    return Record(table, 0)
  }

  var numberOfSections: Int { counts.count }

  func numberOfItems(inSection section: Int) -> Int { counts[section] }

  func sourcePath(for path: ItemPath) -> SourcePath? {
    contains(path) ? SourcePath(source: 0, path: path) : nil
  }

  func path(for sourcePath: SourcePath) -> ItemPath? {
    sourcePath.source == 0 && contains(sourcePath.path) ? sourcePath.path : nil
  }

  private func contains(_ path: ItemPath) -> Bool {
    counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
  }

  func sourceSection(for section: Int) -> SourceSection? {
    counts.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && counts.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }

  func run(around path: ItemPath) -> Range<Int>? { 0..<counts[path.section] }
}

/// The schemas with one more field. Most often the left records have the same one, which is made once.
///
/// It is a class so that items can be made of a mapping that nobody may change; like it, it stays in one isolation domain.
private final class JoinedSchemas {
  private let field: Field
  private var last: (left: Schema, joined: Schema)?

  init(_ name: String) { field = Field(name: name, type: .records) }

  func schema(joined left: Schema) -> Schema {
    if let last, last.left == left { return last.joined }
    let joined = Schema(left.fields + [field])
    last = (left, joined)
    return joined
  }
}

extension Record {
  /// What the record is joined by: the elements of a list, the text of any other value, the keys of records.
  fileprivate func joinKeys(_ field: String) -> [String] {
    switch self[field] {
    case nil, .missing: []
    case .list(let elements, _): elements.map(\.text)
    case .records(let records): records.map(\.id.key)
    case .some(let value): [value.text.trimmed]
    }
  }
}
