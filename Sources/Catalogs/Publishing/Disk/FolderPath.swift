import Glibc

/// The path of a folder that may not exist yet.
struct FolderPath {
  /// The folders of the path that do not exist, from the innermost to the outermost.
  let missing: [String]
  /// The innermost folder of the path that exists, with links resolved; `nil` if it cannot be resolved.
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

  /// The device that the folder is on, or is going to be created on.
  var device: UInt64? {
    var status = stat()
    guard let existing, stat(existing, &status) == 0 else { return nil }
    return FileStatus(status).device
  }

  /// The path with links resolved as far as it exists; `nil` if it cannot be resolved.
  var resolved: String? {
    existing.map { existing in
      missing.reversed().reduce(existing) { ($0 == "/" ? "" : $0) + "/" + $1.fileName }
    }
  }

  /// Returns whether the folder is within another one, or is the same. Both paths are resolved.
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

/// Paths are split as the file system splits them: at the byte of a slash, even if a combining mark after it makes the
/// two one character.
extension Substring {
  private static let slash = UInt8(ascii: "/")

  /// The names between the slashes; empty for an empty path.
  var pathParts: [Substring] { utf8.split(separator: Self.slash).map { Substring($0) } }

  /// The path without its last name; empty for a file in the root.
  var folderPath: Substring { utf8.lastIndex(of: Self.slash).map { self[..<$0] } ?? "" }

  /// The last name of the path.
  var fileName: String { String(utf8.lastIndex(of: Self.slash).map { self[utf8.index(after: $0)...] } ?? self) }

  /// Returns the prefix of the path that consists of its first names. `names` are the path's parts.
  func leading(parts count: Int, of names: [Substring]) -> Substring {
    count == 0 ? "" : self[..<names[count - 1].endIndex]
  }
}

extension String {
  var pathParts: [Substring] { self[...].pathParts }

  var folderPath: Substring { self[...].folderPath }

  var fileName: String { self[...].fileName }

  /// Returns the path without trailing slashes. The root becomes empty.
  fileprivate func trimmingTrailingSlashes() -> String {
    var bytes = self[...].utf8
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
