import Cells
import DataSources
public import Datasets
public import Diagnostics
import DocumentModel
import Fingerprints
import Foundation
public import Rendering
import SystemPackage

/// A catalog that is ready to be built: its data read, its chain made, its templates checked.
///
/// It holds nothing that a program could not put together from the same public parts: data sources, transforms, cell
/// sources, a document and renderers. And it is live: ``reload()`` takes over what has changed in the data files.
public final class Catalog {
  /// The version of Pomona. It is part of what every page is made from.
  public static let version = PomonaVersion.current

  /// The path of standard input.
  static let standardInput = "-"

  /// What the catalog's configuration says.
  let configuration: CatalogConfiguration
  /// The folder that the configuration's files are in.
  let folder: InputFolder
  /// The pages.
  public let document: Document<Record>
  /// What every page knows of the catalog.
  let info: CatalogInfo
  /// The renderers of the formats that are asked for.
  package let renderers: [any PageRenderer]
  /// Those of them that are programs of their own.
  let plugins: PluginFormats
  /// The data sets, and those that are left out.
  private let datasets: OpenDatasets
  /// The data sets, in the order of the configuration.
  var leaves: [OpenDataset] { datasets.leaves }
  /// The names of data sets that are left out because they cannot be read.
  var leftOut: [String] { datasets.leftOut.map(\.name) }
  /// How the data sets go together.
  let relations: DatasetRelations
  /// The data sets with the rows that go with theirs.
  let related: [RelatedLeaf]
  /// What decides how cells look that have no template.
  let members: [CellLibrary.Member]
  /// Where cells lead, as far as their bodies were made.
  let references: ReferenceLog
  /// Pictures that are copied.
  let images: ImageFiles
  /// Other files that are copied.
  let assets: AssetFiles
  /// What was decided about addresses.
  let addresses: AddressFile
  /// Whether the catalog reads a file with what was decided about addresses, if there is one.
  let mayHaveAddresses: Bool
  /// What the catalog was made from.
  let log: InputManifest

  /// Opens a catalog.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, a data file, a folder of data files, or `-` for data from standard input.
  ///   - options: What is decided over the configuration.
  ///   - extend: Adds cells, rules, steps and renderers of the program.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with everything that is wrong. Nothing has been written then.
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

  /// Opens a catalog that is written to some folders, which are no part of it.
  convenience init(
    at path: String, outputs: [String], options: CatalogOptions, extending additions: CatalogExtension,
    plugins: PluginFormats, log: InputManifest
  ) throws(DiagnosticsError) {
    let (configuration, folder) = try CatalogConfiguration.find(
      at: path, options: options, formats: additions.formats, log: log)
    if configuration.found != nil, FilePath(path).isFolder,
      outputs.contains(where: { FilePath($0).resolved == folder.resolved })
    {
      throw DiagnosticsError(.isOutput(path))
    }
    // Beside data that stands alone, a file of that name is about something else.
    try self.init(
      configuration, in: InputFolder(folder, outputs: outputs.map { FilePath($0) }), options: options,
      extending: additions, plugins: plugins, log: log, mayHaveAddresses: configuration.found == nil)
  }

  /// Makes a catalog from a configuration.
  ///
  /// - Parameters:
  ///   - configuration: What to build.
  ///   - folder: The folder that the configuration's files are in.
  ///   - options: What is decided over the configuration.
  ///   - extend: Adds cells, rules, steps and renderers of the program.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with everything that is wrong.
  convenience init(
    _ configuration: CatalogConfiguration, in folder: String, options: CatalogOptions = CatalogOptions(),
    extending extend: (inout CatalogExtension) throws(DiagnosticsError) -> Void = { (_) throws(DiagnosticsError) in }
  ) throws(DiagnosticsError) {
    var additions = CatalogExtension()
    try extend(&additions)
    try self.init(
      configuration, in: InputFolder(FilePath(folder)), options: options, extending: additions,
      plugins: PluginFormats(options), log: InputManifest(), mayHaveAddresses: true)
  }

