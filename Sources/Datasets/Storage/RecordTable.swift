import Fingerprints

/// What records are kept in: the rows of one file, or one record that was made by hand or of others. It never changes.
///
/// A file's rows are its bytes. What is asked for is looked for in them each time, so that nothing is kept of what nobody reads.
final class RecordTable: Sendable {
  enum Content: Sendable {
    /// The rows of a file.
    case rows(FileRows)
    /// One record that was made by hand.
    case made(MadeRecord)
    /// Some fields of a record, which stand at these places of its schema, and the fingerprint of all that they have.
    case part(Record, places: [Int], fingerprint: Fingerprint)
    /// A record with values of an overlay over some of its own, and behind them.
    case overlaid(Record, RecordOverlay, [Value])
  }

  /// The name of the data set.
  let dataset: String
  let schema: Schema
  let content: Content
  /// The row to which the record that refers to the table has moved since it was read; nil where the content tells its row.
  let row: Int?

  init(dataset: String, schema: Schema, content: Content, row: Int? = nil) {
    self.dataset = dataset
    self.schema = schema
    self.content = content
    self.row = row
  }
}

/// A record that was made by hand. It is a class so that the table of a joined record, of which there are many, is small.
final class MadeRecord: Sendable {
  let key: String
  let title: String
  let row: Int
  let values: [Value]
  /// What the record was before somebody edited some of its fields; nil for one that was made from nothing.
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
