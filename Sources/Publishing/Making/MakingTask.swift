import Fingerprints

/// A file that has to be made.
struct MakingTask: Sendable {
  /// What is on the disk in the file's place.
  enum Present: Sendable {
    /// Nothing.
    case nothing
    /// A file of the catalog with these bytes.
    case recorded(content: Fingerprint, size: Int, modified: Int)
    /// A file of the catalog whose bytes are not known.
    case unread
  }

  /// Where it stands in the plan.
  let turn: Int
  /// The number of its path.
  let id: Int
  let path: String
  let kind: PlannedFile.Kind
  let ingredients: Fingerprint?
  let inputs: Fingerprint?
  let content: FileContent
  let present: Present

  /// What is known of the file when it has been made.
  func record(_ content: Fingerprint, size: Int, modified: Int) -> FileRecord {
    var record = FileRecord(content: content, size: size, modified: modified)
    if let ingredients { record.ingredients = ingredients }
    if let inputs { record.inputs = inputs }
    return record
  }
}

/// A file that was made.
struct MadeFile: Sendable {
  /// The number of its path.
  let id: Int
  let kind: PlannedFile.Kind
  let record: FileRecord
  /// Whether a file was there before.
  let isNew: Bool
  /// Whether it has other bytes than the one that was there before, and was staged.
  let isChanged: Bool
}
