import Fingerprints

/// The immutable storage of records: the rows of a file, or a single record that was created in memory or derived from
/// others.
///
/// The rows of a file stay bytes. A value is located and read each time that it is requested, so that values that are
/// never read cost no memory.
final class RecordTable: Sendable {
  enum Content: Sendable {
    /// The rows of a file.
    case rows(FileRows)
    /// One record that was created in memory.
    case made(MadeRecord)
    /// Some fields of a record, at these indices of its schema, and the fingerprint of their content.
    case part(Record, places: [Int], fingerprint: Fingerprint)
    /// A record with the values of an overlay, which replace some of its own or follow them.
    case overlaid(Record, RecordOverlay, [Value])
  }

  /// The name of the data set.
  let dataset: String
  let schema: Schema
  let content: Content
  /// The row to which the record that refers to the table has moved since it was read, or `nil` if the content
  /// determines the row.
  let row: Int?

  init(dataset: String, schema: Schema, content: Content, row: Int? = nil) {
    self.dataset = dataset
    self.schema = schema
    self.content = content
    self.row = row
  }
}

/// A record that was created in memory. It is a class to keep the tables of joined records small, as there are many of
/// them.
final class MadeRecord: Sendable {
  let key: String
  let title: String
  let row: Int
  let values: [Value]
  /// The record before some of its fields were edited, and these fields; `nil` if the record was created from scratch.
  let original: (record: Record, edited: Set<Int>)?

  init(
    key: String, title: String, row: Int, values: [Value], editing original: (record: Record, edited: Set<Int>)? = nil
  ) {
    self.original = original
    self.key = key
    self.title = title
    self.row = row
    self.values = values
  }
}
