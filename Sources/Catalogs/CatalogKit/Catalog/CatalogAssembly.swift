import Cells
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import Rendering

/// Assembles a catalog: the plans of its data sets, the chains of records, the cells, and the document that shows them.
///
/// First the records of all collections are chained, then their cells are created, which may show the numbers of these
/// records.
struct CatalogAssembly {
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

  let plans: [DatasetPlan]
  private let configuration: CatalogConfiguration
  private let datasets: [OpenDataset]
  private let language: LanguageStyle
  private let links: CatalogLinks
  private var library: CellLibrary
  private var parts: [Part] = []
  /// The listings of the collections, for readers' views.
  private(set) var arrangeables: [ArrangeableListing] = []
  /// The columns of lists and tables that have been checked.
  private var knownColumns: Set<LocatedText> = []

  /// Decides about data sets, and chains their records.
  init(
    _ configuration: CatalogConfiguration, of datasets: [OpenDataset], relatedBy relations: DatasetRelations,
    missingImages: Set<String>, in folder: InputFolder, adding additions: CatalogExtension, log: InputManifest
  ) {
    let configuration = configuration.adding(steps: additions.steps.map(\.name)).adding(
      listingsOf: relations.limits(ofReferencesFrom:))
    let names = datasets.map(\.name)
    let terms = TermPlaces(configuration, datasets: names)
    let recordNames = RecordNames(datasets: Set(names), relations: relations.relations)
    self.configuration = configuration
    self.datasets = datasets
    language = LanguageStyle(language: configuration.language)
    plans = relations.plans(for: configuration, in: language, terms: terms, recordNames: recordNames) { datasets in
      ReadNames(of: configuration, datasets: datasets, adding: additions, in: folder)
    }
    links = CatalogLinks(plans, terms: terms, names: recordNames)
    library = CellLibrary(folder: folder, plans: plans, missingImages: missingImages, adding: additions, log: log)

    let leaves = plans.map { (name: $0.name, source: $0.source, schema: $0.schema) }
    let folders = configuration.collectionFolders(of: names)
    var main = RecordChain(
      leaves, shown: configuration.shownTogether(names), apart: configuration.datasetsWithOwnChain,
      steps: additions.steps)
    main.check(configuration)
    add(configuration.mainCollection, by: main, besides: configuration.foldersBesideIndexes(of: names))
    for dataset in datasets where configuration.datasetsWithOwnChain.contains(dataset.name) {
      add(
        configuration.collection(of: dataset.name), by: RecordChain(leaves, of: dataset.name, steps: additions.steps),
        of: dataset, in: folders[dataset.name])
    }
  }

  var references: ReferenceLog { library.references }

  var warnings: [Diagnostic] {
    library.unusedCells.map { cell in
      let name = cell.rawValue
      return Diagnostic(
        .warning, code: "program/unused-cell", "the program registers the cell “\(name)”, and no row is shown by it",
        hint:
          "Name it in catalog.yml, such as `card: \(name)`, or in the program: catalog.show(.card, by: \"\(name)\").")
    }
  }

  var addedCells: [CellIdentifier: [ArraySource<CellIdentifier>]] { library.addedCells }

  var diagnostics: [Diagnostic] {
    parts.flatMap(\.chain.diagnostics) + library.diagnostics + configuration.documents.findings
  }

