import Cells
import DataSources
import Datasets
import Diagnostics
import Rendering

/// Assembles a catalog's collections: first the records of all collections, then the cells, which may show the numbers of these records.
struct CollectionAssembly {
  /// A collection and its records.
  private struct Part {
    let entry: CatalogConfiguration.CollectionEntry
    var chain: RecordChain
    /// The records in the sections of the main listing.
    let listed: any DataSource<Record>
    /// The records, each once.
    let objects: any DataSource<Record>
    /// The data set with the chain; `nil` for the chain of the catalog.
    let dataset: OpenDataset?
    /// The folder of the main listing; `nil` for the listing with the home page.
    let folder: String?
    /// The folders that the indexes must not use.
    let takenFolders: Set<String>
  }

  private var parts: [Part] = []
  /// The columns of lists and tables that have been checked.
  private var knownColumns: Set<LocatedText> = []
  private var library: CellLibrary

  init(library: CellLibrary) { self.library = library }

  /// All problems of the chains and the cells.
  var diagnostics: [Diagnostic] { parts.flatMap(\.chain.diagnostics) + library.diagnostics }

  /// Adds a collection.
  ///
  /// - Parameters:
  ///   - entry: The configuration of the collection.
  ///   - chain: The chain to which its steps are applied.
  ///   - dataset: The data set with the chain; `nil` for the chain of the catalog, which comes first.
  ///   - folder: The folder of its main listing; `nil` for the listing with the home page.
  ///   - taken: The folders that its indexes must not use.
  mutating func add(
    _ entry: CatalogConfiguration.CollectionEntry, _ chain: RecordChain, of dataset: OpenDataset? = nil,
    folder: String? = nil, besides taken: Set<String> = []
  ) {
    var chain = chain
    // Columns that the catalog configures for all data sets are checked once.
    for column in ([entry.pages] + entry.indexes.map(\.pages)).flatMap({ $0.columns ?? [] }) {
      if knownColumns.insert(column).inserted { chain.check(column) }
    }
    var listed = chain.source(of: entry)
    // Each index reads all of these records.
    if !entry.indexes.isEmpty { listed = listed.applying(.keep()).named("rows of \(dataset?.name ?? "the catalog")") }
    let objects = chain.objects(of: listed, in: entry)
    parts.append(
      Part(
        entry: entry, chain: chain, listed: listed, objects: objects, dataset: dataset, folder: folder,
        takenFolders: taken))
  }

  /// Creates the collections with their cells.
  mutating func collections(
    of configuration: CatalogConfiguration, language: LanguageStyle, links: CatalogLinks
  ) -> [DocumentCollection<Record>] {
    let objects = parts.map(\.objects)
    let listed = parts.map(\.listed)
    let count = { (count: Int) in TemplateValue.number(String(count), shown: language.numbers.text(count)) }
    let facts: [String: () -> TemplateValue] = [
      "title": { .text(configuration.title) },
      "entries": { count(objects.reduce(0) { $0 + $1.numberOfItems }) },
      "sections": { count(listed.reduce(0) { $0 + $1.numberOfSections }) },
    ]
    return parts.indices.map {
      collection($0, facts, links, language, on: configuration.home.contents, configuration.addresses)
    }
  }

  /// Returns the sections of the home page with rows of any collection.
  func highlights(of configuration: CatalogConfiguration) -> [Highlight<Record>] {
    configuration.home.highlights.map { highlight in
      switch highlight.rows {
      case .picked(let rows):
        return Highlight(highlight.title, .chosen(rows.map(\.id)), comesFirst: highlight.comesFirst)
      case .newest(let date, let limit):
        let dated = Transform(of: parts.map(\.objects), by: .concatenate())
          .applying(.filter { $0[date.text].map { !$0.isBlank } ?? false })
          .applying(.flatten())
        let newest = SortField(date, descending: true).sorted(dated).applying(.limit(limit))
        return Highlight(
          highlight.title, .all(newest.named("newest \(limit) by \(date.text)")), comesFirst: highlight.comesFirst)
      }
    }
  }

  private mutating func collection(
    _ number: Int, _ facts: [String: () -> TemplateValue], _ links: CatalogLinks, _ language: LanguageStyle,
    on home: HomePage.Contents, _ addresses: AddressOptions
  ) -> DocumentCollection<Record> {
    let part = parts[number]
    let entry = part.entry
    let members = library.members.filter { part.dataset == nil || $0.entry.name.text == part.dataset?.name }
    func totals(_ pages: Pagination, of records: any DataSource<Record>) -> (any DataSource<SectionTotals>)? {
      SectionFolds(pages.totals, of: members, language: language).totals(of: records)
    }
    let articles = library.cells(of: part.objects, as: .page).named("pages")
    let cards = library.cells(of: part.listed, as: .card, on: entry.pages).named("cards")
    let listing = entry.addingCells(to: cards) { library.cell($0, facts: facts) }
    let order = RowOrder(numberOfDatasets: part.chain.shown.count).following(entry)
    var indexes: [Listing] = []
    for (index, folder) in zip(entry.indexes, entry.indexFolders(besides: part.takenFolders)) {
      let records = parts[number].chain.records(of: index, over: part.objects)
      // A card that looks the same in all listings is created once for all of them.
      let isAlike =
        index.card == nil && (index.pages.view, index.pages.columns) == (entry.pages.view, entry.pages.columns)
      let cells =
        isAlike
        ? cards.cells(of: records) : library.cells(of: records, as: .card, all: index.card, on: index.pages)
      indexes.append(
        Listing(
          cells.named("cards: \(index.name.text)"), folder: folder, title: index.title,
          hasNestedSections: order.following(index).hasNestedSections, isListed: index.isListed,
          layout: index.pages.layout, guideWord: order.following(index).guideWord,
          totals: totals(index.pages, of: records)))
    }
    var layout = entry.pages.layout
    if home == .contents, part.folder == nil { layout.previewSize = 0 }
    return DocumentCollection(
      Listing(
        listing, folder: part.folder, sectionFolder: part.folder == nil ? addresses.sections?.text : nil,
        title: part.dataset?.source.name(ofSection: 0),
        hasSections: part.folder == nil || !order.hasOneSection, hasNestedSections: order.hasNestedSections,
        layout: layout, guideWord: order.guideWord, totals: totals(entry.pages, of: part.listed)),
      articles: articles, indexes: indexes, previewSize: home == .contents ? 0 : nil,
      objectLinks: links.targets(onCards: library.fieldsOnCards),
      partOf: links.wholes)
  }
}

extension Pagination {
  var layout: PageLayout {
    PageLayout(pageSize: size, previewSize: preview, pagination: kind, view: view)
  }
}

extension RowOrder {
  /// A function that returns the guide word of a row: the value of the field. `nil` for the titles as guide words.
  fileprivate var guideWord: ((any DocumentObject) -> String?)? {
    guard let field else { return nil }
    return { object in
      let text = (object as? Record)?[field]?.plainText ?? ""
      return text.isEmpty ? nil : text
    }
  }
}
