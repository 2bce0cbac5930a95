import ArgumentParser
import CatalogKit
import Diagnostics
import Foundation

/// The `pomona` command.
struct Pomona: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pomona",
    abstract: "Turns data sets into catalogs.",
    discussion: """
      A catalog has a home page, a page for each section and a page for each object. Start with a data file:

        pomona build fruits.csv

      or with a folder that says more about its data:

        pomona init my-catalog
        pomona build my-catalog
      """,
    version: "pomona \(Catalog.version)",
    subcommands: [
      BuildCommand.self, WatchCommand.self, CheckCommand.self, ExplainCommand.self, DiffCommand.self, GraphCommand.self,
      AddressesCommand.self, InitCommand.self, SchemaCommand.self,
    ])
}

@main
enum Main {
  /// Runs the command: 0 for success, 1 for bad input, 2 for wrong usage.
  static func main() {
    do {
      var command = try Pomona.parseAsRoot()
      try command.run()
    } catch let error as DiagnosticsError {
      printError(error.description)
      exit(1)
    } catch {
      guard Pomona.exitCode(for: error) == .validationFailure else { Pomona.exit(withError: error) }
      printError(Pomona.fullMessage(for: error))
      exit(2)
    }
  }

  /// Prints a line on standard error.
  static func printError(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
