import Rendering

extension CatalogConfiguration {
  /// How records are listed together: those of the catalog's chain, or of a data set with a chain of its own.
  struct CollectionEntry: Sendable {
    /// The links of the chain, from the data sets down to the listing.
    var chain: [any CatalogStep]
    /// How sections are cut into pages.
    var pages: Pagination
    /// The lists of the same records in other orders.
    var indexes: [Documents.Index]
  }
}

extension CatalogConfiguration.CollectionEntry {
  /// The keys of a data set that say how its records are listed.
  static let keys = ["chain", "pages"] + Documents.indexKeys

  /// What a data set says; nil where it has no chain of its own.
  ///
  /// - Parameters:
  ///   - values: The values of the data set's keys.
  ///   - pages: How the sections of the catalog are cut into pages.
  ///   - labels: What people call fields.
  init?(
    _ values: [(key: CatalogConfiguration.Name, value: YAMLNode)], pages: Pagination, labels: [String: String]
  ) {
    let values = values.filter { Self.keys.contains($0.key.text) }
    guard let steps = values.first(where: { $0.key.text == "chain" })?.value else {
      for (key, value) in values {
        value.report(
          "catalog/no-chain", "“\(key.text)” is for a data set with a chain of its own",
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
          "catalog/step", "“concatenate” cannot stand in the chain of a data set",
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
  /// The folders of the indexes, in that of the collection.
  ///
  /// A facet by references is mostly called like the data set that they lead to, whose folder it may not have.
  ///
  /// - Parameter taken: The folders that others have there.
  func indexFolders(besides taken: Set<String>) -> [String] {
    let names = indexes.map(\.name.text)
    return PagePath.folders(
      for: names.map { taken.contains(PagePath.slug(of: $0)) ? "by \($0)" : $0 }, except: taken)
  }
}

extension CatalogConfiguration {
  /// How the records are listed that go through the catalog's chain.
  var mainCollection: CollectionEntry {
    CollectionEntry(chain: chain, pages: pages, indexes: documents.indexes)
  }

  /// How the records of a data set are listed.
  func collection(of dataset: String) -> CollectionEntry {
    datasets.first { $0.name.text == dataset }?.collection ?? mainCollection
  }

  /// The names of the data sets with chains of their own.
  var datasetsApart: Set<String> { Set(datasets.lazy.filter { $0.collection != nil }.map(\.name.text)) }

  /// All chains, those of the indexes, too.
  var allChains: [[any CatalogStep]] {
    allCollections.flatMap { [$0.chain] + $0.indexes.map(\.chain) }
  }

  /// All that is to be said of sections, each once: what the catalog says may be for several listings.
  var allTotals: [FoldEntry] {
    var known: Set<Name> = []
    return allCollections.flatMap { [$0.pages] + $0.indexes.map(\.pages) }.flatMap(\.totals)
      .filter { known.insert($0.name).inserted }
  }

  private var allCollections: [CollectionEntry] { [mainCollection] + datasets.compactMap(\.collection) }
}
