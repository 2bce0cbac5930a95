import Datasets
import Rendering

/// The options for the addresses of a catalog's pages, and for redirects from pages that have moved.
struct AddressOptions: Sendable {
  /// Whether the page of each row has its own folder.
  var hasFolders = false
  /// The folder of the sections of the catalog's chain; `nil` if they are next to the folders of data sets.
  var sections: LocatedText?
  /// The servers for which redirect rules are written.
  var redirects: [RedirectServer] = []

  /// Creates options for which each page is a file in the folder of its data set.
  init() {}
}

extension AddressOptions {
  /// Reads a mapping with `pretty`, `sections` and `redirects`.
  init(_ node: YAMLNode) {
    for (key, value) in node.mapping(["pretty", "sections", "redirects"]) {
      switch key.text {
      case "pretty": hasFolders = value.boolean ?? hasFolders
      case "sections": sections = value.folder
      default: addServers(value)
      }
    }
  }

  private mutating func addServers(_ node: YAMLNode) {
    for element in node.elements {
      guard let server: RedirectServer = element.choice() else { continue }
      if redirects.contains(server) { continue }
      if let other = redirects.first(where: { $0.file == server.file }) {
        element.report(
          "catalog/redirects", "“\(other.rawValue)” and “\(server.rawValue)” read the same file, \(server.file)",
          hint: "Keep one of them.")
        continue
      }
      redirects.append(server)
    }
  }
}

extension YAMLNode {
  /// The node as the name of a folder of pages. A text that cannot be one is reported.
  fileprivate var folder: LocatedText? {
    guard let name = name else { return nil }
    guard PagePath.canBeFolder(name.text) else {
      report("catalog/folder", "“\(name.text)” cannot be a folder", hint: PagePath.folderHint(for: name.text))
      return nil
    }
    return name
  }
}

extension PagePath {
  /// Returns a hint for a text that cannot be a folder.
  static func folderHint(for text: String) -> String {
    let slug = slug(of: text)
    return canBeFolder(slug)
      ? "Write small letters, digits and hyphens: \(slug)."
      : "Choose an unused name of letters, digits and hyphens."
  }
}

extension CatalogConfiguration {
  /// Returns the folders that exist next to those of the indexes of the catalog's chain.
  ///
  /// - Parameter names: The names of all data sets.
  func foldersBesideIndexes(of names: [String]) -> Set<String> {
    Set(collectionFolders(of: names).values).union([addresses.sections?.text].compactMap(\.self))
  }

  /// Returns a function from a record and one of its keys, present or former, to the address of its page; `nil` if all addresses follow
  /// from keys.
  func objectAddress(of leaves: [OpenDataset]) -> (@Sendable (Record, _ key: String) -> ObjectAddress?)? {
    let patterns = Dictionary(
      leaves.compactMap { leaf in
        leaf.entry.address.map { (leaf.name, (pattern: $0, keyFields: leaf.source.keyFields)) }
      }, uniquingKeysWith: { first, _ in first })
    guard addresses.hasFolders || !patterns.isEmpty else { return nil }
    return { [hasFolders = addresses.hasFolders] record, key in
      guard let (pattern, keyFields) = patterns[record.dataset] else {
        return hasFolders ? ObjectAddress(key: key, hasFolder: true) : nil
      }
      return pattern.address(of: record, knownBy: key, from: keyFields, hasFolder: hasFolders)
    }
  }
}
