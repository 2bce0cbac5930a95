import Fingerprints

/// The files that wait until they are moved to their places.
///
/// They stand in folders like theirs, so that a folder that is new is moved with all that is in it. Where only some files of a catalog are
/// published, they stand side by side, each under the fingerprint of its path: that costs no folders.
struct StagedFiles {
  /// The name of the folder that holds such folders.
  static let folder = "files"

  /// Whether the files stand side by side.
  let isFlat: Bool
  private let flat: Folder
  private var cursor: FolderCursor

  /// Opens what is staged.
  ///
  /// - Parameter folder: The one that they are in.
  init(in folder: Folder, isFlat: Bool) {
    self.isFlat = isFlat
    flat = folder
    cursor = FolderCursor(folder)
  }

  /// Where a file is staged; nil if it is not, since its folder is not there.
  mutating func place(of path: String, making: Bool = false) throws(SystemError) -> (folder: Folder, name: String)? {
    if isFlat { return (flat, Fingerprint(path).description) }
    switch try cursor.enter(path.folderPath, making: making) {
    case .open(let folder): return (folder, path.fileName)
    case .missing, .blocked:
      // A file and a folder of the same name cannot be staged.
      if making { throw .notAFolder }
      return nil
    }
  }
}
