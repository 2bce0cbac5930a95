import Fingerprints

/// The files that are staged until they are moved to their places.
///
/// Usually they are staged in a folder tree like the catalog's, so that a new folder is moved at once with everything
/// in it. When only some files of a catalog are published, they are staged flat, each under the fingerprint of its
/// path, which saves the folders.
struct StagedFiles {
  /// The name of the folder that contains the tree.
  static let folder = "files"

  let isFlat: Bool
  private let flat: Folder
  private var cursor: FolderCursor

  /// Creates a view of the staged files.
  init(in folder: Folder, isFlat: Bool) {
    self.isFlat = isFlat
    flat = folder
    cursor = FolderCursor(folder)
  }

  /// Returns the folder and the name under which a file is staged, or `nil` if its folder does not exist.
  mutating func place(of path: String, making: Bool = false) throws(SystemError) -> (folder: Folder, name: String)? {
    if isFlat { return (flat, Fingerprint(path).description) }
    switch try cursor.enter(path.folderPath, making: making) {
    case .open(let folder): return (folder, path.fileName)
    case .missing, .blocked:
      // The plan has a file and a folder of the same path.
      if making { throw .notAFolder }
      return nil
    }
  }
}
