import Changesets
package import Datasets
package import Diagnostics

/// What became of the rows of a data file: the batch that a catalog which is watched takes over, with the rows and values in it.
///
/// Rows are the same whose keys are. One has moved only if its order among the others is another one.
package struct DatasetDifference: Encodable, Hashable, Sendable {
  /// A field that only one of the files has, or that has another type.
  package struct FieldChange: Encodable, Hashable, Sendable {
    /// The name.
    package var field: String
    /// The type before; nothing for a new field.
    package var old: String?
    /// The type after; nothing for a field that has gone.
    package var new: String?
  }

  /// A row of one of the files.
  package struct Row: Encodable, Hashable, Sendable {
    /// The key.
    package var key: String
    /// What people call it.
    package var title: String
    /// The row as a spreadsheet shows it.
    package var row: Int
  }

  /// A row that stands elsewhere among the others.
  package struct Move: Encodable, Hashable, Sendable {
    /// The key.
    package var key: String
    /// What people call it.
    package var title: String
    /// The place before, counted from 1.
    package var from: Int
    /// The place after, counted from 1.
    package var to: Int
  }

  /// The text of a value that is another one; nothing stands for no value.
  package struct ValueChange: Encodable, Hashable, Sendable {
    /// The field.
    package var field: String
    /// The value before.
    package var old: String?
    /// The value after.
    package var new: String?
  }

  /// A row that was changed.
  package struct Update: Encodable, Hashable, Sendable {
    /// The key.
    package var key: String
    /// What people call it now.
    package var title: String
    /// The row after the change, as a spreadsheet shows it.
    package var row: Int
    /// The values that are others, in the order of the fields; none where the same is only written in another way.
    package var values: [ValueChange]
  }

  /// How many rows there are, before and after.
  package struct Counts: Encodable, Hashable, Sendable {
    /// Before.
    package var old: Int
    /// After.
    package var new: Int
  }

  /// The fields that the keys come from, where they are not the same; `@row` stands for the numbers of the rows.
  package struct KeyChange: Encodable, Hashable, Sendable {
    /// Before.
    package var old: String
    /// After.
    package var new: String
  }

  /// How many rows there are.
  package let rows: Counts
  /// The key fields, where they are not the same: then no row is.
  package let key: KeyChange?
  /// The fields that are others.
  package let fields: [FieldChange]
  /// The rows that have gone, in their order.
  package let deletes: [Row]
  /// The new rows, in their order.
  package let inserts: [Row]
  /// The rows that stand elsewhere, in their new order.
  package let moves: [Move]
  /// The rows that were changed, in their new order.
  package let updates: [Update]

  /// Whether nothing is different.
  package var isEmpty: Bool {
    key == nil && fields.isEmpty && deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// Compares two data files.
  ///
  /// - Parameters:
  ///   - old: The path of the file before, or what else a ``Datasets/Dataset`` can be read from.
  ///   - new: The path of the file after.
  ///   - key: The fields that tell the rows apart, in both; found out in each unless given.
  ///   - reading: How the files are read.
  /// - Throws: Everything that is wrong with the files.
  /// - Complexity: O(*n*) in the size of the files, and O(*m* log *m*) for *m* rows out of order.
  package init(
    from old: String, to new: String, key: [String] = [], reading: ReadingOptions = ReadingOptions()
  ) throws(DiagnosticsError) {
    // One name for both: it is part of what tells a row from others.
    var options = Dataset.Options(name: "data", key: Dataset.Key(key))
    options.problems = .warn
    options.apply(reading)
    options.place = .arguments
    var findings: [Diagnostic] = []
    let datasets = [old, new].compactMap { path -> Dataset? in
      do throws(DiagnosticsError) {
        try FoundDatasets.checkThatThereIsOne(at: path, reading: reading)
        return try Dataset(contentsOf: path, options: options)
      } catch {
        findings += error.diagnostics
        return nil
      }
    }
    guard datasets.count == 2 else { throw DiagnosticsError(findings) }
    self.init(from: datasets[0], to: datasets[1])
  }

  /// Compares two states of a data set.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after: a data set of the same name.
  /// - Complexity: O(*n*) in the size of the records, and O(*m* log *m*) for *m* records out of order.
  package init(from old: Dataset, to new: Dataset) {
    let comparison = DatasetComparison(old, new)
    rows = Counts(old: old.records.count, new: new.records.count)
    key = comparison.key
    fields = comparison.fields
    (deletes, inserts, moves, updates) = (
      comparison.deletes, comparison.inserts, comparison.moves, comparison.updates
    )
  }
}

/// Compares two states of a data set.
struct DatasetComparison {
  private let old: Dataset
  private let new: Dataset
  private let edits: Edits<Int>

  init(_ old: Dataset, _ new: Dataset) {
    self.old = old
    self.new = new
    edits = diff(from: old.records, to: new.records, matching: .records)
  }

  var key: DatasetDifference.KeyChange? {
    if old.keyFields == new.keyFields { return nil }
    return DatasetDifference.KeyChange(
      old: Dataset.Key.text(ofFields: old.keyFields), new: Dataset.Key.text(ofFields: new.keyFields))
  }

  /// The fields that are others: first those of the state before, then the new ones.
  var fields: [DatasetDifference.FieldChange] {
    let (before, after) = (old.schema, new.schema)
    let changed = before.fields.compactMap { field -> DatasetDifference.FieldChange? in
      let type = after.index(of: field.name).map { after.fields[$0].type }
      if type == field.type { return nil }
      return DatasetDifference.FieldChange(field: field.name, old: field.type.rawValue, new: type?.rawValue)
    }
    return changed
      + after.fields.filter { before.index(of: $0.name) == nil }.map {
        DatasetDifference.FieldChange(field: $0.name, old: nil, new: $0.type.rawValue)
      }
  }

  var deletes: [DatasetDifference.Row] { edits.deletes.sorted().map { DatasetDifference.Row(old.records[$0]) } }

  var inserts: [DatasetDifference.Row] { edits.inserts.sorted().map { DatasetDifference.Row(new.records[$0]) } }

  var moves: [DatasetDifference.Move] {
    edits.moves.sorted { $0.after < $1.after }.map { move in
      let record = new.records[move.after]
      return DatasetDifference.Move(
        key: record.id.key, title: record.title, from: move.before + 1, to: move.after + 1)
    }
  }

  /// The records that were changed. Where the fields are others, or are read otherwise, all records are written otherwise: then those
  /// are left out whose values are the same.
  var updates: [DatasetDifference.Update] {
    let isSameSchema = old.schema == new.schema
    return edits.updates.sorted { $0.after < $1.after }.compactMap { update in
      let (before, after) = (old.records[update.before], new.records[update.after])
      let values = changes(from: before, to: after)
      if values.isEmpty, !isSameSchema { return nil }
      return DatasetDifference.Update(key: after.id.key, title: after.title, row: after.row, values: values)
    }
  }

  /// The values that are others, of the fields that both states have.
  private func changes(from before: Record, to after: Record) -> [DatasetDifference.ValueChange] {
    zip(before.schema.fields, before.values).compactMap { field, value in
      guard let index = after.schema.index(of: field.name) else { return nil }
      let next = after.value(at: index)
      let isSame = value.text.utf8.elementsEqual(next.text.utf8) && value.isMissing == next.isMissing
      if isSame, value == next || field.type != after.schema.fields[index].type { return nil }
      return DatasetDifference.ValueChange(
        field: field.name, old: value.isMissing ? nil : value.text, new: next.isMissing ? nil : next.text)
    }
  }
}

extension DatasetDifference.Row {
  init(_ record: Record) { self.init(key: record.id.key, title: record.title, row: record.row) }
}
