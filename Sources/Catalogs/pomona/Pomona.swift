import ArgumentParser
import CAllocator
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

      To change what is inferred, write it to a configuration first:

        pomona init fruits.csv my-catalog
        pomona build my-catalog
      """,
    version: "pomona \(Catalog.version)",
    subcommands: [
      BuildCommand.self, ServeCommand.self, WatchCommand.self, CheckCommand.self, ExplainCommand.self, DiffCommand.self,
      GraphCommand.self,
      AddressesCommand.self, TypesCommand.self, InitCommand.self, SchemaCommand.self, PluginCommand.self,
    ])

  /// Throws an error if the command does not exist, with the names of those that do.
  fileprivate static func checkCommand(_ name: String?) throws {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let name, !name.hasPrefix("-"), name != "help", !names.contains(name) else { return }
    let hint =
      if let meant = name.closest(in: names) {
        "Did you mean “\(meant)”?"
      } else if FileManager.default.fileExists(atPath: name) {
        "To build it: pomona build \(name)"
      } else {
        "To build a catalog: pomona build"
      }
    throw ValidationError(
      "There is no command “\(name.printable)”. \(hint)\nCommands: \(names.joined(separator: ", "))")
  }
}

@main
enum Main {
  /// Runs the command. The exit status is 0 for success, 1 for bad input, and 2 for wrong usage.
  static func main() {
    Console.occupyClosedStreams()
    // The C library returns large blocks to the system at once. Its threshold for large blocks grows up to 32 MB when
    // blocks are freed, unless it is set: then the memory of outgrown arrays would not be returned.
    mallopt(M_MMAP_THRESHOLD, 1 << 20)
    do {
      let status = try run()
      try Console.end()
      exit(status)
    } catch {
      Console.printError(error.description)
      exit(1)
    }
  }

  /// Runs the command, and returns its exit status.
  private static func run() throws(DiagnosticsError) -> Int32 {
    do {
      try Pomona.checkCommand(CommandLine.arguments.dropFirst().first)
      var command = try Pomona.parseAsRoot()
      try command.run()
      return 0
    } catch let error as DiagnosticsError {
      throw error
    } catch {
      let code = Pomona.exitCode(for: error)
      let message = Pomona.fullMessage(for: error)
      if code.isSuccess { try Console.print(message) } else if !message.isEmpty { Console.printError(message) }
      return code == .validationFailure ? 2 : code.rawValue
    }
  }
}