  private mutating func add(
    _ entry: CatalogConfiguration.CollectionEntry, by chain: RecordChain, of dataset: OpenDataset? = nil,
    in folder: String? = nil, besides taken: Set<String> = []
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

  mutating func document(_ info: CatalogInfo, history: AddressHistory) -> Document<Record> {
    let collections = parts.indices.map { collection($0) }
    return Document(
      info, introduction: [Block](markdown: configuration.introduction), collections: collections,
      hasObjectPages: configuration.documents.objects, formerKeys: formerKeys, history: history, highlights: highlights,
      address: configuration.objectAddress(of: datasets))
  }

  /// A function that returns the former keys of a record; `nil` if no data set has any.
  private var formerKeys: ((Record) -> [String])? {
    let aliases = Dictionary(uniqueKeysWithValues: datasets.map { ($0.name, $0.entry.aliases.map(\.text)) })
    if aliases.values.allSatisfy(\.isEmpty) { return nil }
    return { record in (aliases[record.dataset] ?? []).flatMap { (record[$0] ?? .missing).keyTexts } }
  }

  private var highlights: [Highlight<Record>] {
    configuration.home.highlights.map { highlight in
      switch highlight.rows {
      case .picked(let rows):
        return Highlight(highlight.title, .chosen(rows.map(\.id)), comesFirst: highlight.comesFirst)
      case .newest(let date, let limit):
        let dated = Transform(of: parts.map(\.objects), by: .concatenate())
          .applying(.filter { $0[date.text].map { !$0.isBlank } ?? false })
          .applying(.flatten())
        let newest = SortField(date, .descending).sorted(dated).applying(.limit(limit))
        return Highlight(
          highlight.title, .all(newest.named("newest \(limit) by \(date.text)")), comesFirst: highlight.comesFirst)
      }
    }
  }

  /// The facts about the catalog that the template of a cell without a record may name.
  private var facts: [String: () -> TemplateValue] {
    let objects = parts.map(\.objects)
    let listed = parts.map(\.listed)
    let count = { [language] (count: Int) in TemplateValue.number(String(count), shown: language.numbers.text(count)) }
    return [
      "title": { [title = configuration.title] in .text(title) },
      "entries": { count(objects.reduce(0) { $0 + $1.numberOfItems }) },
      "sections": { count(listed.reduce(0) { $0 + $1.numberOfSections }) },
    ]
  }

  private mutating func collection(_ number: Int) -> DocumentCollection<Record> {
    let part = parts[number]
    let entry = part.entry
    let isMain = part.folder == nil
    let listsContents = configuration.home.contents == .contents
    let plans = plans.filter { part.dataset == nil || $0.data === part.dataset }
    func layout(of pages: Pagination) -> PageLayout {
      var layout = PageLayout(
        pageSize: pages.size, previewSize: pages.preview, pagination: pages.kind, view: pages.view)
      if pages.view == .table, plans.count == 1 { layout.titleLabel = plans[0].titleLabel }
      layout.previewLimit = configuration.home.previewLimit
      return layout
    }
    func totals(_ pages: Pagination, of records: any DataSource<Record>) -> (any DataSource<SectionTotals>)? {
      SectionFolds(pages.totals, of: plans, language: language).totals(of: records)
    }
    let articles = library.cells(of: part.objects, as: .page).named("pages")
    let cards = library.cells(of: part.listed, as: .card, on: entry.pages).named("cards")
    let facts = facts
    var added: [LocatedText: any DataSource<DocumentCell>] = [:]
    let listing = entry.addingCells(to: cards) { name in
      let cell = added[name] ?? library.cell(name, facts: facts)
      added[name] = cell
      return cell
    }
    arrangeables.append(
      ArrangeableListing(part.listed) { [added] records in
        // The listing has all of them.
        entry.addingCells(to: cards.cells(of: records)) { added[$0] ?? cards }
      })
    let order = RowOrder(numberOfDatasets: part.chain.shown.count).following(entry)
    var indexes: [Listing] = []
    for (index, folder) in zip(entry.indexes, entry.indexFolders(besides: part.takenFolders)) {
      let records = parts[number].chain.records(of: index, over: part.objects)
      // A card that looks the same in all listings is created once for all of them.
      let isAlike =
        index.card == nil && (index.pages.view, index.pages.columns) == (entry.pages.view, entry.pages.columns)
      let cells =
        isAlike ? cards.cells(of: records) : library.cells(of: records, as: .card, all: index.card, on: index.pages)
      let order = order.following(index)
      indexes.append(
        Listing(
          cells.named("cards: \(index.name.text)"), folder: folder, title: index.title,
          hasNestedSections: order.hasNestedSections, isListed: index.isListed, layout: layout(of: index.pages),
          guideWord: order.guideWord, totals: totals(index.pages, of: records)))
    }
    var layout = layout(of: entry.pages)
    if listsContents, isMain { layout.previewSize = 0 }
    return DocumentCollection(
      Listing(
        listing, folder: part.folder, sectionFolder: isMain ? configuration.addresses.sections?.text : nil,
        title: part.dataset?.source.name(ofSection: 0), hasSections: isMain || !order.hasOneSection,
        hasNestedSections: order.hasNestedSections, layout: layout, guideWord: order.guideWord,
        totals: totals(entry.pages, of: part.listed)), articles: articles, indexes: indexes,
      previewSize: listsContents ? 0 : nil, objectLinks: links.targets(onCards: library.fieldsOnCards),
      partOf: links.wholes)
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

extension CatalogConfiguration {
  /// Returns a function from a record and one of its keys, present or former, to the address of its page; `nil` if all
  /// addresses follow from keys.
  fileprivate func objectAddress(of datasets: [OpenDataset]) -> (@Sendable (Record, _ key: String) -> ObjectAddress?)? {
    let patterns = Dictionary(
      uniqueKeysWithValues: datasets.compactMap { data in
        data.entry.address.map { (data.name, (pattern: $0, keyFields: data.source.keyFields)) }
      })
    guard addresses.hasFolders || !patterns.isEmpty else { return nil }
    return { [hasFolders = addresses.hasFolders] record, key in
      guard let (pattern, keyFields) = patterns[record.dataset] else {
        return hasFolders ? ObjectAddress(key: key, hasFolder: true) : nil
      }
      return pattern.address(of: record, knownBy: key, from: keyFields, hasFolder: hasFolders)
    }
  }
}
