package import Changesets
package import DataSources
package import Diagnostics
import OrderedTrees

/// A mapping that adds the values of derived fields to the records of its source, section by section and item by item.
///
/// The values are stored; only new and updated records are evaluated. Unless its reading is given, a field has numbers
/// if all results are numbers, and otherwise texts. When this changes, all records are updated.
package struct RecordDerivation: IncrementalMapping, SectionPreservingMapping {
  package typealias SourceItem = Record
  package typealias Item = Record

  private let table: ExpressionTable
  private let titles: [String]?
  private var rows: [ChunkedArray<DerivedValues>] = []
  private var tally: Tally
  /// The fields with the types that were inferred last, and the overlays that add them to records.
  private var fields: [Field]
  private var overlays: RecordOverlays

  /// Compiles the expressions of fields.
  ///
  /// - Parameters:
  ///   - fields: The derived fields, at least one.
  ///   - schema: The fields of the file.
  ///   - titles: The fields that form the title, if some of them are derived.
  ///   - limits: The limits, of which that of a value is also applied to results.
  /// - Throws: All errors in the expressions.
  package init(
    _ fields: [DerivedField], over schema: Schema, titles: [String]? = nil, limits: ReadingLimits = ReadingLimits()
  ) throws(DiagnosticsError) {
    table = try ExpressionTable(fields, over: schema, limits: limits)
    self.titles = titles
    tally = Tally(count: fields.count)
    self.fields = tally.fields(fields)
    overlays = RecordOverlays(self.fields, titles: titles)
  }

  /// Returns the fields of records with the derived ones.
  ///
  /// - Parameter base: The fields without the derived ones.
  package func schema(over base: Schema) -> Schema { overlays.overlay(over: base).schema }

  // MARK: - Following the source

  /// Evaluates all records.
  package mutating func refresh(from sources: [any DataSource<Record>]) {
    let table = table
    rows = (0..<sources[0].numberOfSections).map { section in
      ChunkedArray(sources[0].items(inSection: section).map(table.values))
    }
    tally = Tally(count: table.fields.count)
    for row in rows.joined() { tally.add(row) }
    decideFields()
  }

  /// Evaluates new and updated records.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is the number of edits and of items in deleted or inserted sections, and
  ///   *n* the number of items; plus the evaluation of up to *k* records.
  package mutating func apply(_ changes: SourceChanges<Record>) -> UpdateBatch {
    let source = changes.sources[0]
    let batch = changes.batch(ofSource: 0)
    let table = table
    // A copy, which the closure below can change while `rows` is changing.
    var tally = tally
    for path in batch.removals { tally.remove(rows[path.section].remove(at: path.item)) }
    // Rows of deleted sections have to be counted out before they are gone.
    for section in batch.sections.deletes { rows[section].forEach { tally.remove($0) } }
    batch.sections.apply(to: &rows) { section in
      let values = source.items(inSection: section).map(table.values)
      values.forEach { tally.add($0) }
      return ChunkedArray(values)
    }
    for path in batch.insertions {
      let values = table.values(for: source.item(at: path))
      tally.add(values)
      rows[path.section].insert(values, at: path.item)
    }
    for path in batch.replacements {
      tally.remove(rows[path.section][path.item])
      let values = table.values(for: source.item(at: path))
      tally.add(values)
      rows[path.section][path.item] = values
    }
    self.tally = tally
    return UpdateBatch()
  }

  /// Updates all records if the type of a field has changed.
  package mutating func settle(over sources: [any DataSource<Record>]) -> UpdateBatch {
    guard decideFields() else { return UpdateBatch() }
    return UpdateBatch(items: Edits(updates: sources[0].paths.map { PlacePair($0, $0) }))
  }

  package func changedItems(
    among retained: some Sequence<PlacePair<ItemPath>>, since old: RecordDerivation, by changes: SourceChanges<Record>
  ) -> [PlacePair<ItemPath>] { fields == old.fields ? [] : Array(retained) }

  /// Infers the types of the fields again.
  ///
  /// - Returns: Whether a type has changed.
  @discardableResult
  private mutating func decideFields() -> Bool {
    let decided = tally.fields(table.fields)
    guard decided != fields else { return false }
    fields = decided
    overlays = RecordOverlays(decided, titles: titles)
    return true
  }

  // MARK: - Items

  package func item(at path: ItemPath, from sources: [any DataSource<Record>]) -> Record {
    derived(sources[0].item(at: path), rows[path.section][path.item])
  }

  package func items(inSection section: Int, from sources: [any DataSource<Record>]) -> [Record] {
    zip(sources[0].items(inSection: section), rows[section]).map(derived)
  }

  private func derived(_ record: Record, _ row: DerivedValues) -> Record {
    var values = row.values
    for (index, field) in fields.enumerated() where field.type == .text {
      // A number among texts is shown as text.
      if case .number(let number) = values[index] { values[index] = .text(number.text) }
    }
    return Record(record, under: overlays.overlay(over: record.schema), values: values)
  }

  package var numberOfSections: Int { rows.count }
  package func numberOfItems(inSection section: Int) -> Int { rows[section].count }
  package func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    rows[section].indices.contains(item) ? item : nil
  }
  package func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    rows[section].indices.contains(item) ? item : nil
  }
}

// MARK: - Types of results

extension RecordDerivation {
  /// The number of results of each kind, for each field.
  private struct Tally {
    var numbers: [Int]
    var texts: [Int]
    var failures = 0

    init(count: Int) {
      numbers = Array(repeating: 0, count: count)
      texts = numbers
    }

    mutating func add(_ row: DerivedValues) { count(row, 1) }
    mutating func remove(_ row: DerivedValues) { count(row, -1) }

    private mutating func count(_ row: DerivedValues, _ step: Int) {
      for (field, value) in row.values.enumerated() {
        switch value {
        case .number: numbers[field] += step
        case .missing: break
        default: texts[field] += step
        }
      }
      failures += step * row.failures.count
    }

    func fields(_ derived: [DerivedField]) -> [Field] {
      derived.enumerated().map { index, field in
        let found: FieldReading = numbers[index] > 0 && texts[index] == 0 ? .number : .text
        return Field(name: field.name, reading: field.reading ?? found)
      }
    }
  }

  /// Returns the problems of the values, in the order of the records.
  fileprivate func problems(of source: any DataSource<Record>, file: String) -> Dataset.Problems {
    var problems = Dataset.Problems()
    guard tally.failures > 0 else { return problems }
    for (section, rows) in rows.enumerated() {
      for (item, row) in rows.enumerated() where !row.failures.isEmpty {
        let record = source.item(at: ItemPath(section: section, item: item))
        for failure in row.failures {
          let field = table.fields[failure.field]
          let location = record.location(in: file, field: field.name)
          let finding = Diagnostic(
            .warning, code: "derive/value", "\(failure.message): \(failure.decision)", at: location,
            hint: failure.hint ?? "Correct the values of the row, or the fields that the expression reads.")
          problems.append(.init(kind: .value, finding: finding))
        }
      }
    }
    return problems
  }
}

extension Transform<RecordDerivation> {
  /// Returns the problems of the values of derived fields, in the order of the records, with what was decided instead.
  ///
  /// - Parameter file: The file of the records, for the findings.
  /// - Complexity: O(1) if there are no problems, otherwise O(*n*) in the number of records.
  package func problems(in file: String) -> Dataset.Problems { mapping.problems(of: sources[0], file: file) }
}
