import Datasets
import Fingerprints
import Rendering

/// An object of a catalog, with what the exports (the files made of all objects) show of it.
struct ExportEntry: Sendable {
  let record: Record
  let title: String
  /// The file of the object's page, relative to the catalog's root; `nil` if objects have no pages.
  let file: String?
  /// The title of the object's section; `nil` if it is in none.
  let section: String?
}

/// The maximal sizes of the parts of divided exports.
struct PartCapacities {
  /// The number of bytes in a part of the search index.
  var search = SearchIndex.capacity
  /// The number of addresses in a part of the sitemap.
  var sitemap = 1000
  /// The number of objects in a part of the JSON. A typical part has about 50.
  var json = 70
}

/// The document and the settings from which exports are planned.
struct ExportPlan {
  let document: Document<Record>
  /// Returns the file of a page, relative to the catalog's root.
  let file: @Sendable (PagePath) -> String
  /// The fingerprint of what all exports depend on: the program, and whatever decides where the objects' pages are,
  /// except their addresses.
  let base: Fingerprint
  let capacities: PartCapacities

  init(
    _ document: Document<Record>, capacities: PartCapacities = PartCapacities(),
    file: @escaping @Sendable (PagePath) -> String
  ) {
    self.document = document
    self.capacities = capacities
    self.file = file
    var parts = Fingerprinter()
    parts.combine(Program.fingerprint)
    parts.combine(file(.home))
    parts.combine(document.hasObjectPages)
    base = parts.finish()
  }

  var entries: some RandomAccessCollection<DocumentEntry<Record>> { document.entries }

  /// Returns the fingerprint of what a file is made from.
  func fingerprint(of objects: Fingerprint?, _ settings: String...) -> Fingerprint? {
    guard let objects else { return nil }
    var parts = Fingerprinter()
    parts.combine(base)
    for setting in settings { parts.combine(setting) }
    parts.combine(objects)
    return parts.finish()
  }

  /// Returns the fingerprint of some objects and of their places, or `nil` if one of them does not know the fingerprint
  /// of its content.
  func contents(of entries: some Sequence<DocumentEntry<Record>>) -> Fingerprint? {
    var parts = Fingerprinter()
    for entry in entries {
      guard let content = entry.content else { return nil }
      parts.combine(content)
      parts.combine(entry.link)
      parts.combine(entry.section)
    }
    return parts.finish()
  }

  func gather(_ entries: some Sequence<DocumentEntry<Record>>) -> [ExportEntry] {
    entries.map { ExportEntry(record: $0.object, title: $0.title, file: $0.path.map(file), section: $0.section) }
  }
}

extension ObjectID {
  /// Whether this identity sorts before another one. Files that do not follow the catalog's order use this order.
  func isBefore(_ other: ObjectID) -> Bool {
    collection == other.collection ? key < other.key : collection < other.collection
  }
}
