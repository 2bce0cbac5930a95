import Datasets
import Fingerprints
import Rendering

/// Where the sections of indexes are that are named by the values of a field: so that a value can lead to its section.
struct TermFolders: Sendable {
  /// Where the sections of an index are.
  struct Place: Hashable, Fingerprintable, Sendable {
    /// The folders of the index from the catalog's root on.
    let folders: [String]
    /// Whether its sections tell records apart that are called alike.
    let isByRecord: Bool

    /// The section of a value.
    func section(of term: String) -> PageTarget { .section(term, inFolders: folders) }

    /// The section of the records that refer to one.
    func section(ofRecordsReferringTo record: Record) -> PageTarget {
      section(of: isByRecord ? record.sectionName : record.title)
    }

    func combine(into parts: inout Fingerprinter) {
      parts.combine(folders) { $0.combine($1) }
      parts.combine(isByRecord)
    }
  }

  /// By data set and field.
  private var places: [String: [String: Place]] = [:]

  /// Finds the folders.
  ///
  /// - Parameters:
  ///   - configuration: The configuration, with all indexes.
  ///   - datasets: The names of all data sets.
  init(_ configuration: CatalogConfiguration, datasets: [String]) {
    let ownFolders = configuration.collectionFolders(of: datasets)
    for dataset in datasets {
      let entry = configuration.collection(of: dataset)
      let folder = ownFolders[dataset]
      let taken = folder == nil ? configuration.foldersBesideIndexes(of: datasets) : []
      for (index, name) in zip(entry.indexes, entry.indexFolders(besides: taken)) {
        guard let field = index.termField, places[dataset]?[field.text] == nil else { continue }
        places[dataset, default: [:]][field.text] = Place(
          folders: (folder.map { [$0] } ?? []) + [name],
          isByRecord: index.chain.contains { ($0 as? GroupStep).map { $0.records != .byTitle } ?? false })
      }
    }
  }

  /// The index by the values of a field; nil where there is none.
  subscript(field: String, in dataset: String) -> Place? { places[dataset]?[field] }
}

extension Documents.Index {
  /// Has each row that a field refers to have a section of its own, if the sections are named by the field.
  fileprivate mutating func tellApartRecords(of field: String) {
    for (index, step) in chain.enumerated() {
      guard var group = step as? GroupStep, group.field.text == field, group.inner.isEmpty else { continue }
      group.records = .each
      chain[index] = group
    }
  }
}

extension CatalogConfiguration {
  /// The configuration with an index for each reference that has none, where all rows are listed that refer to one: as far as the page of that one
  /// has no room for them. An index that there is tells rows apart that are called alike.
  func adding(listingsFor relations: DatasetRelations) -> CatalogConfiguration {
    var configuration = self
    for dataset in datasets.map(\.name.text) {
      for (field, limit) in relations.limits(ofReferencesFrom: dataset) {
        var entry = configuration.collection(of: dataset)
        if let place = entry.indexes.firstIndex(where: { $0.termField?.text == field }) {
          entry.indexes[place].tellApartRecords(of: field)
          configuration.setIndexes(entry.indexes, ofCollectionOf: dataset)
          continue
        }
        let name = Name(field)
        var index = Documents.Index.facet(name, title: Dataset.title(fromName: field), pages: entry.pages)
        var group = GroupStep(field: name, key: .element, order: .sorted)
        group.records = .only
        index.chain = [group]
        index.minimum = limit + 1
        index.isListed = false
        index.name.text = datasetsApart.contains(dataset) ? "by \(field)" : "\(dataset) by \(field)"
        // One of the same name may be about something else.
        while entry.indexes.contains(where: { $0.name.text == index.name.text }) { index.name.text += " too" }
        entry.indexes.append(index)
        configuration.setIndexes(entry.indexes, ofCollectionOf: dataset)
      }
    }
    return configuration
  }

  private mutating func setIndexes(_ indexes: [Documents.Index], ofCollectionOf dataset: String) {
    if let place = datasets.firstIndex(where: { $0.name.text == dataset && $0.collection != nil }) {
      datasets[place].collection?.indexes = indexes
    } else {
      documents.indexes = indexes
    }
  }
}
