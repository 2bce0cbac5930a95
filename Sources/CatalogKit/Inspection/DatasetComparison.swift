import Changesets
import DataSources
import Datasets

/// Compares two states of a data set, as a source does that shows first the one and then the other.
struct DatasetComparison {
  private let old: Dataset
  private let new: Dataset
  private let edits: Edits<ItemPath>

  init(_ old: Dataset, _ new: Dataset) {
    self.old = old
    self.new = new
    let source = ArraySource(old.records)
    let listener = Listener()
    source.link.addObserver(listener) { listener, event in
      if case .didUpdate(let batch, _) = event { listener.batch = batch }
    }
    source.setItems(new.records, by: .records)
    edits = listener.batch.items
  }

  private final class Listener { var batch = UpdateBatch() }

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

  var deletes: [DatasetDifference.Row] { edits.deletes.sorted().map { DatasetDifference.Row(old.records[$0.item]) } }

  var inserts: [DatasetDifference.Row] { edits.inserts.sorted().map { DatasetDifference.Row(new.records[$0.item]) } }

  var moves: [DatasetDifference.Move] {
    edits.moves.sorted { $0.after < $1.after }.map { move in
      let record = new.records[move.after.item]
      return DatasetDifference.Move(
        key: record.id.key, title: record.title, from: move.before.item + 1, to: move.after.item + 1)
    }
  }

  /// The records that were changed. Where the fields are others, or are read otherwise, all records are written otherwise: then those
  /// are left out whose values are the same.
  var updates: [DatasetDifference.Update] {
    let isSameSchema = old.schema == new.schema
    return edits.updates.sorted { $0.after < $1.after }.compactMap { update in
      let (before, after) = (old.records[update.before.item], new.records[update.after.item])
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
