import Glibc

/// A cursor over the folders of a tree. It keeps the open folders on the path to the current one, so that each folder
/// is opened once if paths come in path order, or folder by folder.
struct FolderCursor {
  /// The result of following a path.
  enum Way {
    /// The path leads to this folder.
    case open(Folder)
    /// The path's part of this index does not exist in the given folder.
    case missing(in: Folder, part: Int)
    /// The path's part of this index is a file or a link.
    case blocked(part: Int)
  }

  private let root: Folder
  /// The open folders on the path to the current one, each with its name.
  private var folders: [(name: Substring, folder: Folder)] = []
  /// The path of the current folder.
  private var current: Substring = ""

  init(_ root: Folder) { self.root = root }

  /// Enters the folder of a path, as far as it exists.
  ///
  /// - Parameters:
  ///   - path: The folder's path; empty for the root.
  ///   - making: Whether missing folders are created.
  mutating func enter(_ path: Substring, making: Bool = false) throws(SystemError) -> Way {
    if path.utf8.elementsEqual(current.utf8) { return .open(folders.last?.folder ?? root) }
    let names = path.pathParts
    var depth = 0
    while depth < min(names.count, folders.count), names[depth].utf8.elementsEqual(folders[depth].name.utf8) {
      depth += 1
    }
    folders.removeSubrange(depth...)
    for part in depth..<names.count {
      current = path.leading(parts: part, of: names)
      let folder = folders.last?.folder ?? root
      let name = String(names[part])
      do {
        var inner = try folder.folder(name)
        if inner == nil, making {
          try folder.makeFolder(name)
          inner = try folder.folder(name)
        }
        guard let inner else { return .missing(in: folder, part: part) }
        folders.append((names[part], inner))
      } catch let error where error.isObstacle {
        return .blocked(part: part)
      }
    }
    current = path
    return .open(folders.last?.folder ?? root)
  }
}
