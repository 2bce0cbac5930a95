import Datasets
import Publishing
import SystemPackage

/// The folder that a catalog's files are in, and what of it belongs to the catalog.
struct InputFolder: Sendable {
  /// What is at a path of the folder.
  enum Content {
    /// A file.
    case file
    /// A folder; its place behind any links.
    case folder(FilePath)
    /// What can be neither copied nor looked into, such as a pipe.
    case special(FileType)
    /// A folder that a catalog is written to, or something in the one that this catalog is written to.
    case output
    /// What a link outside of the folder, or a path that leads out of it, leads to.
    case outside
    case nothing
  }

  /// The folder, as people name it; empty for the current one.
  let path: FilePath
  /// The folder behind any links; `nil` where there is none.
  private let root: FilePath?
  /// The places within the folder that the catalog is written to, behind any links.
  private let outputs: [FilePath]

  /// Refers to a folder.
  ///
  /// - Parameters:
  ///   - path: The folder, which need not exist.
  ///   - outputs: The folders that the catalog is written to, wherever they are.
  init(_ path: FilePath, outputs: [FilePath] = []) {
    self.path = path == "." ? "" : path
    let root = path.resolved
    self.root = root
    // A catalog that is written into its own folder, or around it, is beside its files, which are still its files.
    self.outputs = outputs.compactMap(\.resolved).filter { output in
      root.map { output != $0 && output.starts(with: $0) } ?? false
    }
  }

  /// The place of a file, named from where the folder is named; an absolute path is as it is, and `.` is the folder itself.
  func place(of file: FilePath) -> FilePath { file == "." && !path.isEmpty ? path : path.pushing(file) }

  /// The place of a file that is named in a configuration, or by data.
  func place(of file: String) -> FilePath { place(of: FilePath(file)) }

  /// Looks at what a path of the folder leads to, which is noted. What the catalog is written to is not: it follows from the catalog.
  func content(at file: FilePath, log: InputManifest) -> Content {
    let place = place(of: file)
    if isOwnOutput(place) { return .output }
    log.note(place)
    guard let root, let resolved = place.resolved, let type = resolved.type else { return .nothing }
    guard resolved.starts(with: root) else { return .outside }
    switch type {
    case .regular: return .file
    case .directory: return holdsCatalog(place) ? .output : .folder(resolved)
    default: return .special(type)
    }
  }

  /// The paths that a path or a pattern means, relative to the folder. A path without signs of a pattern means itself; no pattern means
  /// what a catalog is written to.
  ///
  /// - Parameter log: Notes the folders whose lists of files decide.
  func matches(_ pattern: String, log: InputManifest) -> [FilePath] {
    guard FilePattern.isPattern(pattern), !place(of: pattern).exists else { return [FilePath(pattern)] }
    for folder in FilePattern.folders(of: pattern, in: path.string) {
      let place = place(of: folder)
      if !isOwnOutput(place) { log.note(place) }
    }
    return FilePattern.matches(pattern, in: path.string) { isOutput(FilePath($0), log: log) }.map { FilePath($0) }
  }

  /// Notes all that is in a folder and in those within it, as far as it is visible and no catalog is written to it.
  func noteContents(of place: FilePath, log: InputManifest) {
    let paths = FolderContents.paths(in: place.string) { isOutput(FilePath($0), log: log) }
    for path in paths ?? [] { log.note(place.appending(path)) }
  }

  /// Whether a place is left out of patterns and folders, since this catalog or another one is written to it.
  ///
  /// - Parameter log: Notes a folder that is left out because of what is in it.
  func isOutput(_ place: FilePath, log: InputManifest? = nil) -> Bool {
    if isOwnOutput(place) { return true }
    guard holdsCatalog(place) else { return false }
    log?.note(place)
    return true
  }

  private func isOwnOutput(_ place: FilePath) -> Bool {
    guard !outputs.isEmpty, let resolved = place.resolved else { return false }
    return outputs.contains { resolved.starts(with: $0) }
  }

  /// Whether a folder within this one has a catalog in it that was built.
  private func holdsCatalog(_ place: FilePath) -> Bool {
    guard place.appending(PathRules.hiddenFolder).isFolder, let root, let resolved = place.resolved else {
      return false
    }
    return resolved != root && resolved.starts(with: root)
  }
}
