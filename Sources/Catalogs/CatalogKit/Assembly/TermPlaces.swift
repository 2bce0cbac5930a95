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

    /// Returns the section of a value.
    func section(of term: String) -> PageTarget { .section(term, inFolders: folders) }

    /// Returns the section of the records that refer to a record.
    func section(ofRecordsReferringTo record: Record) -> PageTarget {
      section(of: isByRecord ? record.sectionName : record.title)
    }
  }

  /// The places by data set and field.
  private var places: [String: [String: Place]] = [:]

  /// Collects the places.
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

  /// Returns the place of the index by the values of a field, or `nil` if there is none.
  subscript(field: String, in dataset: String) -> Place? { places[dataset]?[field] }
}

extension Documents.Index {
  /// Gives each row that a field refers to its own section, if the outermost sections are those of the field.
  fileprivate mutating func makeTitlesDistinct(of field: String) {
    for (index, step) in chain.enumerated() {
      guard var group = step as? GroupStep, group.field.text == field, group.inner.isEmpty else { continue }
      group.records = .each
      chain[index] = group
    }
  }
}

extension CatalogConfiguration {
  /// Returns the configuration with an index for every reference with a way back. It lists all rows that refer to a row, if the page of
  /// that row has no room for all of them. In an existing index by the field, rows with the same title get separate sections.
  func adding(listingsFor relations: DatasetRelations) -> CatalogConfiguration {
    var configuration = self
    for dataset in datasets.map(\.name.text) {
      for (field, limit) in relations.limits(ofReferencesFrom: dataset) {
        var entry = configuration.collection(of: dataset)
        if let place = entry.indexes.firstIndex(where: { $0.termField?.text == field }) {
          entry.indexes[place].makeTitlesDistinct(of: field)
          configuration.setIndexes(entry.indexes, ofCollectionOf: dataset)
          continue
        }
        let name = LocatedText(field)
        var index = Documents.Index.facet(name, title: Dataset.title(fromName: field), pages: entry.pages)
        var group = GroupStep(field: name, key: .element, order: .sorted)
        group.records = .only
        index.chain = [group]
        index.minimum = limit + 1
        index.isListed = false
        index.name.text = datasetsWithOwnChain.contains(dataset) ? "by \(field)" : "\(dataset) by \(field)"
        // An index with the same name may be unrelated.
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
