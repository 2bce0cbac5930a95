import ArgumentParser
import CatalogKit
import Diagnostics
import Foundation
import Publishing

/// `pomona build`
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Builds a catalog from a data file or a catalog folder.",
    discussion: """
      PATH is a data file, a folder with a catalog.yml, or a folder of data files. For data without a configuration, \
      the title, the keys and a layout are inferred, and each file and each table of a database is a data set; `pomona \
      init` writes the inferred configuration to a file that you can change. Only what has changed since the last \
      build is rendered and written. No file is written unless all of the input is valid, and a build that is \
      interrupted leaves the old catalog in place. The exit status is 0 for success, 1 for invalid input and for \
      formats that failed, 2 for wrong usage, and 3 if --check finds that something would be written.
      """)

  @OptionGroup
  var catalog: CatalogArguments

  @OptionGroup
  var formats: FormatArguments

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  @OptionGroup(title: "Output options")
  var output: OutputArguments

  @Flag(name: .long, help: "Render every page again, even if it is unchanged since the last build.")
  var clean = false

  @Flag(
    name: .long,
    help: "Read all files of the output, compare them with what the catalog says now, and repair those that differ.")
  var verify = false

  @Flag(name: .long, help: "Write no files, and report what would be written.")
  var check = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      Write the paths that were created, updated and deleted since the list was written last to a file: as JSON if it ends in \
      .json, else a line each.
      """,
      valueName: "file"))
  var changes: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Also write all files of the output to a zip archive, whose bytes are the same for the same catalog.",
      valueName: "file"))
  var archive: String?

  @Option(name: .long, help: "The format of the report: text or json.")
  var report = ReportFormat.text

  func validate() throws {
    if check, archive != nil { throw ValidationError("--check writes no files: leave out --archive.") }
  }

  func run() throws {
    let folder = output.folder(for: catalog.path)
    let folders = [folder, output.state].compactMap(\.self)
    let list = try changes.map { try OutputFile($0, for: .changes, outside: folders) }
    let archive = try archive.map { try OutputFile($0, for: .archive, outside: folders) }
    var settings = output.settings
    settings.isClean = clean
    settings.isVerifying = verify
    settings.isChecking = check
    settings.onRead = { (inputs) throws(DiagnosticsError) in
      for file in [list, archive].compactMap(\.self) { try file.checkIsNotInput(among: inputs) }
    }
    let options = CatalogOptions(catalog, reading, formats)
    let signals = Termination.sourcesEndingPlugins { [state = output.state] in
      PublishedFolder.lastWords(ofBuildInto: folder, state: state)
    }
    defer { signals.forEach { $0.cancel() } }
    let builder = CatalogBuilder(at: catalog.path, into: folder, options: options, settings: settings)
    defer { builder.close() }
    let report = try builder.build()
    if !output.quiet { Console.printFindings(report.warnings) }
    if let archive {
      try archive.write { (write) throws(DiagnosticsError) in try builder.archive(to: write) }
    }
    // A list counts as delivered only once all of it was written, and if the command ends with 0.
    if !check, list != nil || self.report == .json && !output.quiet {
      try builder.deliver(report) { report in try write(report, to: list) }
    } else {
      try write(report, to: list)
    }
    // `exit` runs no `defer`.
    builder.close()
    // The process ends here without releasing the catalog: to release a million rows one by one would take as long as
    // to read them.
    withExtendedLifetime((builder, signals)) {
      Foundation.exit(!report.failedFormats.isEmpty ? 1 : check && !report.isUnchanged ? 3 : 0)
    }
  }

  private func write(_ report: BuildReport, to list: OutputFile?) throws {
    if let list {
      var changes = FileChanges()
      changes.created = report.created
      changes.updated = report.updated
      changes.deleted = report.deleted
      try list.write(report.undelivered ?? changes)
    }
    if !output.quiet { try Console.print(self.report.text(of: report)) }
    try Console.end()
  }
}
