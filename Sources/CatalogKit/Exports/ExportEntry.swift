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

/// What the files are planned from that are made of all objects: nothing of an object is read until a file has to be made.
struct ExportPlan {
  /// The objects, in the order of their pages.
  let entries: [DocumentEntry<Record>]
  /// The file of a page, relative to the catalog's root.
  let file: (PagePath) -> String
  /// What decides where the objects' pages are beside their addresses: the format, and whether there are any.
  let places: Fingerprint

  init(entries: [DocumentEntry<Record>], file: @escaping (PagePath) -> String) {
    self.entries = entries
    self.file = file
    var parts = Fingerprinter()
    parts.combine(file(.home))
    parts.combine(entries.first?.path != nil)
    places = parts.finish()
  }

  /// What a file of some objects follows from.
  ///
  /// - Parameters:
  ///   - entries: The objects.
  ///   - settings: What the file's kind and settings are.
  func fingerprint(of entries: some Sequence<DocumentEntry<Record>>, _ settings: String...) -> Fingerprint {
    var parts = Fingerprinter()
    parts.combine(places)
    for setting in settings { parts.combine(setting) }
    for entry in entries {
      parts.combine(entry.content ?? Fingerprint(""))
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

  /// The objects, divided among files so that a change of one changes one file.
  func shards(capacity: Int) -> [[DocumentEntry<Record>]] {
    let sharding = Sharding(of: entries.count, capacity: capacity)
    var shards = Array(repeating: [DocumentEntry<Record>](), count: sharding.numberOfParts)
    for entry in entries { shards[sharding.part(of: entry.id)].append(entry) }
    return shards
  }
}
