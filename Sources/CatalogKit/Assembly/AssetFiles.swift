import Diagnostics
import Publishing
import SystemPackage

/// The files that a catalog's configuration says to copy.
struct AssetFiles {
  /// Their paths, relative to the catalog's folder, which are also where they go.
  private(set) var found: Set<FilePath> = []
  /// What stands for no file at all.
  private(set) var errors: [Diagnostic] = []
  /// What is left out of a folder or a pattern.
  private(set) var warnings: [Diagnostic] = []

  /// Whether a name is of what no catalog publishes, however it is named.
  static func isReserved(_ component: FilePath.Component) -> Bool {
    [".git", PathRules.hiddenFolder].contains(component.string)
  }

  private let folder: InputFolder
  private let log: InputManifest

  /// Finds the files of some patterns. Of a folder, what is hidden in it is left out, and so are links that lead out of the catalog's folder
  /// or back to a folder that they are in, and what a catalog is written to.
  ///
  /// - Parameters:
  ///   - patterns: Paths of files and folders, or patterns with `*` and `?`.
  ///   - folder: The catalog's folder.
  ///   - log: What is asked of the file system.
  init(_ patterns: [CatalogConfiguration.Name], in folder: InputFolder, log: InputManifest) {
    self.folder = folder
    self.log = log
    for pattern in patterns {
      var problems: [Diagnostic] = []
      var count = 0
      for path in folder.matches(pattern.text, log: log) { count += add(path, behind: [], &problems) }
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

  /// Adds a file, or those of a folder.
  ///
  /// - Parameter way: The folders that the path was reached through, behind any links; none if the configuration means it.
  /// - Returns: The number of files, also if they were added before.
  private mutating func add(_ path: FilePath, behind way: [FilePath], _ problems: inout [Diagnostic]) -> Int {
    guard !path.components.contains(where: Self.isReserved) else { return 0 }
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
    case .folder(let place):
      var way = way
      if way.isEmpty { way = [folder.place(of: path.removingLastComponent()).resolved].compactMap(\.self) }
      // Whoever goes on comes by the same folder again, and for ever.
      if way.contains(where: { $0.starts(with: place) }) {
        report(
          "leads back to a folder that it is in, and is not copied", hint: "Delete the link, or move it elsewhere.")
        return 0
      }
      way.append(place)
      var count = 0
      for name in place.visibleNames { count += add(path.appending(name), behind: way, &problems) }
      return count
    case .special(let type):
      report("is \(type.noun ?? "no file"), and is not copied", hint: "Only files and folders can be copied.")
    case .output where way.isEmpty:
      report("is where a catalog is written to, and is not copied", hint: "Name the files that it is made from.")
    case .outside where way.isEmpty:
      report("leads out of the catalog's folder, and is not copied", hint: "Put the files into the folder.")
    case .output, .outside, .nothing: break
    }
    return 0
  }
}
