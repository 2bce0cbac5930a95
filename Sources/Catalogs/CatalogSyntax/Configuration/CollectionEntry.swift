package import DataSources
package import Rendering

extension CatalogConfiguration {
  /// The configuration of a collection: records that are listed together, by the catalog's chain or by the chain of a
  /// single data set.
  package struct CollectionEntry: Sendable {
    var chain: [any CatalogStep]
    /// The pagination of sections.
    package var pages: Pagination
    /// The indexes, which list the same records in other orders.
    package var indexes: [Documents.Index]
  }
}

extension CatalogConfiguration.CollectionEntry {
  static let keys = ["chain", "pages"] + Documents.indexKeys

  /// Reads the collection of a data set. Returns `nil` if the data set does not have its own chain, and reports keys
  /// that need one.
  ///
  /// - Parameter pages: The pagination of the catalog, which the collection inherits.
  init?(_ values: [(key: LocatedText, value: YAMLNode)], pages: Pagination, labels: [String: String]) {
    let values = values.filter { Self.keys.contains($0.key.text) }
    guard let steps = values["chain"] else {
      for (key, value) in values {
        value.report(
          "catalog/no-chain", "“\(key.text)” requires a data set with its own chain",
          hint: "Write `chain: []` beside it for one that lists its rows as they come, or move it to the catalog.")
      }
      return nil
    }
    var documents = Documents()
    self.init(chain: [], pages: pages, indexes: [])
    if let node = values["pages"] { self.pages.read(node) }
    chain = steps.elements.compactMap { element in
      guard let step = CatalogSteps.read(element) else { return nil }
      guard !(step is ConcatenateStep) else {
        element.report(
          "catalog/step", "“concatenate” cannot be used in the chain of a data set",
          hint: "Move it to the catalog's chain.")
        return nil
      }
      return step
    }
    for (key, value) in values where Documents.indexKeys.contains(key.text) {
      documents.addIndexes(key, value, pages: self.pages, labels: labels)
    }
    indexes = documents.indexes
  }

  /// The fields that the rows are grouped by.
  package var groupFields: Set<String> {
    Set(chain.compactMap { $0 as? GroupStep }.flatMap(\.levels).map(\.field.text))
  }

  /// Returns the cells of a listing with those that steps of the chain add.
  ///
  /// - Parameters:
  ///   - cells: The cells of the records.
  ///   - added: Returns a source of the cell with a name.
  package func addingCells(
    to cells: any DataSource<DocumentCell>, named added: (LocatedText) -> any DataSource<DocumentCell>
  ) -> any DataSource<DocumentCell> {
    chain.compactMap { $0 as? any CellStep }.reduce(cells) { $1.apply(to: $0, adding: added($1.cell)) }
  }

  /// Returns the folders of the indexes, within the folder of the collection.
  ///
  /// A facet by references often has the name of the data set that they refer to. It gets another folder if that name
  /// is taken.
  ///
  /// - Parameter taken: The folders that are taken there.
  package func indexFolders(besides taken: Set<String>) -> [String] {
    let names = indexes.map(\.name.text)
    return PagePath.folders(for: names.map { taken.contains(PagePath.slug(of: $0)) ? "by \($0)" : $0 }, except: taken)
  }
}

extension CatalogConfiguration {
  /// The collection of the records that the catalog's chain lists.
  package var mainCollection: CollectionEntry {
    CollectionEntry(chain: chain, pages: pages, indexes: documents.indexes)
  }

  /// Returns the collection that lists the records of a data set.
  package func collection(of dataset: String) -> CollectionEntry {
    datasets.first { $0.name.text == dataset }?.collection ?? mainCollection
  }

  /// The names of the data sets with their own chains.
  package var datasetsWithOwnChain: Set<String> { Set(datasets.lazy.filter { $0.collection != nil }.map(\.name.text)) }

  var allChains: [[any CatalogStep]] { allCollections.flatMap { [$0.chain] + $0.indexes.map(\.chain) } }

  /// All totals of sections, each once: those of the catalog may apply to several listings.
  var allTotals: [FoldEntry] {
    var known: Set<LocatedText> = []
    return allCollections.flatMap { [$0.pages] + $0.indexes.map(\.pages) }.flatMap(\.totals)
      .filter { known.insert($0.name).inserted }
  }

  private var allCollections: [CollectionEntry] { [mainCollection] + datasets.compactMap(\.collection) }

  /// Returns the folders of the data sets with chains of their own, which contain the pages of their rows.
  ///
  /// - Parameter names: The names of all data sets.
  package func collectionFolders(of names: [String]) -> [String: String] {
    let folders = Dictionary(zip(names, PagePath.folders(for: names)), uniquingKeysWith: { first, _ in first })
    return folders.filter { datasetsWithOwnChain.contains($0.key) }
  }

  /// Returns the folders that exist next to those of the indexes of the catalog's chain.
  ///
  /// - Parameter names: The names of all data sets.
  package func foldersBesideIndexes(of names: [String]) -> Set<String> {
    Set(collectionFolders(of: names).values).union([addresses.sections?.text].compactMap(\.self))
  }

  /// Returns those of some data sets whose rows enter a chain, in which a step may hide them.
  package func shown(of names: [String]) -> Set<String> {
    let named = chain.lazy.compactMap { $0 as? ConcatenateStep }.first?.names.map(\.text)
    return datasetsWithOwnChain.union(named ?? shownTogether(names))
  }

  /// Returns the configuration with the steps of a program. Steps that no chain names are added after the steps that
  /// work on records.
  package func adding(steps: [String]) -> CatalogConfiguration {
    let named = Set(allChains.joined().compactMap { ($0 as? ProgramStep)?.name.text })
    var result = self
    let end = chain.firstIndex { $0 is any CellStep } ?? chain.endIndex
    result.chain.insert(contentsOf: steps.filter { !named.contains($0) }.map { ProgramStep(LocatedText($0)) }, at: end)
    return result
  }
}
