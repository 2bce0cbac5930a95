import Datasets
import Rendering

/// The pages to which the cells of a data set's records may lead.
struct RecordLinks: Sendable {
  /// The fields that hold records.
  private let fields: [Int]

  init(_ schema: Schema) {
    fields = schema.fields.indices.filter { schema.fields[$0].type == .records }
  }

  /// The pages for a record.
  func targets(of record: Record) -> [PageTarget] {
    record.values(at: fields).flatMap(\.allRecords).map { .object($0.objectID) }
  }
}
