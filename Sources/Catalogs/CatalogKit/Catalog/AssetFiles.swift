import Diagnostics
import SystemPackage

/// The files that a catalog's configuration says to copy.
struct AssetFiles {
  /// Their paths, relative to the catalog's folder. They are copied to the same paths.
  private(set) var found: Set<FilePath> = []
  /// The entries of the configuration that match no file.
  private(set) var errors: [Diagnostic] = []
  /// What was skipped in a folder, or among the matches of a pattern.
  private(set) var warnings: [Diagnostic] = []

  private let folder: InputFolder
  private let log: InputManifest

  /// Finds the files that match patterns. In folders, hidden files are skipped, and so are links that lead out of the
  /// catalog's folder or back to a folder that contains them, and the output of catalogs.
  ///
  /// - Parameter patterns: Paths of files and folders, or patterns with `*` and `?`.
  init(_ patterns: [LocatedText], in folder: InputFolder, log: InputManifest) {
    self.folder = folder
    self.log = log
    for pattern in patterns {
      var problems: [Diagnostic] = []
      var count = 0
      for path in folder.matches(pattern.text, log: log) { count += add(path, within: [], &problems) }
      if count > 0 {
        warnings += problems.filter { !warnings.contains($0) }
      } else if problems.isEmpty {
        errors.append(
          Diagnostic(
            code: "catalog/no-asset", "“\(pattern.text)” is no file or folder with files in it", at: pattern.location,
            hint: "Its path is relative to the catalog's folder."))
      } else {
        errors += problems.map { Diagnostic(code: $0.code, $0.message, at: pattern.location, hint: $0.hint) }
      }
    }
  }

  /// Adds a file, or the files of a folder.
  ///
  /// - Parameter folders: The folders that lead to the path, with links resolved; empty for a path that the
  ///   configuration names.
  /// - Returns: The number of files, including those that were added before, and one that this process prints to.
  private mutating func add(_ path: FilePath, within folders: [FilePath], _ problems: inout [Diagnostic]) -> Int {
    guard !path.components.contains(where: CatalogConfiguration.isReserved) else { return 0 }
    func report(_ message: String, hint: String) {
      problems.append(
        Diagnostic(
          .warning, code: "catalog/asset", "“\(path)” \(message)", at: .init(file: folder.place(of: path).string),
          hint: hint))
    }
    switch folder.content(at: path, log: log) {
    case .file:
      found.insert(path)
      return 1
    case .stream: return 1
    case .folder(let place):
      var folders = folders
      if folders.isEmpty { folders = [folder.place(of: path.removingLastComponent()).resolved].compactMap(\.self) }
      // A link back to a folder that contains it would be followed forever.
      if folders.contains(where: { $0.starts(with: place) }) {
        report(
          "leads back to a folder that it is in, and is not copied", hint: "Delete the link, or move it elsewhere.")
        return 0
      }
      folders.append(place)
      var count = 0
      for name in place.visibleNames { count += add(path.appending(name), within: folders, &problems) }
      return count
    case .special(let type):
      report("is \(type.noun ?? "no file"), and is not copied", hint: "Only files and folders can be copied.")
    case .output where folders.isEmpty:
      report(
        "is the output folder of a catalog, and is not copied", hint: "Name the files that the catalog is built from.")
    case .outside where folders.isEmpty:
      report("leads out of the catalog's folder, and is not copied", hint: "Put the files into the folder.")
    case .output, .outside, .nothing: break
    }
    return 0
  }
}
