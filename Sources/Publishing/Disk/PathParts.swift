/// Paths as the file system takes them apart: at the byte of a slash, even where a mark after it makes another character of it.
extension Substring {
  private static let slash = UInt8(ascii: "/")

  /// The names between the slashes; none of an empty path.
  var pathParts: [Substring] { utf8.split(separator: Self.slash).map { Substring($0) } }

  /// The path of the folder that a path's file is in; empty for the root.
  var folderPath: Substring { utf8.lastIndex(of: Self.slash).map { self[..<$0] } ?? "" }

  /// The last name of a path.
  var fileName: String { String(utf8.lastIndex(of: Self.slash).map { self[utf8.index(after: $0)...] } ?? self) }

  /// The first names of a path, which is made of these.
  func leading(parts count: Int, of names: [Substring]) -> Substring {
    count == 0 ? "" : self[..<names[count - 1].endIndex]
  }
}

extension String {
  /// The names between the slashes; none of an empty path.
  var pathParts: [Substring] { self[...].pathParts }

  /// The path of the folder that a path's file is in; empty for the root.
  var folderPath: Substring { self[...].folderPath }

  /// The last name of a path.
  var fileName: String { self[...].fileName }
}
