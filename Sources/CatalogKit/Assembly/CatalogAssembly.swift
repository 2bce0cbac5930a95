import Cells
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import Fingerprints
import Rendering
import SystemPackage

/// Puts a catalog's parts together: data sets, the chain of records, cells, and the document that shows them.
struct CatalogAssembly {
  let document: Document<Record>
  let members: [CellLibrary.Member]
  /// The data sets with the rows that go with theirs.
  let related: [RelatedLeaf]
  let references: ReferenceLog
  /// Everything that is wrong with the chain and the cells.
  let diagnostics: [Diagnostic]

  init(
    _ configuration: CatalogConfiguration, _ leaves: [OpenDataset], _ relations: DatasetRelations, info: CatalogInfo,
    images: ImageFiles,
    folder: InputFolder, history: AddressHistory, adding additions: CatalogExtension, log: InputManifest
  ) {
    let configuration = configuration.adding(steps: additions.steps.map(\.name))
    let joined = relations.related(numbers: info.numberStyle) { datasets in
      ReadNames(of: configuration, datasets: datasets, adding: additions, in: folder)
    }
    related = joined
    var findings = relations.diagnostics
    var chain = RecordChain(
      joined.map { (name: $0.leaf.name, source: $0.source, schema: $0.schema) }, helpers: configuration.helpers,
      steps: additions.steps)
    var listed = chain.source(configuration.chain)
    // Each index reads all of them.
    if !configuration.documents.indexes.isEmpty { listed = listed.applying(.keep()).named("rows of the catalog") }
    let objects = chain.objects(of: listed, after: configuration.chain)
    let groupFields = Set(configuration.chain.compactMap { ($0 as? GroupStep)?.field.text })
    members = joined.map { leaf in
      CellLibrary.Member(
        leaf,
        attached: Dictionary(
          uniqueKeysWithValues: leaf.relations.compactMap { relation in
            joined.first { $0.leaf.name == relation.other }.map { (relation.relation.name, $0) }
          }),
        rules: configuration.cellRules(for: leaf.leaf.entry), groupFields: groupFields)
    }
    var library = CellLibrary(
      folder: folder, members: members, missingImages: images.missingSources, adding: additions, log: log)
    references = library.references
    let articles = library.cells(of: objects, as: .page).named("pages")
    let cards = library.cells(of: listed, as: .card).named("cards")
    var listing: any DataSource<DocumentCell> = cards
    let count = { (count: Int) in TemplateValue.number(String(count), shown: info.numberStyle.text(count)) }
    let facts: [String: () -> TemplateValue] = [
      "title": { .text(configuration.title) }, "entries": { count(objects.numberOfItems) },
      "sections": { count(listed.numberOfSections) },
    ]
    for case let step as any CellStep in configuration.chain {
      listing = step.apply(to: listing, adding: library.cell(step.cell, facts: facts))
    }
    let order = RowOrder(numberOfDatasets: chain.shown.count).following(configuration.chain)
    var indexes: [Listing] = []
    for (index, folder) in zip(configuration.documents.indexes, configuration.documents.folders) {
      let records = chain.index(index.chain, over: objects)
      // What shows a row in one way shows it so in all listings, and is made once.
      let cells = index.card == nil ? cards.cells(of: records) : library.cells(of: records, as: .card, all: index.card)
      indexes.append(
        Listing(
          cells.named("cards: \(index.name.text)"), folder: folder, title: index.title, layout: index.pages.layout,
          guideWord: order.following(index.chain).guideWord))
    }
    findings += chain.diagnostics + library.diagnostics + configuration.documents.findings
    diagnostics = findings

    let links = Dictionary(
      joined.filter { !$0.relations.isEmpty }.map {
        ($0.leaf.name, RecordLinks($0.schema, parent: $0.leaf.entry.parent?.text))
      },
      uniquingKeysWith: { first, _ in first })
    let targets: @Sendable (Record) -> [PageTarget] = { links[$0.dataset]?.targets(of: $0) ?? [] }
    let wholes: @Sendable (Record) -> ObjectID? = { links[$0.dataset]?.whole(of: $0) }
    let aliases = Dictionary(
      leaves.compactMap { leaf in leaf.entry.aliases.map { (leaf.name, $0.text) } },
      uniquingKeysWith: { first, _ in first })
    document = Document(
      info, introduction: [Block](markdown: configuration.introduction),
      collections: [
        DocumentCollection(
          Listing(listing, layout: configuration.pages.layout, guideWord: order.guideWord), articles: articles,
          indexes: indexes, links: links.isEmpty ? nil : targets,
          partOf: leaves.contains { $0.entry.parent != nil } ? wholes : nil)
      ],
      hasObjectPages: configuration.documents.objects,
      formerKeys: aliases.isEmpty
        ? nil
        : { record in
          switch aliases[record.dataset].flatMap({ record[$0] }) {
          case .list(let keys, _)?: keys.filter { !$0.isBlank }.map(\.text)
          case .missing?, nil: []
          case let key?: [key.text]
          }
        }, history: history)
  }
}

extension CatalogConfiguration {
  /// The configuration with the steps of a program in its chain, those at the end of its steps for rows that nothing names.
  fileprivate func adding(steps: [String]) -> CatalogConfiguration {
    let chains = [chain] + documents.indexes.map(\.chain)
    let named = Set(chains.joined().compactMap { ($0 as? ProgramStep)?.name.text })
    var result = self
    let end = chain.firstIndex { $0 is any CellStep } ?? chain.endIndex
    result.chain.insert(contentsOf: steps.filter { !named.contains($0) }.map { ProgramStep(Name($0)) }, at: end)
    return result
  }

  /// What every page knows of the catalog.
  func info(copying assets: AssetFiles) -> CatalogInfo {
    var info = CatalogInfo(title: title, language: language)
    if address != nil, let feed = documents.feed { info.feed = .init(title: feed.title ?? title, path: FeedFile.path) }
    if documents.json != nil { info.json = .init(title: title, path: JSONFiles.path) }
    info.copiedPages = Set(assets.found.lazy.filter { $0.extension == "html" }.map(\.string))
    return info
  }
}

extension Documents {
  /// What makes no sense without pages of the objects.
  var findings: [Diagnostic] {
    guard !objects else { return [] }
    let places = [("feed", feed?.date.location), ("search", search.map { $0.fields.first?.location ?? .init() })]
    return places.compactMap { name, location in
      location.map {
        Diagnostic(
          code: "documents/no-objects", "the \(name) leads to the pages of the rows, and there are none", at: $0,
          hint: "Delete `objects: false`, or the \(name).")
      }
    }
  }

  /// The folder of each index: its name as a slug.
  var folders: [String] { PagePath.folders(for: indexes.map(\.name.text)) }
}

extension Pagination {
  var layout: PageLayout {
    PageLayout(pageSize: size, previewSize: preview, pagination: kind)
  }
}
