import Foundation

/// What is in a folder, and in the folders within it.
package enum FolderContents {
  /// The paths of the files and folders, relative to the folder, in any order. Hidden ones are left out with all that is in them; links to
  /// folders are not followed.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - isLeftOut: Whether the file or folder at a path is left out, too, with all that is in it.
  /// - Returns: `nil` if the folder cannot be read.
  package static func paths(in folder: String, leavingOut isLeftOut: (String) -> Bool) -> [String]? {
    guard let files = FileManager.default.enumerator(atPath: folder) else { return nil }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    var paths: [String] = []
    while let path = files.nextObject() as? String {
      let name = path.utf8.split(separator: UInt8(ascii: "/")).last
      if name?.first == UInt8(ascii: ".") || isLeftOut(start + path) {
        files.skipDescendants()
      } else {
        paths.append(path)
      }
    }
    return paths
  }
}
