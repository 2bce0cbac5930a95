package import CatalogSyntax
public import Cells
import DataSources
public import Datasets
public import Diagnostics
import Foundation
public import Rendering
package import SystemPackage

/// A catalog that is ready to be built: its data has been read, its chain created, and its templates checked.
///
/// A program could assemble the same catalog from public parts: data sources, transforms, cell sources, a document and
/// renderers. The catalog is live: ``CatalogBuilder/update(_:)`` applies the changes of data files to it.
public final class Catalog {
  /// The version of Pomona. It is an input of every page.
  public static let version = PomonaVersion.current

  /// The path that stands for standard input.
  package static let standardInput = "-"

  let configuration: CatalogConfiguration
  /// The data sets that were found; `nil` if the configuration is that of a `catalog.yml`.
  let foundDatasets: FoundDatasets?
  /// The folder that the paths of the configuration are relative to.
  let folder: InputFolder
  /// The document with the catalog's pages.
  public let document: Document<Record>
  let info: CatalogInfo
  /// The renderers of the requested formats.
  package let renderers: [any PageRenderer]
  let plugins: PluginFormats
  private let opened: OpenDatasets
  /// The data sets, in the order of the configuration.
  var datasets: [OpenDataset] { opened.datasets }
  /// The names of the data sets that were left out because they cannot be read.
  var leftOut: [String] { opened.leftOut.map(\.name) }
  let relations: DatasetRelations
  let plans: [DatasetPlan]
  private let addedCells: [CellIdentifier: [ArraySource<CellIdentifier>]]
  /// The listings of the collections, for readers' views.
  let arrangeables: [ArrangeableListing]
  /// The listings that readers can arrange, by the numbers of their collections.
  private(set) var views: [Int: ReaderView] = [:]
  /// The functions that prepare the cells of listings for messages, with the collections that they are for.
  private(set) var responders: [(collection: Int?, prepare: (any DataSource<DocumentCell>) -> Void)] = []
  private let programWarnings: [Diagnostic]
  let ownCells: Set<CellIdentifier>
  /// The links of cells, as far as their bodies were created.
  let references: ReferenceLog
  let images: ImageFiles
  let assets: AssetFiles
  let addresses: AddressFile
  /// Whether the catalog reads an `addresses.csv`, if there is one.
  let mayHaveAddresses: Bool
  /// The files and folders that the catalog was made from.
  let log: InputManifest

  /// Opens a catalog.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, a data file, a folder of data files, or `-` for data from standard input.
  ///   - options: The choices that override the configuration.
  ///   - extend: Adds the cells, rules, steps and renderers of the program.
  /// - Throws: `DiagnosticsError` with all problems that were found. Nothing is written.
  public convenience init(
    at path: String, options: CatalogOptions = CatalogOptions(),
    extending extend: (inout CatalogExtension) throws(DiagnosticsError) -> Void = { (_) throws(DiagnosticsError) in }
  ) throws(DiagnosticsError) {
    var additions = CatalogExtension()
    try extend(&additions)
    try self.init(
      at: path, outputs: [], options: options, extending: additions, plugins: PluginFormats(options),
      log: InputManifest())
  }

