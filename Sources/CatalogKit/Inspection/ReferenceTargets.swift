import DocumentModel
import Rendering

/// The files of a catalog as what relative references may lead to.
struct ReferenceTargets {
  /// By their bytes: to a file system, texts that look the same are two names.
  private let files: Set<[UInt8]>
  /// The folders that have a page of their own.
  private let folders: Set<[UInt8]>
  /// A file for each name without folder and ending, in lower case.
  private let names: [String: String]

  /// Collects the targets.
  ///
  /// - Parameter paths: The files, relative to the catalog's root.
  init(_ paths: [String]) {
    files = Set(paths.map { Array($0.utf8) })
    folders = Set(paths.filter { $0.fileName == "index" }.map { Array($0.folder.utf8) })
    names = Dictionary(paths.map { ($0.fileName, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The relative references of some blocks that lead nowhere, each once, in their order.
  func broken(in blocks: [Block]) -> [String] {
    var found: [String] = []
    // Asked about every destination, the closure says of none that it is the one looked for.
    _ = blocks.containsDestination { destination in
      if Destination.isRelative(destination), !leadsSomewhere(destination), !found.contains(destination) {
        found.append(destination)
      }
      return false
    }
    return found
  }

  /// Whether a relative reference leads to a file, or to a folder with a page.
  private func leadsSomewhere(_ reference: String) -> Bool {
    guard let path = CatalogReference(reference).path else { return false }
    return files.contains(Array(path.utf8)) || folders.contains(Array(path.utf8))
  }

  /// What to do about a reference that leads nowhere.
  func hint(for reference: String) -> String {
    if reference.utf8.starts(with: "www.".utf8) { return "Write https:// before an address of the web." }
    let path = CatalogReference(reference).path ?? ""
    if let file = names[path.fileName] { return "Did you mean “\(file)”?" }
    return "References start from the catalog's root, such as “\(names["index"] ?? "index.html")”."
  }
}

extension String {
  /// The folder of a path, without a slash at its end.
  fileprivate var folder: String { pathParts.dropLast().joined(separator: "/") }

  /// The name at the end of a path without its ending, in lower case.
  fileprivate var fileName: String {
    let name = (pathParts.last ?? "").lowercased()
    return name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) } ?? name
  }
}
