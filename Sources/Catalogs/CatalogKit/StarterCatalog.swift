package import Diagnostics
import Foundation
import SystemPackage
import Templates

/// The small catalog that `pomona init` writes.
package enum StarterCatalog {
  /// Writes the catalog's files.
  ///
  /// - Parameter folder: A folder that is empty or does not exist.
  /// - Returns: The paths of the files, relative to the folder.
  /// - Throws: `DiagnosticsError` if the folder contains files, or cannot be written to.
  @discardableResult
  package static func write(to folder: String) throws(DiagnosticsError) -> [String] {
    let contents = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let place = FilePath(folder)
    guard contents.isEmpty, !place.exists || place.isFolder else {
      throw DiagnosticsError(
        code: "init/not-empty", "the folder is not empty", at: .init(file: folder),
        hint: "Name a new folder for the catalog.")
    }
    do {
      for (file, text) in Templates.starter {
        let url = URL(filePath: folder).appending(path: file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url, options: .atomic)
      }
    } catch {
      throw DiagnosticsError(
        code: "init/unwritable", "the catalog cannot be written: \(error.localizedDescription)",
        at: .init(file: folder), hint: "Check that you may write there.")
    }
    return Templates.starter.map(\.file)
  }
}