  /// Opens a catalog that is written to some folders, which are excluded from its inputs.
  init(
    at path: String, outputs: [String], options: CatalogOptions, extending additions: CatalogExtension,
    plugins: PluginFormats, log: InputManifest
  ) throws(DiagnosticsError) {
    let found = try FoundConfiguration(
      at: path, options: options, formats: additions.formats, keepsMistakes: true, log: log)
    if found.datasets != nil, FilePath(path).isFolder,
      outputs.contains(where: { FilePath($0).resolved == found.folder.resolved })
    {
      throw DiagnosticsError(.isOutput(path))
    }
    var configuration = found.configuration.applying(options, formats: additions.formats)
    let folder = InputFolder(found.folder, outputs: outputs.map { FilePath($0) })
    var findings = configuration.mistakes
    assets = AssetFiles(configuration.assets, in: folder, log: log)
    findings += assets.errors
    info = configuration.info(copying: assets)
    renderers = configuration.renderers(
      among: additions.formats, plugins: plugins, folder: folder, info: info, log: log, findings: &findings)
    self.plugins = plugins
    opened = OpenDatasets(configuration.datasets, found: found.datasets, in: folder, log: log, findings: &findings)
    let datasets = opened.datasets
    relations = DatasetRelations(datasets, in: configuration)
    configuration = configuration.hiding(relations.links)
    var later = relations.diagnostics
    later += datasets.flatMap { [relations] in $0.findings(besides: relations.fields(of: $0)) }
    let addressPath = folder.place(of: AddressFile.name).string
    // An `addresses.csv` that a data set reads is data, and next to a data file that stands alone, it has another
    // purpose.
    mayHaveAddresses = found.datasets == nil && !datasets.contains { $0.files.contains(addressPath) }
    var addresses = AddressFile(at: addressPath)
    if mayHaveAddresses {
      log.note(addressPath)
      do throws(DiagnosticsError) {
        addresses = try AddressFile(contentsOf: addressPath)
      } catch {
        later += error.diagnostics
      }
    }
    self.addresses = addresses
    let opened = opened, relations = relations
    func allFindings(_ more: [Diagnostic] = []) -> [Diagnostic] {
      findings.adding(opened.genuine(later + more, relations: relations, in: configuration))
        .inOrder(ofFile: folder.place(of: CatalogConfiguration.fileName).string)
    }
    // Without the fields of all data sets, the steps and documents would have mistakes that are none. The code of a
    // program need not expect rows that lack something.
    let areRowsWhole = !opened.areProvisional && configuration.mistakes.isEmpty && relations.diagnostics.isEmpty
    guard opened.isComplete, configuration.hasAllDatasets, areRowsWhole || additions.readsNothing else {
      throw DiagnosticsError(allFindings())
    }

    var images = ImageFiles(folder: folder, log: log)
    for dataset in datasets { images.addPictures(of: dataset.rows.items, with: dataset.schema, file: dataset.file) }
    var assembly = CatalogAssembly(
      configuration, of: datasets, relatedBy: relations, missingImages: images.missingSources, in: folder,
      adding: additions, log: log)
    document = assembly.document(info, history: addresses.history)
    findings = allFindings(assembly.diagnostics)
    guard findings.isEmpty else { throw DiagnosticsError(findings) }

    // A program that comes, changes or may be started now is another handler.
    for case .run(let program, _) in configuration.handlers.map(\.action) {
      log.note(folder.place(of: FilePath(program.text)).string)
    }
    self.configuration = configuration
    foundDatasets = found.datasets
    self.folder = folder
    self.images = images
    self.log = log
    plans = assembly.plans
    references = assembly.references
    addedCells = assembly.addedCells
    ownCells = Set(additions.cells.keys)
    programWarnings = additions.warnings + assembly.warnings
    arrangeables = assembly.arrangeables
    for view in additions.views {
      if let collection = collection(with: view.dataset) {
        views[collection] = view
      } else {
        findings.append(unknown(view.dataset, for: "a view"))
      }
    }
    findings += additions.preparations.flatMap { $0(self) }
    if !findings.isEmpty { throw DiagnosticsError(findings) }
  }

  /// Warnings that a person should read although the catalog can be built.
  public var warnings: [Diagnostic] {
    let names = datasets.map(\.name)
    let found = (foundDatasets?.warnings ?? []) + (foundDatasets?.areSeveral == true ? opened.warnings : [])
    let addressed = patternWarnings + sectionWarnings + aliasWarnings + redirectWarnings
    return programWarnings + found + opened.descriptions.warnings
      + datasets.flatMap(\.warnings) + picksWithoutPages + images.warnings + assets.warnings + plugins.warnings
      + document.addressProblems.compactMap { addresses.warning($0.problem, line: $0.entry, datasets: names) }
      + addressed + log.warnings
  }

  /// The records of a data set, without the records attached to them; `nil` if no data set has the name.
  ///
  /// ```swift
  /// builder.catalog?.dataset(named: "fruits")?.edit { fruits in
  ///   fruits.update(fruits.item(at: ItemPath(0, 2)).replacing("taste", with: .text("bitter")), at: 2)
  /// }
  /// let report = try builder.update()   // writes the pages that show it
  /// ```
  public func dataset(named name: String) -> RecordFileSource? { datasets.first { $0.name == name }?.source }

