import Rendering

extension CatalogConfiguration {
  /// The configuration of a collection: records that are listed together, by the catalog's chain or by the chain of a single data set.
  struct CollectionEntry: Sendable {
    /// The steps of the chain, from the data sets to the listing.
    var chain: [any CatalogStep]
    /// The pagination of sections.
    var pages: Pagination
    /// The indexes, which list the same records in other orders.
    var indexes: [Documents.Index]
  }
}

extension CatalogConfiguration.CollectionEntry {
  /// The keys of a data set that configure its collection.
  static let keys = ["chain", "pages"] + Documents.indexKeys

  /// Reads the collection of a data set. Returns `nil` if the data set does not have its own chain, and reports keys that need one.
  ///
  /// - Parameters:
  ///   - values: The values of the data set's keys.
  ///   - pages: The pagination of the catalog, which the collection inherits.
  ///   - labels: The labels of fields.
  init?(
    _ values: [(key: LocatedText, value: YAMLNode)], pages: Pagination, labels: [String: String]
  ) {
    let values = values.filter { Self.keys.contains($0.key.text) }
    guard let steps = values.first(where: { $0.key.text == "chain" })?.value else {
      for (key, value) in values {
        value.report(
          "catalog/no-chain", "“\(key.text)” requires a data set with its own chain",
          hint: "Write `chain: []` beside it for one that lists its rows as they come, or move it to the catalog.")
      }
      return nil
    }
    var documents = Documents()
    self.init(chain: [], pages: pages, indexes: [])
    if let node = values.first(where: { $0.key.text == "pages" })?.value { self.pages.read(node) }
    chain = steps.elements.compactMap { element in
      guard let step = CatalogSteps.read(element) else { return nil }
      guard !(step is ConcatenateStep) else {
        element.report(
          "catalog/step", "“concatenate” cannot be used in the chain of a data set",
          hint: "Move it to the catalog's chain."
        )
        return nil
      }
      return step
    }
    for (key, value) in values where Documents.indexKeys.contains(key.text) {
      documents.addIndexes(key, value, pages: self.pages, labels: labels)
    }
    indexes = documents.indexes
  }
}

extension CatalogConfiguration.CollectionEntry {
  /// Returns the folders of the indexes, within the folder of the collection.
  ///
  /// A facet by references often has the name of the data set that they refer to. It gets another folder if that name is taken.
  ///
  /// - Parameter taken: The folders that are taken there.
  func indexFolders(besides taken: Set<String>) -> [String] {
    let names = indexes.map(\.name.text)
    return PagePath.folders(
      for: names.map { taken.contains(PagePath.slug(of: $0)) ? "by \($0)" : $0 }, except: taken)
  }
}

extension CatalogConfiguration {
  /// The collection of the records that the catalog's chain lists.
  var mainCollection: CollectionEntry {
    CollectionEntry(chain: chain, pages: pages, indexes: documents.indexes)
  }

  /// Returns the collection that lists the records of a data set.
  func collection(of dataset: String) -> CollectionEntry {
    datasets.first { $0.name.text == dataset }?.collection ?? mainCollection
  }

  /// The names of the data sets with their own chains.
  var datasetsWithOwnChain: Set<String> { Set(datasets.lazy.filter { $0.collection != nil }.map(\.name.text)) }

  /// All chains, including those of indexes.
  var allChains: [[any CatalogStep]] {
    allCollections.flatMap { [$0.chain] + $0.indexes.map(\.chain) }
  }

  /// All totals of sections, each once: those of the catalog may apply to several listings.
  var allTotals: [FoldEntry] {
    var known: Set<LocatedText> = []
    return allCollections.flatMap { [$0.pages] + $0.indexes.map(\.pages) }.flatMap(\.totals)
      .filter { known.insert($0.name).inserted }
  }

  private var allCollections: [CollectionEntry] { [mainCollection] + datasets.compactMap(\.collection) }
}
