import Fingerprints
import Foundation
import Rendering

/// A catalog in its own folder, with a search; it is deleted with the last reference.
final class SearchedCatalog {
  /// The folder that contains the catalog's folder.
  let shelf = FileManager.default.temporaryDirectory.appending(path: "pomona-search-\(UUID().uuidString)")
  /// The catalog's folder, whose name has to be encoded in an address.
  var root: URL { shelf.appending(path: "my #1 catalog") }

  /// Builds the pages of things and their index.
  ///
  /// - Parameters:
  ///   - language: The language of the pages.
  ///   - capacity: The largest number of entries in a shard.
  ///   - text: Further text that finds a thing, by its title.
  init(
    _ sections: [(name: String?, things: [Thing])], language: String = "en", capacity: Int = 3, hasSearch: Bool = true,
    text: (String) -> String = { _ in "" }
  ) throws {
    let renderer = try HTMLRenderer(search: hasSearch)
    for asset in renderer.assets { try write(asset) }
    var entries: [SearchEntry] = []
    for page in document(sections, info: CatalogInfo(title: "Things", language: language)).pages {
      try write(Artifact(path: renderer.file(of: page.path), bytes: renderer.render(page)))
      guard page.kind == .object else { continue }
      entries.append(
        SearchEntry(
          title: page.title, path: page.path.file("html"), section: page.breadcrumbs.last?.title,
          text: text(page.title)))
    }
    if hasSearch { try index(entries, capacity: capacity) }
  }

  deinit { try? FileManager.default.removeItem(at: shelf) }

  /// Writes the index of some entries.
  func index(_ entries: [SearchEntry], capacity: Int) throws {
    let shards = Sharding.shards(
      of: entries.map { Fingerprint($0.path).low }, sizes: entries.map { _ in 1 }, capacity: capacity)
    for shard in shards {
      let entries = shard.indices.map { entries[Int($0)] }
      try write(Artifact(path: SearchShard.path(shard.number), bytes: SearchShard.file(entries: entries)))
    }
    try write(Artifact(path: SearchIndex.path, bytes: SearchIndex.file(shards: shards.map(\.number))))
  }

  private func write(_ file: Artifact) throws {
    let place = root.appending(path: file.path)
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(file.bytes).write(to: place)
  }
}
