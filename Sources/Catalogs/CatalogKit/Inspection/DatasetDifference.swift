import Changesets
package import Datasets
package import Diagnostics

/// The difference of two states of a data set: the batch with which a watched catalog is updated, with its rows and
/// values.
///
/// Rows with the same key are the same row. A row counts as moved only if its order among the others changed.
package struct DatasetDifference: Encodable, Hashable, Sendable {
  /// A field that only one of the files has, or whose type changed.
  package struct FieldChange: Encodable, Hashable, Sendable {
    /// The name.
    package var field: String
    /// The old type; `nil` for a new field.
    package var old: String?
    /// The new type; `nil` for a removed field.
    package var new: String?
  }

  /// A row of one of the files.
  package struct Row: Encodable, Hashable, Sendable {
    /// The key.
    package var key: String
    /// The title.
    package var title: String
    /// The number of the row, as a spreadsheet shows it.
    package var row: Int
  }

  /// A row whose position among the others changed.
  package struct Move: Encodable, Hashable, Sendable {
    /// The key.
    package var key: String
    /// The title.
    package var title: String
    /// The old position, counted from 1.
    package var from: Int
    /// The new position, counted from 1.
    package var to: Int
  }

  /// A value whose text changed; `nil` stands for a missing value.
  package struct ValueChange: Encodable, Hashable, Sendable {
    /// The field.
    package var field: String
    /// The old value.
    package var old: String?
    /// The new value.
    package var new: String?
  }

  /// A row that was changed.
  package struct Update: Encodable, Hashable, Sendable {
    /// The key.
    package var key: String
    /// The new title.
    package var title: String
    /// The number of the row after the change, as a spreadsheet shows it.
    package var row: Int
    /// The changed values, in the order of the fields. The array is empty if the same values are only written in
    /// another way.
    package var values: [ValueChange]
  }

  /// The numbers of rows before and after.
  package struct Counts: Encodable, Hashable, Sendable {
    /// The old number.
    package var old: Int
    /// The new number.
    package var new: Int
  }

  /// The fields that the keys come from, if they changed. `@row` stands for row numbers.
  package struct KeyChange: Encodable, Hashable, Sendable {
    /// The old fields.
    package var old: String
    /// The new fields.
    package var new: String
  }

  /// The numbers of rows.
  package let rows: Counts
  /// The key fields, if they changed. Rows are not the same then.
  package let key: KeyChange?
  /// The fields that were added, removed, or changed.
  package let fields: [FieldChange]
  /// The deleted rows, in their order.
  package let deletes: [Row]
  /// The inserted rows, in their order.
  package let inserts: [Row]
  /// The moved rows, in their new order.
  package let moves: [Move]
  /// The changed rows, in their new order.
  package let updates: [Update]

  /// Whether there is no difference.
  package var isEmpty: Bool {
    key == nil && fields.isEmpty && deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// Compares two data files.
  ///
  /// - Parameters:
  ///   - old: The old file's path, or anything else that a `Dataset` can be read from.
  ///   - new: The new file's path.
  ///   - key: The fields that identify rows, in both files. If it is empty, they are inferred for each file.
  ///   - reading: The options for reading the files.
  /// - Throws: All errors in the files.
  /// - Complexity: O(*n*) in the size of the files, and O(*m* log *m*) for *m* rows out of order.
  package init(
    from old: String, to new: String, key: [String] = [], reading: ReadingOptions = ReadingOptions()
  ) throws(DiagnosticsError) {
    // Both data sets get the same name, because the name is a part of a row's identity.
    var options = Dataset.Options(name: "data", key: Dataset.Key(key))
    options.problems = .warn
    options.apply(reading)
    options.place = .arguments
    var findings: [Diagnostic] = []
    // The second file is read even if the first one has errors, so that those of both are reported.
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
  ///   - old: The old state.
  ///   - new: The new state, a data set of the same name.
  /// - Complexity: O(*n*) in the size of the records, and O(*m* log *m*) for *m* records out of order.
  package init(from old: Dataset, to new: Dataset) {
    let edits = diff(from: old.records, to: new.records, matching: .records)
    let isSameSchema = old.schema == new.schema
    rows = Counts(old: old.records.count, new: new.records.count)
    key =
      old.keyFields == new.keyFields
      ? nil
      : KeyChange(old: Dataset.Key.text(ofFields: old.keyFields), new: Dataset.Key.text(ofFields: new.keyFields))
    fields = FieldChange.changes(from: old.schema, to: new.schema)
    deletes = edits.deletes.sorted().map { Row(old.records[$0]) }
    inserts = edits.inserts.sorted().map { Row(new.records[$0]) }
    moves = edits.moves.sorted { $0.after < $1.after }.map { move in
      let record = new.records[move.after]
      return Move(key: record.id.key, title: record.title, from: move.before + 1, to: move.after + 1)
    }
    updates = edits.updates.sorted { $0.after < $1.after }.compactMap { update in
      let (before, after) = (old.records[update.before], new.records[update.after])
      let values = ValueChange.changes(from: before, to: after)
      // If fields were added, removed, or are read in another way, every record differs as a whole.
      if values.isEmpty, !isSameSchema { return nil }
      return Update(key: after.id.key, title: after.title, row: after.row, values: values)
    }
  }
}

extension DatasetDifference.Row {
  fileprivate init(_ record: Record) { self.init(key: record.id.key, title: record.title, row: record.row) }
}

extension DatasetDifference.FieldChange {
  /// Returns the changed fields: first those of the old state, then the new ones.
  fileprivate static func changes(from before: Schema, to after: Schema) -> [Self] {
    let changed = before.fields.compactMap { field -> Self? in
      let type = after.index(of: field.name).map { after.fields[$0].type }
      return type == field.type ? nil : Self(field: field.name, old: field.type.rawValue, new: type?.rawValue)
    }
    let added = after.fields.filter { before.index(of: $0.name) == nil }
    return changed + added.map { Self(field: $0.name, old: nil, new: $0.type.rawValue) }
  }
}

extension DatasetDifference.ValueChange {
  /// Returns the differing values of the fields that both states of a record have.
  fileprivate static func changes(from before: Record, to after: Record) -> [Self] {
    zip(before.schema.fields, before.values).compactMap { field, value in
      guard let index = after.schema.index(of: field.name) else { return nil }
      let next = after.value(at: index)
      let isSame = value.text.utf8.elementsEqual(next.text.utf8) && value.isMissing == next.isMissing
      if isSame, value == next || field.type != after.schema.fields[index].type { return nil }
      return Self(field: field.name, old: value.isMissing ? nil : value.text, new: next.isMissing ? nil : next.text)
    }
  }
}
