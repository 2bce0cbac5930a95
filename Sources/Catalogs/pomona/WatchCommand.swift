import ArgumentParser
import CatalogKit
import Diagnostics
import Foundation

/// `pomona watch`
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Builds a catalog, and builds it again whenever one of its files is saved.",
    discussion: """
      The data stays in memory: when a data file is saved, only the rows that have changed are updated in the chain, \
      and only the pages that show them are rendered. Changes to templates and to the configuration are applied, too. \
      Errors are reported, and the old catalog stays in place until they are corrected. Press Control-C to stop.
      """)

  @OptionGroup
  var catalog: CatalogArguments

  @OptionGroup
  var formats: FormatArguments

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  @OptionGroup(title: "Output options")
  var output: OutputArguments

  func run() throws {
    var settings = output.settings
    settings.isWatching = true
    let builder = CatalogBuilder(
      at: catalog.path, into: output.folder(for: catalog.path), options: CatalogOptions(catalog, reading, formats),
      settings: settings)
    defer { builder.close() }
    let watch = CatalogWatch()
    // Control-C ends the command between two builds, and never within one.
    let signals = Termination.sources { _ in watch.end() }
    defer { signals.forEach { $0.cancel() } }
    try watch.run(builder) { [quiet = output.quiet] outcome in
      switch outcome {
      case .success(let report):
        if quiet { return }
        Console.printFindings(report.warnings)
        try Console.print(ReportFormat.text.text(of: report))
      case .failure(let error): Console.printError(error.description)
      }
    }
  }
}
