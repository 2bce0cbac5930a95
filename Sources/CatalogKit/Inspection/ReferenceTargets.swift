import DocumentModel
import Rendering
import SystemPackage

/// The files of a catalog as what relative references may lead to.
struct ReferenceTargets {
  /// To a file system, texts that look the same are two names; and so they are here.
  private let files: Set<FilePath>
  /// The folders that have a page of their own.
  private let folders: Set<FilePath>
  /// The catalog's folder, which may have files that are not copied.
  private let source: InputFolder
  private let namesakes: Namesakes

  /// Collects the targets.
  ///
  /// - Parameters:
  ///   - paths: The files, relative to the catalog's root.
  ///   - source: The folder that the catalog is made from.
  init(_ paths: [String], from source: InputFolder) {
    let paths = paths.map { FilePath($0) }
    files = Set(paths)
    folders = Set(paths.lazy.filter { $0.stem == "index" }.map { $0.removingLastComponent() })
    namesakes = Namesakes(paths)
    self.source = source
  }

  /// The relative references of some blocks, each once, in their order.
  static func references(in blocks: [Block]) -> [String] {
    var found: [String] = []
    // Asked about every destination, the closure says of none that it is the one looked for.
    _ = blocks.containsDestination { destination in
      if Destination.isRelative(destination), !found.contains(destination) { found.append(destination) }
      return false
    }
    return found
  }

  /// The relative references of some blocks that lead nowhere, each once, in their order.
  func broken(in blocks: [Block]) -> [String] { Self.references(in: blocks).filter { !leadsSomewhere($0) } }

  /// Whether a relative reference leads to a file, or to a folder with a page.
  func leadsSomewhere(_ reference: String) -> Bool {
    guard let path = Self.path(of: reference) else { return false }
    return files.contains(path) || folders.contains(path)
  }

  /// What to do about a reference that leads nowhere.
  func hint(for reference: String) -> String {
    if reference.utf8.starts(with: "www.".utf8) { return "Write https:// before an address of the web." }
    if let path = Self.path(of: reference) {
      if case .file = source.content(at: path, log: InputLog()) {
        return "The file is in the catalog's folder, but is not copied: name it under `assets`."
      }
      if let file = namesakes.file(for: path) { return "Did you mean “\(file)”?" }
    }
    return "References start from the catalog's root, such as “\(namesakes.home ?? "index.html")”."
  }

  /// The path that a reference leads to from the root; nil for one that leads out of the catalog.
  private static func path(of reference: String) -> FilePath? {
    // A path ends at a zero byte, and a file's name has none.
    CatalogReference(reference).path.flatMap { $0.utf8.contains(0) ? nil : FilePath($0) }
  }
}

/// Finds the file that somebody means who writes its path as the names are written, without its folder, or with another ending.
private final class Namesakes {
  private let paths: [FilePath]
  /// The files by their paths as slugs.
  private lazy var files = Dictionary(grouping: paths, by: Self.slugs)
  /// The files by their names as slugs, or by the names of the folders that they are the pages of.
  private lazy var names = Dictionary(grouping: paths) { Self.name(in: Self.slugs(of: $0)) }

  init(_ paths: [FilePath]) { self.paths = paths }

  /// The home page.
  var home: FilePath? { files[["index"]]?.first }

  /// The closest file: one with the same ending comes before those that have more in common otherwise.
  func file(for path: FilePath) -> FilePath? {
    let slugs = Self.slugs(of: path)
    let candidates =
      (files[slugs] ?? []) + (files[slugs + ["index"]] ?? []) + (Self.name(in: slugs).flatMap { names[$0] } ?? [])
    let ending = path.extension?.lowercased()
    return candidates.first { $0.extension?.lowercased() == ending } ?? candidates.first
  }

  private static func slugs(of path: FilePath) -> [String] {
    path.removingLastComponent().components.map { PagePath.slug(of: $0.string) }
      + [path.lastComponent.map { PagePath.slug(of: $0.stem) } ?? ""]
  }

  private static func name(in slugs: [String]) -> String? {
    slugs.last == "index" ? slugs.dropLast().last : slugs.last
  }
}
