import Datasets
import Fingerprints
import Rendering

/// An object of a catalog, as the files know it that are made of all objects beside their pages.
struct ExportEntry: Sendable {
  let record: Record
  let title: String
  /// The file of the object's page, relative to the catalog's root; nothing where objects have no pages.
  let file: String?
  /// The title of the section that the object is in; nothing if it is in none.
  let section: String?
}

/// What the files that are divided have at most.
struct PartCapacities {
  /// The number of bytes of a part of the search.
  var search = SearchIndex.capacity
  /// The number of addresses in a part of the sitemap.
  var sitemap = 1000
  /// The number of objects in a part of the JSON, which has about 50 most often.
  var json = 70
}

/// What the files are planned from that are made of all objects.
struct ExportPlan {
  /// The document with the objects.
  let document: Document<Record>
  /// The file of a page, relative to the catalog's root.
  let file: @Sendable (PagePath) -> String
  /// What all of these files follow from: the program, and what decides where the objects' pages are beside their addresses.
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

  /// The objects, in the order of their pages.
  var entries: some RandomAccessCollection<DocumentEntry<Record>> { document.entries }

  /// What a file follows from.
  ///
  /// - Parameters:
  ///   - objects: What there is to know of the objects in it.
  ///   - settings: What the file's kind and settings are.
  /// - Returns: nil where not all is known of the objects.
  func fingerprint(of objects: Fingerprint?, _ settings: String...) -> Fingerprint? {
    guard let objects else { return nil }
    var parts = Fingerprinter()
    parts.combine(base)
    for setting in settings { parts.combine(setting) }
    parts.combine(objects)
    return parts.finish()
  }

  /// What there is to know of some objects; nil where one does not know its content.
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

  /// What a file of some objects has to know of them.
  func gather(_ entries: some Sequence<DocumentEntry<Record>>) -> [ExportEntry] {
    entries.map {
      ExportEntry(record: $0.object, title: $0.title, file: $0.path.map(file), section: $0.section)
    }
  }
}

extension ObjectID {
  /// Whether this identity comes before another one in files whose order is not that of the catalog.
  func isBefore(_ other: ObjectID) -> Bool {
    collection == other.collection ? key < other.key : collection < other.collection
  }
}