  /// Shows or hides a cell that steps of the chain add to listings, such as a banner of `insert: { cell: banner }`.
  ///
  /// ```swift
  /// catalog.handle(.didSelectItem, in: .cells("banner")) { event in
  ///   await event.catalog.edit { catalog in catalog.setCell("banner", isShown: false) }
  ///   return .say("No more of this.")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The kind of the cell. If no step adds such a cell, nothing happens.
  ///   - isShown: Whether the cell is shown.
  public func setCell(_ identifier: CellIdentifier, isShown: Bool) {
    for cell in addedCells[identifier] ?? [] where (cell.numberOfItems > 0) != isShown {
      if isShown { cell.append(identifier) } else { cell.removeAll() }
    }
  }

  /// The handlers of events that `catalog.yml` names.
  package var handlers: [ConfiguredHandler] { configuration.handlers }

  /// The folder that the paths of these handlers are relative to.
  package var handlerFolder: FilePath { folder.path }

  /// The names of the data sets.
  package var datasetNames: [String] { datasets.map(\.name) }

  /// Returns the number of the collection that shows a data set; `nil` if no data set has the name.
  package func collection(with dataset: String) -> Int? {
    guard datasetNames.contains(dataset) else { return nil }
    // The collection of the catalog's own chain comes first.
    let own = configuration.datasetsWithOwnChain
    return own.contains(dataset) ? 1 + (datasetNames.filter(own.contains).firstIndex(of: dataset) ?? 0) : 0
  }

  /// Returns the mistake of a program that names a data set that does not exist.
  package func unknown(_ dataset: String, for purpose: String) -> Diagnostic {
    Diagnostic(
      code: "program/unknown-dataset", "\(purpose) is for the data set “\(dataset)”, which does not exist",
      hint: dataset.suggestion(from: datasetNames))
  }

  /// Calls a function with the cells of listings, and with those of each view of them.
  ///
  /// - Parameters:
  ///   - collection: The number of the collection whose listings they are; `nil` for those of all collections.
  ///   - prepare: Prepares the cells for messages.
  package func prepareCells(ofCollection collection: Int?, _ prepare: @escaping (any DataSource<DocumentCell>) -> Void)
  {
    responders.append((collection, prepare))
    for (number, collected) in document.collections.enumerated() where collection == nil || collection == number {
      for listing in collected.listings { prepare(listing.cells) }
    }
  }

  /// Returns the name of a catalog: that of its folder, or of a single data file without its extension. Standard input
  /// is named `input`.
  package static func name(at path: String) -> String {
    if path == standardInput { return "input" }
    let url = URL(filePath: path).standardizedFileURL
    if FilePath(path).isFolder { return url.lastPathComponent }
    let name = url.pathExtension == "gz" ? url.deletingPathExtension() : url
    return name.deletingPathExtension().lastPathComponent
  }

  /// The names of the formats that are rendered.
  public var formats: [String] { renderers.map(\.format) }

  /// The number of records that would be shown if no step hid any. Data sets that only serve others do not count.
  var numberOfCandidates: Int {
    let shown = configuration.shown(of: datasets.map(\.name))
    return datasets.reduce(0) { $0 + (shown.contains($1.name) ? $1.source.numberOfItems : 0) }
  }

  /// The language of a graph of a chain.
  package enum GraphFormat: String, CaseIterable, Sendable {
    /// A flowchart in the language of [Mermaid](https://mermaid.js.org).
    case mermaid
    /// A graph in the language of [Graphviz](https://graphviz.org).
    case dot
    /// An indented tree, from the pages up to the data sets.
    case text
  }

  /// Returns a graph of the whole chain, from the data sets to the pages, with the number of sections and items at each
  /// link.
  ///
  /// - Complexity: O(*l* + *s*), *l* being the number of links and connections between them, and *s* that of their
  ///   sections.
  package func graph(_ format: GraphFormat) -> String {
    // One link downstream of all sources of the document gives one graph.
    let cells =
      document.listings.map(\.cells) + (configuration.documents.objects ? document.collections.map(\.articles) : [])
    let pages = document.numberOfPages * renderers.count
    let end = Transform(of: cells, by: .concatenate())
      .named("document: \(pages) \(pages == 1 ? "page" : "pages") in \(formats.joined(separator: ", "))")
    return switch format {
    case .mermaid: end.mermaid()
    case .dot: end.dot()
    case .text: end.chainDescription()
    }
  }
}
