import Changesets
import Datasets

/// Compares two states of a data set.
struct DatasetComparison {
  private let old: Dataset
  private let new: Dataset
  private let edits: Edits<Int>

  init(_ old: Dataset, _ new: Dataset) {
    self.old = old
    self.new = new
    // Without options, a diff throws only where its task is cancelled.
    edits = (try? diff(from: old.records, to: new.records, matching: .records)) ?? .reload
  }

  var key: DatasetDifference.KeyChange? {
    if old.keyField == new.keyField { return nil }
    return DatasetDifference.KeyChange(old: old.keyField ?? "@row", new: new.keyField ?? "@row")
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
