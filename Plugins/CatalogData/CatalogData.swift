import Foundation
import PackagePlugin

/// Adds to a target an archive of each catalog in its folder, as a resource, and types for the rows of the data.
///
/// A catalog is a folder with a `catalog.yml`. A data file outside of such folders that the manifest does not mention
/// is a catalog, too. Each data file of a catalog gets a Swift file with the types of the data sets whose first file it
/// is. The types of data sets from folders are in the file of `catalog.yml`. Formats of plugins are refused. An
/// installed command does the work: see `PomonaCommand`.
@main
struct CatalogData: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let pomona = try PomonaCommand().url
    let folder = context.pluginWorkDirectoryURL
    let catalogs = Catalog.all(in: target.directoryURL, named: target.name)
    let others = target.sourceFiles.filter { file in
      file.type == .unknown && file.url.isData && !catalogs.contains { $0.has(file.url) }
    }
    return (catalogs + others.map { Catalog(file: $0.url) }).flatMap { $0.commands(pomona, writingTo: folder) }
  }
}

/// A folder with a `catalog.yml`, or a single data file.
private struct Catalog {
  let url: URL
  /// The name that the outputs are called after.
  let name: String
  /// The input files of the catalog.
  let files: [URL]
  let isFolder: Bool

  init(file: URL) {
    url = file
    name = file.lastPathComponent
    files = [file]
    isFolder = false
  }

  private init(folder: URL, name: String) {
    url = folder
    self.name = name
    // Swift files in the folder are sources of the target, and do not belong to the catalog.
    files = folder.filesWithin.filter { $0.pathExtension != "swift" }
    isFolder = true
  }

  /// Returns the catalogs in a folder. A folder within a catalog belongs to that catalog.
  static func all(in folder: URL, named name: String) -> [Catalog] {
    if FileManager.default.fileExists(atPath: folder.appending(path: "catalog.yml").path(percentEncoded: false)) {
      return [Catalog(folder: folder, name: name)]
    }
    return folder.visibleContents.filter(\.isFolder).flatMap { all(in: $0, named: $0.lastPathComponent) }
  }

  func has(_ file: URL) -> Bool {
    file.standardizedFileURL.pathComponents.starts(with: url.standardizedFileURL.pathComponents)
  }

  func commands(_ pomona: URL, writingTo folder: URL) -> [Command] {
    let path = url.path(percentEncoded: false)
    let archive = folder.appending(path: "\(name).zip")
    let build = Command.buildCommand(
      displayName: "Building the catalog \(name)", executable: pomona,
      arguments: [
        "build", path, "--output", folder.appending(path: "\(name).pages").path(percentEncoded: false),
        "--archive", archive.path(percentEncoded: false), "--no-plugins", "--allow-empty", "--quiet",
      ], inputFiles: files + [pomona], outputFiles: [archive])
    let data = files.filter(\.isData)
    guard isFolder else { return [build, types(pomona, ["types", path], of: url, from: data, writingTo: folder)] }
    let configuration = url.appending(path: "catalog.yml")
    return [build]
      + (data + [configuration]).map { file in
        types(
          pomona, ["types", path, "--file", file.path(percentEncoded: false)], of: file,
          // The fields of a data set can depend on its other files, and data sets from folders can have any files.
          from: file == configuration ? files : data + [configuration], writingTo: folder)
      }
  }

  private func types(
    _ pomona: URL, _ arguments: [String], of file: URL, from inputs: [URL], writingTo folder: URL
  ) -> Command {
    let parts = file.standardizedFileURL.pathComponents.dropFirst(url.standardizedFileURL.pathComponents.count)
    let output = folder.appending(path: "\(([name] + parts).joined(separator: "-")).swift")
    return .buildCommand(
      displayName: "Writing types for \(file.lastPathComponent)", executable: pomona,
      arguments: arguments + ["--output", output.path(percentEncoded: false)], inputFiles: inputs + [pomona],
      outputFiles: [output])
  }
}

extension URL {
  /// Whether the file contains rows, judged by its file extension.
  fileprivate var isData: Bool {
    let file = pathExtension.lowercased() == "gz" ? deletingPathExtension() : self
    let endings = [
      "csv", "tsv", "tab", "json", "jsonl", "ndjson", "yaml", "yml", "toml", "sqlite", "sqlite3", "db",
    ]
    return endings.contains(file.pathExtension.lowercased()) && lastPathComponent != "catalog.yml"
  }

  fileprivate var isFolder: Bool { (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false }

  /// The visible contents of the folder, sorted by name.
  fileprivate var visibleContents: [URL] {
    let contents = try? FileManager.default.contentsOfDirectory(
      at: self, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
    return (contents ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// The files in the folder and in its subfolders.
  fileprivate var filesWithin: [URL] { visibleContents.flatMap { $0.isFolder ? $0.filesWithin : [$0] } }
}
