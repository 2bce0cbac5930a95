import Datasets
import Rendering

/// The places of the sections in indexes that the values of a field name, so that a value can link to its section.
struct TermPlaces: Sendable {
  /// The place of the sections of an index.
  struct Place: Hashable, Sendable {
    /// The folders of the index, from the catalog's root.
    let folders: [String]
    /// Whether the sections distinguish records with the same title.
    let isByRecord: Bool

    func section(of term: String) -> PageTarget { .section(term, inFolders: folders) }

    func section(ofRecordsReferringTo record: Record) -> PageTarget {
      section(of: isByRecord ? record.sectionName : record.title)
    }
  }

  private var places: [String: [String: Place]] = [:]

  init(_ configuration: CatalogConfiguration, datasets: [String]) {
    let ownFolders = configuration.collectionFolders(of: datasets)
    for dataset in datasets {
      let entry = configuration.collection(of: dataset)
      let folder = ownFolders[dataset]
      let taken = folder == nil ? configuration.foldersBesideIndexes(of: datasets) : []
      for (index, name) in zip(entry.indexes, entry.indexFolders(besides: taken)) {
        guard let field = index.termField, places[dataset]?[field.text] == nil else { continue }
        places[dataset, default: [:]][field.text] = Place(
          folders: (folder.map { [$0] } ?? []) + [name], isByRecord: index.distinguishesRecords)
      }
    }
  }

  /// Returns the place of the index by the values of a field, or `nil` if there is none.
  subscript(field: String, in dataset: String) -> Place? { places[dataset]?[field] }
}