  private init(
    _ configuration: CatalogConfiguration, in folder: InputFolder, options: CatalogOptions,
    extending additions: CatalogExtension, plugins: PluginFormats, log: InputManifest, mayHaveAddresses: Bool
  ) throws(DiagnosticsError) {
    let configuration = configuration.applying(options, formats: additions.formats)
    var findings: [Diagnostic] = []
    assets = AssetFiles(configuration.assets, in: folder, log: log)
    findings += assets.errors
    info = configuration.info(copying: assets)
    renderers = configuration.renderers(
      among: additions.formats, plugins: plugins, folder: folder, info: info, log: log, findings: &findings)
    self.plugins = plugins
    datasets = configuration.openDatasets(in: folder, log: log, findings: &findings)
    let leaves = datasets.leaves
    relations = DatasetRelations(leaves)
    findings += relations.diagnostics
    if findings.isEmpty {
      findings += leaves.flatMap { [relations] in $0.findings(besides: relations.fields(of: $0)) }
    }
    let addressPath = folder.place(of: AddressFile.name).string
    // What a data set reads is data.
    self.mayHaveAddresses = mayHaveAddresses && !leaves.contains { $0.files.contains(addressPath) }
    var addresses = AddressFile(at: addressPath)
    if self.mayHaveAddresses {
      log.note(addressPath)
      do throws(DiagnosticsError) {
        addresses = try AddressFile(contentsOf: addressPath)
      } catch {
        findings += error.diagnostics
      }
    }
    self.addresses = addresses
    // What comes after would only complain about what is not there.
    guard findings.isEmpty else { throw DiagnosticsError(findings) }

    var images = ImageFiles(folder: folder, log: log)
    for leaf in leaves { images.look(for: leaf.rows.items, of: leaf.schema, file: leaf.file) }
    let assembly = CatalogAssembly(
      configuration, leaves, relations, info: info, images: images, folder: folder, history: addresses.history,
      adding: additions,
      log: log)
    guard assembly.diagnostics.isEmpty else { throw DiagnosticsError(assembly.diagnostics) }

    self.configuration = configuration
    self.folder = folder
    self.images = images
    self.log = log
    members = assembly.members
    related = assembly.related
    references = assembly.references
    document = assembly.document
  }

  /// What a person should look at, although the catalog can be built.
  public var warnings: [Diagnostic] {
    let datasets = leaves.map(\.name)
    return (configuration.found?.areSeveral == true ? self.datasets.warnings : [])
      + leaves.flatMap(\.warnings) + picksWithoutPages + images.warnings + assets.warnings + plugins.warnings
      + document.addressProblems.compactMap { addresses.warning($0.problem, line: $0.entry, datasets: datasets) }
      + patternWarnings + redirectWarnings
  }

  /// The records of a data set, without what is attached to them; nil if there is no data set of the name.
  ///
  /// ```swift
  /// builder.catalog?.dataset(named: "fruits")?.edit { fruits in
  ///   fruits.update(fruits.item(at: ItemPath(0, 2)).replacing("taste", with: .text("bitter")), at: 2)
  /// }
  /// let report = try builder.update()   // writes the pages that show it
  /// ```
  public func dataset(named name: String) -> RecordFileSource? { leaves.first { $0.name == name }?.source }

  /// The name of a catalog: that of its folder, or of a data file that stands alone, without its ending. Standard input is `input`.
  package static func name(at path: String) -> String {
    if path == standardInput { return "input" }
    let url = URL(filePath: path).standardizedFileURL
    if FilePath(path).isFolder { return url.lastPathComponent }
    let name = url.pathExtension == "gz" ? url.deletingPathExtension() : url
    return name.deletingPathExtension().lastPathComponent
  }

  /// The names of the formats that are rendered.
  public var formats: [String] { renderers.map(\.format) }

  /// The number of records of all data sets.
  public var numberOfRows: Int { leaves.reduce(0) { $0 + $1.source.numberOfItems } }

  /// The number of records that there would be to show if no step hid any: without those of data sets that serve others.
  var numberOfCandidates: Int { candidates.reduce(0) { $0 + $1.source.numberOfItems } }

  /// The data sets that the chains begin with.
  private var candidates: [OpenDataset] {
    let named = configuration.chain.lazy.compactMap { $0 as? ConcatenateStep }.first?.names.map(\.text)
    let shown = configuration.datasetsApart.union(named ?? configuration.shownTogether(leaves.map(\.name)))
    return leaves.filter { shown.contains($0.name) }
  }
}
