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
final class ExportPlan {
  /// How many objects a part of the search or of the sitemap has on average, at most.
  static let capacity = SearchIndex.capacity

  /// The document with the objects.
  private let document: Document<Record>
  /// The file of a page, relative to the catalog's root.
  let file: (PagePath) -> String
  /// What all of these files follow from: the program, and what decides where the objects' pages are beside their addresses.
  let base: Fingerprint

  /// The objects, divided among files so that a change of one changes one file.
  private(set) lazy var parts = document.parts(capacity: Self.capacity)

  init(_ document: Document<Record>, file: @escaping (PagePath) -> String) {
    self.document = document
    self.file = file
    var parts = Fingerprinter()
    parts.combine(Program.fingerprint)
    parts.combine(file(.home))
    parts.combine(document.entries.first?.path != nil)
    base = parts.finish()
  }

  /// The objects, in the order of their pages.
  var entries: some RandomAccessCollection<DocumentEntry<Record>> { document.entries }

  /// What a file follows from.
  ///
  /// - Parameters:
  ///   - objects: What there is to know of the objects in it.
  ///   - settings: What the file's kind and settings are.
  func fingerprint(of objects: Fingerprint, _ settings: String...) -> Fingerprint {
    var parts = Fingerprinter()
    parts.combine(base)
    for setting in settings { parts.combine(setting) }
    parts.combine(objects)
    return parts.finish()
  }

  /// What there is to know of some objects.
  func contents(of entries: some Sequence<DocumentEntry<Record>>) -> Fingerprint {
    var parts = Fingerprinter()
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
}
