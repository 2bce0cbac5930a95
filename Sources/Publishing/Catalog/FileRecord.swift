import Fingerprints

/// What is known of a file of the catalog since it was made.
struct FileRecord: Equatable, Sendable {
  /// What may have to do with its bytes; zero where only preparing tells.
  var ingredients = Fingerprint(high: 0, low: 0)
  /// What its bytes follow from; zero where only they tell.
  var inputs = Fingerprint(high: 0, low: 0)
  /// Its bytes.
  var content: Fingerprint
  /// The number of its bytes.
  var size: Int
  /// When it was written, by the file system's clock: nanoseconds since 1970. It tells whether somebody else has written to it.
  var modified: Int
}
