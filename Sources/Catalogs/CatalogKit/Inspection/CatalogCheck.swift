import CatalogSyntax
import DataSources
public import Diagnostics
import PluginHosting
import Rendering
import SystemPackage

/// The errors and warnings of a catalog that can be found without writing files.
public struct CatalogCheck: Sendable {
  /// The findings: the errors of opening the catalog, or, if it can be opened, its warnings and the references on its
  /// pages that lead nowhere.
  public let findings: [Diagnostic]
  /// The number of rows, or 0 if the catalog cannot be opened.
  public private(set) var rows = 0
  /// The number of pages in all formats, or 0 if the catalog cannot be opened.
  public private(set) var pages = 0
  /// The decisions that were made from the rows, as the lines of a `catalog.yml` that would make them; empty if the
  /// catalog cannot be opened.
  package private(set) var decisions: [String] = []

  /// Checks a catalog: its configuration, data, templates, and the references in the bodies of its pages.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, a data file, or a folder of data files.
  ///   - options: Options that override the configuration.
  ///   - extend: Adds the cells, rules, steps and renderers of the program.
  /// - Complexity: The cost of opening the catalog, and of creating the bodies of all cells.
  public init(
    at path: String, options: CatalogOptions = CatalogOptions(),
    extending extend: (inout CatalogExtension) throws(DiagnosticsError) -> Void = { (_) throws(DiagnosticsError) in }
  ) {
    do {
      let catalog = try Catalog(at: path, options: options, extending: extend)
      let (brokenReferences, failures) = RenderingFailures.collected { catalog.brokenReferences }
      findings = catalog.warnings + catalog.unknownReferences + catalog.handlerFindings + failures + brokenReferences
      decisions = catalog.linesOfDecisions
      rows = catalog.datasets.reduce(0) { $0 + $1.source.numberOfItems }
      pages = catalog.document.numberOfPages * catalog.renderers.count
    } catch {
      findings = error.diagnostics
    }
  }

  /// Whether no error was found. Warnings are allowed.
  public var isPassed: Bool { findings.allSatisfy { $0.severity != .error } }
}

extension CatalogCheck: CustomStringConvertible {
  /// What the command prints: the findings, and a summary such as `No problems in 288 rows, 602 pages`.
  public var description: String {
    let errors = findings.count { $0.severity == .error }
    let counts = [(errors, "error"), (findings.count - errors, "warning")].filter { $0.0 > 0 }
    var summary = counts.isEmpty ? "No problems" : counts.map { $0.0.counted($0.1) }.joined(separator: ", ")
    // The size of a catalog that cannot be opened is unknown.
    if pages > 0 { summary += " in \(rows.counted("row")), \(pages.counted("page"))" }
    return ((findings.isEmpty ? [] : [findings.text]) + [summary]).joined(separator: "\n")
  }
}

extension Catalog {
  /// Warnings about handlers of events that cannot do what they are for: programs that cannot be started, and sections
  /// that no listing has at present.
  ///
  /// - Complexity: O(*n*) in the number of sections, if a handler names one.
  fileprivate var handlerFindings: [Diagnostic] {
    let handlers = configuration.handlers
    let names = handlers.contains { $0.section != nil } ? namesOfSections : []
    return handlers.flatMap { handler in
      [programFinding(of: handler), sectionFinding(of: handler, among: names)].compactMap(\.self)
    }
  }

  private var namesOfSections: [String] {
    let listed = document.listings.map(\.cells).flatMap { cells in
      (0..<cells.numberOfSections).compactMap(cells.name(ofSection:))
    }
    return listed + configuration.home.highlights.map(\.title)
  }

  private func programFinding(of handler: ConfiguredHandler) -> Diagnostic? {
    guard case .run(let program, _) = handler.action,
      let failure = StartFailure.foreseen(folder.place(of: program.text).string)
    else { return nil }
    return Diagnostic(
      .warning, code: "event/unstartable", "“\(program.text)” cannot be started: \(failure)", at: program.location,
      hint: failure.hint)
  }

  private func sectionFinding(of handler: ConfiguredHandler, among names: [String]) -> Diagnostic? {
    guard let section = handler.section, !names.contains(section.text) else { return nil }
    return Diagnostic(
      .warning, code: "event/no-section", "no listing has a section “\(section.text)”", at: section.location,
      hint: section.text.closest(in: names).map { "Did you mean “\($0)”?" })
  }
}
