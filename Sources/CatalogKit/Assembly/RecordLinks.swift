import Datasets
import Rendering

/// The pages to which the cells of a data set's records may lead.
struct RecordLinks: Sendable {
  /// The fields that hold records.
  private let fields: [Int]
  /// The field that holds the record which a record is a part of.
  private let parent: Int?

  init(_ schema: Schema, parent: String?) {
    fields = schema.fields.indices.filter { schema.fields[$0].type == .records }
    self.parent = parent.flatMap(schema.index(of:))
  }

  /// What a record is a part of.
  func whole(of record: Record) -> ObjectID? {
    parent.flatMap { record.value(at: $0).allRecords.first?.objectID }
  }

  /// The pages for a record.
  func targets(of record: Record) -> [PageTarget] {
    record.values(at: fields).flatMap(\.allRecords).map { .object($0.objectID) }
  }
}
