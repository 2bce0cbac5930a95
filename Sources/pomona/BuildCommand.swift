import ArgumentParser
import CatalogKit
import Diagnostics
import Foundation

/// `pomona build`
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Builds a catalog from a data file or a catalog folder.",
    discussion: """
      PATH is a data file, or a folder with a catalog.yml. Of a bare data file the title, the key and a layout are inferred. \
      Only what has changed since the last build is made and written. Nothing is written unless all of the input is in \
      order, and a build that is cut short leaves the old catalog. The exit status is 0 for success, 1 for bad input, 2 for \
      wrong usage, and 3 if --check finds that something would be written.
      """)

  @OptionGroup
  var catalog: CatalogArguments

  @OptionGroup(title: "Output options")
  var output: OutputArguments

  @Flag(name: .long, help: "Make every page anew, whatever is known of the last build.")
  var clean = false

  @Flag(name: .long, help: "Write nothing, and tell what would be written.")
  var check = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the paths that were created, updated and deleted to a file: as JSON if it ends in .json, else a line each.",
      valueName: "file"))
  var changes: String?

  @Option(name: .long, help: "How to report what was done: text or json.")
  var report = ReportFormat.text

  func run() throws {
    var settings = output.settings
    settings.isClean = clean
    settings.isChecking = check
    let builder = CatalogBuilder(
      at: catalog.path, into: output.folder(for: catalog.path), options: catalog.options, settings: settings)
    let report = try builder.build()
    if !output.quiet {
      builder.warnings.forEach { Main.printError($0.description) }
      print(try self.report.text(of: report, isChecking: check))
    }
    if let changes { try ChangesFile.write(report, to: changes) }
    builder.close()
    // What a process holds goes with it. To give back a million rows one by one would take as long as to look at them.
    withExtendedLifetime(builder) { Foundation.exit(check && !report.isUnchanged ? 3 : 0) }
  }
}
