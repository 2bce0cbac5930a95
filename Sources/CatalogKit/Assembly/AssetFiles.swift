import Diagnostics
import Foundation

/// The files that a catalog's configuration says to copy.
struct AssetFiles {
  /// Their paths, relative to the catalog's folder, which are also where they go.
  private(set) var found: Set<String> = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Finds the files of some patterns. Hidden files, and links that lead out of the folder, are left out.
  ///
  /// - Parameters:
  ///   - patterns: Paths of files and folders, or patterns with `*` and `?` in the last part.
  ///   - folder: The catalog's folder.
  ///   - log: What is asked of the file system.
  init(_ patterns: [CatalogConfiguration.Name], in folder: String, log: InputLog) {
    let root = Self.resolved(folder) + "/"
    for pattern in patterns {
      let before = found.count
      for path in FileSystem.matches(pattern.text, in: folder, log: log) { add(path, in: folder, root: root, log) }
      if found.count == before {
        diagnostics.append(
          Diagnostic(
            code: "catalog/no-asset", "“\(pattern.text)” is no file or folder with files in it", at: pattern.location,
            hint: "Its path is relative to the catalog's folder."))
      }
    }
  }

  private mutating func add(_ path: String, in folder: String, root: String, _ log: InputLog) {
    let place = FileSystem.path(path, in: folder)
    log.note(place)
    guard Self.resolved(place).hasPrefix(root) else { return }
    guard FileSystem.isFolder(place) else {
      if FileSystem.exists(place) { found.insert(path) }
      return
    }
    for name in FileSystem.visibleFiles(in: place) { add("\(path)/\(name)", in: folder, root: root, log) }
  }

  /// A path behind any links.
  private static func resolved(_ path: String) -> String {
    URL(filePath: path.isEmpty ? "." : path).resolvingSymlinksInPath().path()
  }
}
