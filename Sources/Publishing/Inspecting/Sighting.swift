/// What is found where a file of the catalog should be.
enum Sighting: Equatable, Sendable {
  /// The file as it is recorded.
  case recorded
  /// The bytes that are recorded, in a file that was written at another time.
  case rewritten(modified: Int)
  /// A file with other bytes than those that are recorded, or of which nothing is recorded.
  case other
  /// Nothing.
  case missing
  /// Something else than a file, or no way to it: nobody of us has made that.
  case blocked

  /// Whether the catalog's file is there for certain.
  var isFile: Bool {
    switch self {
    case .recorded, .rewritten: true
    case .other, .missing, .blocked: false
    }
  }
}
