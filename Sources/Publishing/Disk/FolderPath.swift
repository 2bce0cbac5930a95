import Glibc

/// The path of a folder that may not be there yet.
struct FolderPath {
  /// The folders on the way that are not there, from the innermost to the outermost.
  let missing: [String]
  /// The innermost folder that is there: the last of the path, or one above; what it is, behind all links, and nil if it cannot be found.
  let existing: String?

  init(_ path: String) {
    var status = stat()
    var missing: [String] = []
    var folder = path.trimmingTrailingSlashes()
    while !folder.isEmpty, stat(folder, &status) != 0, errno == ENOENT {
      missing.append(folder)
      folder = String(folder.folderPath).trimmingTrailingSlashes()
    }
    self.missing = missing
    existing = Self.resolve(folder.isEmpty ? path.utf8.first == UInt8(ascii: "/") ? "/" : "." : folder)
  }

  /// The file system that the folder is on, or is going to be.
  var device: UInt64? {
    var status = stat()
    guard let existing, stat(existing, &status) == 0 else { return nil }
    return FileStatus(status).device
  }

  /// The path without links, as far as it is there; nil if it cannot be found.
  var resolved: String? {
    existing.map { existing in
      missing.reversed().reduce(existing) { ($0 == "/" ? "" : $0) + "/" + $1.fileName }
    }
  }

  /// Whether the folder is within another one, or is that one; both are resolved.
  func isWithin(_ other: FolderPath) -> Bool {
    guard let path = resolved, let outer = other.resolved else { return false }
    return path.pathParts.starts(with: outer.pathParts) { $0.utf8.elementsEqual($1.utf8) }
  }

  private static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension String {
  /// The path without slashes at its end; the root's is empty then.
  fileprivate func trimmingTrailingSlashes() -> String {
    var bytes = self[...].utf8
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(Substring(bytes))
  }
}

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
