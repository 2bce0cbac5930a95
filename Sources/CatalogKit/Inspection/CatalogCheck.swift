public import Diagnostics
import Rendering

/// What is wrong with a catalog, as far as it can be found without writing anything.
public struct CatalogCheck: Sendable {
  /// The findings: what opening the catalog reports, or, where it can be opened, what a person should look at, and references on the
  /// pages that lead nowhere.
  public let findings: [Diagnostic]
  /// How many rows there are; none where the catalog cannot be opened.
  package private(set) var rows = 0
  /// How many pages there are, in all formats; none where the catalog cannot be opened.
  package private(set) var pages = 0

  /// Checks a catalog: its configuration, data, templates, and the references in the bodies of its pages.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, a data file, or a folder of data files.
  ///   - options: What is decided over the configuration.
  ///   - extend: Adds cells, rules, steps and renderers of the program.
  /// - Complexity: That of opening the catalog and of making the bodies of all cells.
  public init(
    at path: String, options: CatalogOptions = CatalogOptions(),
    extending extend: (inout CatalogExtension) throws(DiagnosticsError) -> Void = { (_) throws(DiagnosticsError) in }
  ) {
    do {
      let catalog = try Catalog(at: path, options: options, extending: extend)
      findings = catalog.warnings + catalog.unknownReferences + catalog.brokenReferences
      rows = catalog.numberOfRows
      pages = catalog.document.numberOfPages * catalog.renderers.count
    } catch {
      findings = error.diagnostics
    }
  }

  /// Whether nothing worse than warnings was found.
  public var isPassed: Bool { findings.allSatisfy { $0.severity != .error } }
}
