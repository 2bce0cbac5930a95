import Glibc

/// Stands in a folder, and goes to another by the shortest way: where paths come in the order of a walk, or folder by folder, each folder
/// is opened once.
struct FolderCursor {
  /// Where a path leads.
  enum Way {
    /// To this folder.
    case open(Folder)
    /// Nowhere: the folder has nothing of the name that the path goes on with, which is the part of this number.
    case missing(in: Folder, part: Int)
    /// Nowhere: the part of this number is a file or a link.
    case blocked(part: Int)
  }

  private let root: Folder
  /// The folders on the way, each with its name.
  private var folders: [(name: Substring, folder: Folder)] = []
  /// The path of the folder that it stands in.
  private var current: Substring = ""

  init(_ root: Folder) { self.root = root }

  /// Goes to a folder as far as it is there.
  ///
  /// - Parameters:
  ///   - path: The folder's path; nothing for the root.
  ///   - making: Whether folders are made where they are missing.
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
