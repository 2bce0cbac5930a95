/// A file that a renderer made.
public struct Artifact: Hashable, Sendable {
  /// The file's place relative to the catalog's root, such as `fruits/apple.html`.
  public var path: String
  /// What is in the file.
  public var bytes: [UInt8]

  /// Makes an artifact from bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Makes an artifact from text, in UTF-8.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}
