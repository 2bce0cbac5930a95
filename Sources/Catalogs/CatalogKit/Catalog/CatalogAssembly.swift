import Cells
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import Fingerprints
import Rendering
import SystemPackage

/// Assembles a catalog: its data sets, the chains of records, the cells, and the document that shows them.
struct CatalogAssembly {
  let document: Document<Record>
  let members: [CellLibrary.Member]
  /// The data sets with their related records.
  let related: [RelatedDataset]
  let references: ReferenceLog
  /// All problems of the chains, the cells and the documents.
  let diagnostics: [Diagnostic]

  init(
    _ configuration: CatalogConfiguration, _ leaves: [OpenDataset], _ relations: DatasetRelations, info: CatalogInfo,
    images: ImageFiles,
    folder: InputFolder, history: AddressHistory, adding additions: CatalogExtension, log: InputManifest
  ) {
    let configuration = configuration.adding(steps: additions.steps.map(\.name)).adding(
      listingsOf: relations.limits(ofReferencesFrom:))
    let terms = TermPlaces(configuration, datasets: leaves.map(\.name))
    let language = LanguageStyle(language: info.language)
    let joined = relations.related(in: language, terms: terms) { datasets in
      ReadNames(of: configuration, datasets: datasets, adding: additions, in: folder)
    }
    related = joined
    let names = RecordNames(datasets: Set(leaves.map(\.name)), relations: relations.relations)
    members = joined.map { leaf in
      CellLibrary.Member(
        leaf,
        attached: Dictionary(
          uniqueKeysWithValues: leaf.relations.compactMap { relation in
            joined.first { $0.leaf.name == relation.other }.map { (relation.relation.name, $0) }
          }),
        rules: configuration.cellRules(for: leaf.leaf.entry),
        groupFields: configuration.collection(of: leaf.leaf.name).groupFields, names: names)
    }
    let library = CellLibrary(
      folder: folder, members: members, missingImages: images.missingSources, adding: additions, log: log)
    references = library.references
    let datasets = joined.map { (name: $0.leaf.name, source: $0.source, schema: $0.schema) }
    let folders = configuration.collectionFolders(of: leaves.map(\.name))
    var assembly = CollectionAssembly(library: library)
    var main = RecordChain(
      datasets, shown: configuration.shownTogether(datasets.map(\.name)), apart: configuration.datasetsWithOwnChain,
      steps: additions.steps)
    main.check(configuration)
    assembly.add(
      configuration.mainCollection, main, besides: configuration.foldersBesideIndexes(of: leaves.map(\.name)))
    for leaf in leaves where configuration.datasetsWithOwnChain.contains(leaf.name) {
      assembly.add(
        configuration.collection(of: leaf.name), RecordChain(of: leaf.name, among: datasets, steps: additions.steps),
        of: leaf,
        folder: folders[leaf.name])
    }
    let collections = assembly.collections(
      of: configuration, language: language, links: CatalogLinks(joined, terms: terms, names: names))
    diagnostics = assembly.diagnostics + configuration.documents.findings

    let aliases = Dictionary(
      leaves.compactMap { leaf in leaf.entry.aliases.map { (leaf.name, $0.text) } },
      uniquingKeysWith: { first, _ in first })
    document = Document(
      info, introduction: [Block](markdown: configuration.introduction), collections: collections,
      hasObjectPages: configuration.documents.objects,
      formerKeys: aliases.isEmpty
        ? nil
        : { record in
          switch aliases[record.dataset].flatMap({ record[$0] }) {
          case .list(let keys, _)?: keys.filter { !$0.isBlank }.map(\.text)
          case .missing?, nil: []
          case let key?: [key.text]
          }
        }, history: history, highlights: assembly.highlights(of: configuration),
      address: configuration.objectAddress(of: leaves))
  }
}

extension CatalogConfiguration {
  /// Returns the information about the catalog that every page has.
  func info(copying assets: AssetFiles) -> CatalogInfo {
    var info = CatalogInfo(title: title, language: language)
    if address != nil, let feed = documents.feed { info.feed = .init(title: feed.title ?? title, path: FeedFile.path) }
    if documents.json != nil { info.json = .init(title: title, path: JSONFiles.path) }
    info.copiedPages = Set(assets.found.lazy.filter { $0.extension == "html" }.map(\.string))
    return info
  }

  /// Returns a function from a record and one of its keys, present or former, to the address of its page; `nil` if all addresses follow
  /// from keys.
  fileprivate func objectAddress(of leaves: [OpenDataset]) -> (@Sendable (Record, _ key: String) -> ObjectAddress?)? {
    let patterns = Dictionary(
      leaves.compactMap { leaf in
        leaf.entry.address.map { (leaf.name, (pattern: $0, keyFields: leaf.source.keyFields)) }
      }, uniquingKeysWith: { first, _ in first })
    guard addresses.hasFolders || !patterns.isEmpty else { return nil }
    return { [hasFolders = addresses.hasFolders] record, key in
      guard let (pattern, keyFields) = patterns[record.dataset] else {
        return hasFolders ? ObjectAddress(key: key, hasFolder: true) : nil
      }
      return pattern.address(of: record, knownBy: key, from: keyFields, hasFolder: hasFolders)
    }
  }
}
