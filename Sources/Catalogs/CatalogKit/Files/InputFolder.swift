import Datasets
import Publishing
package import SystemPackage

/// The folder with a catalog's files. It decides which of them belong to the catalog.
package struct InputFolder: Sendable {
  /// The kind of file at a path of the folder.
  enum Content {
    case file
    /// A folder, with its path after links are resolved.
    case folder(FilePath)
    /// A file that can be neither copied nor read as a folder, such as a pipe.
    case special(FileType)
    /// A folder with a catalog that was built, or a file in the folder that this catalog is written to.
    case output
    /// A file that this process prints to.
    case stream
    /// A file outside of the folder, to which a link or the path leads.
    case outside
    case nothing
  }

  /// The folder's path in messages; empty for the current folder.
  package let path: FilePath
  /// The path after links are resolved; `nil` if the folder does not exist.
  private let root: FilePath?
  /// The paths within the folder that the catalog is written to, after links are resolved.
  private let outputs: [FilePath]
  private let streams = OwnStreams()

  /// Creates a reference to a folder.
  ///
  /// - Parameters:
  ///   - path: The folder, which need not exist.
  ///   - outputs: The folders that the catalog is written to. They may be outside of the folder.
  package init(_ path: FilePath, outputs: [FilePath] = []) {
    self.path = path == "." ? "" : path
    let root = path.resolved
    self.root = root
    // If the catalog is written to its own folder or to one around it, the files of the folder are still its input.
    self.outputs = outputs.compactMap(\.resolved).filter { output in
      root.map { output != $0 && output.isWithin($0) } ?? false
    }
  }

  /// Returns the path of a file of this folder. An absolute path is returned unchanged, and `.` is the folder itself.
  package func place(of file: FilePath) -> FilePath { file == "." && !path.isEmpty ? path : path.pushing(file) }

  /// Returns the path of a file that a configuration or data names.
  package func place(of file: String) -> FilePath { place(of: FilePath(file)) }

  /// Returns the kind of file at a path of the folder, and records the file's state. Files in the catalog's own output
  /// are not recorded: they depend on the catalog, and not the other way round.
  func content(at file: FilePath, log: InputManifest) -> Content {
    let place = place(of: file)
    if isOwnOutput(place) { return .output }
    log.note(place)
    if streams.contains(place) { return .stream }
    guard let root, let resolved = place.resolved, let type = resolved.type else { return .nothing }
    guard resolved.isWithin(root) else { return .outside }
    switch type {
    case .regular: return .file
    case .directory: return holdsCatalog(place) ? .output : .folder(resolved)
    default: return .special(type)
    }
  }

  /// Returns the paths that match a path or a pattern, relative to the folder. A path without wildcards matches itself,
  /// and so does a pattern that is the name of a file. No pattern matches files in the output of a catalog.
  ///
  /// - Parameter log: Records the folders whose lists of files decide the result.
  package func matches(_ pattern: String, log: InputManifest) -> [FilePath] {
    guard FilePattern.isPattern(pattern), !place(of: pattern).exists else { return [FilePath(pattern)] }
    for folder in FilePattern.folders(of: pattern, in: path.string) {
      let place = place(of: folder)
      if !isOwnOutput(place) { log.note(place) }
    }
    return FilePattern.matches(pattern, in: path.string) { isBuilt(FilePath($0), log: log) }.map { FilePath($0) }
  }

  /// Records the states of all visible files in a folder and in its subfolders, except for the output of catalogs.
  func noteContents(of place: FilePath, log: InputManifest) {
    let paths = FolderContents.paths(in: place.string) { isOutput(FilePath($0), log: log) }
    for path in paths ?? [] { log.note(place.appending(path)) }
  }

  /// Whether the contents of folders and the data of patterns are without a path, because this catalog or another one
  /// is written to it, or because this process prints to it.
  ///
  /// - Parameter log: Records what is skipped, unless it is in the folder that this catalog is written to.
  func isOutput(_ place: FilePath, log: InputManifest? = nil) -> Bool {
    guard streams.contains(place) else { return isBuilt(place, log: log) }
    log?.note(place)
    return true
  }

  private func isBuilt(_ place: FilePath, log: InputManifest?) -> Bool {
    if isOwnOutput(place) { return true }
    guard holdsCatalog(place) else { return false }
    log?.note(place)
    return true
  }

  private func isOwnOutput(_ place: FilePath) -> Bool {
    guard !outputs.isEmpty, let resolved = place.resolved else { return false }
    return outputs.contains { resolved.isWithin($0) }
  }

  /// Whether a folder within this one contains a catalog that was built.
  private func holdsCatalog(_ place: FilePath) -> Bool {
    guard place.appending(PathRules.hiddenFolder).isFolder, let root, let resolved = place.resolved else {
      return false
    }
    return resolved != root && resolved.isWithin(root)
  }
}

/// The files that this process prints to. What is printed is no input of a catalog, whose build causes it.
struct OwnStreams: Sendable {
  private let files = [FileDescriptor.standardOutput, .standardError].compactMap { try? $0.stat() }
    .filter { $0.type == .regular }

  func contains(_ place: FilePath) -> Bool {
    guard !files.isEmpty, let file = try? place.orCurrent.stat() else { return false }
    return files.contains { $0.inode == file.inode && $0.deviceID == file.deviceID }
  }
}
