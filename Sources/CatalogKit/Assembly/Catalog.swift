import Cells
import DataSources
public import Datasets
public import Diagnostics
import DocumentModel
import Foundation
public import Rendering

/// A catalog that is ready to be built: its data read, its chain made, its templates checked.
///
/// It holds nothing that a program could not put together from the same public parts: data sets, sources, transforms, cell
/// sources, a document and renderers.
public final class Catalog {
  /// What the catalog's configuration says.
  public let configuration: CatalogConfiguration
  /// The data sets, in the order of the configuration.
  public let datasets: [Dataset]
  /// The pages.
  public let document: Document<Record>
  /// The renderers of the formats that are asked for.
  public let renderers: [any PageRenderer]
  /// Pictures and other files that are copied.
  public let files: [Artifact]
  /// What a person should look at, although the catalog can be built.
  public let warnings: [Diagnostic]

  /// Opens a catalog.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, or a data file.
  ///   - options: What is decided over the configuration.
  ///   - registry: The renderers to choose from; the built-in ones unless given.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with everything that is wrong. Nothing has been written then.
  public convenience init(
    at path: String, options: CatalogOptions = CatalogOptions(), registry: RendererRegistry? = nil
  ) throws(DiagnosticsError) {
    let (configuration, folder) = try CatalogConfiguration.find(at: path)
    try self.init(configuration, in: folder, options: options, registry: registry)
  }

  /// Makes a catalog from a configuration.
  ///
  /// - Parameters:
  ///   - configuration: What to build.
  ///   - folder: The folder that the configuration's files are in.
  ///   - options: What is decided over the configuration.
  ///   - registry: The renderers to choose from; the built-in ones unless given.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with everything that is wrong.
  public init(
    _ configuration: CatalogConfiguration, in folder: String, options: CatalogOptions = CatalogOptions(),
    registry: RendererRegistry? = nil
  ) throws(DiagnosticsError) {
    let configuration = configuration.applying(options)
    var findings: [Diagnostic] = []
    let registry = if let registry { registry } else { try RendererRegistry.builtIn() }
    renderers = configuration.renderers(in: registry, findings: &findings)

    var images = ImageFiles(folder: folder)
    let pairs = configuration.readDatasets(in: folder, findings: &findings).map {
      (entry: $0.entry, dataset: images.resolve($0.dataset, file: FileSystem.path($0.entry.file.text, in: folder)))
    }
    // What comes after would only complain about what is not there.
    guard findings.isEmpty else { throw DiagnosticsError(findings) }

    var chain = RecordChain(pairs.map(\.dataset))
    let records = chain.source(configuration.chain)
    var library = CellLibrary(folder: folder, datasets: pairs)
    let articles = library.cells(of: records, as: .page)
    var listing: any DataSource<DocumentCell> = library.cells(of: records, as: .card)
    let facts: [String: TemplateValue] = [
      "title": .text(configuration.title), "entries": .text(String(records.numberOfItems)),
      "sections": .text(String(records.numberOfSections)),
    ]
    for step in configuration.chain {
      switch step {
      case .insert(let cell, let path):
        let inserted = library.cell(cell, facts: facts)
        listing = Transform(of: [listing, inserted], by: Insert(at: path, insertAtEndIfNeeded: true))
      case .placeholder(let cell):
        listing = Transform(of: [listing, library.cell(cell, facts: facts)], by: Placeholder())
      case .concatenate, .filter, .group, .sort: break
      }
    }
    findings += chain.diagnostics + library.diagnostics
    guard findings.isEmpty else { throw DiagnosticsError(findings) }

    self.configuration = configuration
    datasets = pairs.map(\.dataset)
    files = images.artifacts
    warnings = datasets.flatMap(\.warnings) + images.warnings
    document = Document(
      CatalogInfo(title: configuration.title, language: configuration.language),
      introduction: [Block](markdown: configuration.introduction), listing: listing, articles: articles,
      layout: configuration.layout)
  }

  /// The name of a catalog: that of its folder, or of a data file that stands alone, without its ending.
  public static func name(at path: String) -> String {
    let url = URL(filePath: path).standardizedFileURL
    return (FileSystem.isFolder(path) ? url : url.deletingPathExtension()).lastPathComponent
  }

  /// The names of the formats that are rendered.
  public var formats: [String] { renderers.map(\.format) }

  /// How many records the data sets have.
  public var numberOfRows: Int { datasets.reduce(0) { $0 + $1.records.count } }

  /// Builds the catalog.
  ///
  /// - Parameters:
  ///   - folder: Where the catalog goes.
  ///   - adopt: Whether the folder may hold files that belong to somebody else; they are left alone, by this build and later ones.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the folder cannot be used, which is then as it was, or written to.
  /// - Returns: What was written.
  public func build(into folder: String, adopting adopt: Bool = false) throws(DiagnosticsError) -> BuildReport {
    var report = try document.build(into: folder, renderers: renderers, files: files, adopting: adopt)
    report.rows = numberOfRows
    return report
  }
}
