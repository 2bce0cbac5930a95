import ArgumentParser
import CatalogKit
import CatalogServer
import Diagnostics
import Foundation
import LivePages
import PluginHosting
import Synchronization

/// `pomona serve`
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Shows a catalog in a browser, and changes its pages where the data changes.",
    discussion: """
      Pages are made when somebody looks at them, so that a large catalog is there at once, and nothing is written \
      unless --output names a folder. When a file is saved, each open page that shows it is updated in place: what was \
      scrolled, typed or selected stays. Mistakes stand over the pages, which show the last good state until then. Only \
      this machine is answered, unless --host says otherwise. Press Control-C to stop.
      """)

  @OptionGroup
  var catalog: CatalogArguments

  @OptionGroup
  var formats: FormatArguments

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  @OptionGroup(title: "Server options")
  var server: ServerArguments

  func run() throws {
    var options = CatalogOptions(catalog, reading, formats)
    options.allowsCommands = server.allowCommands
    let live: LiveCatalog
    if let output = server.output {
      var settings = CatalogBuilder.Settings()
      settings.isWatching = true
      live = LiveCatalog(
        publishingBy: CatalogBuilder(at: catalog.path, into: output, options: options, settings: settings))
    } else {
      live = LiveCatalog(at: catalog.path, options: options)
    }
    let interruption = DispatchSemaphore(value: 0)
    let signals = Termination.sources { _ in interruption.signal() }
    defer { signals.forEach { $0.cancel() } }
    // Programs that handle events have process groups of their own, and would go on without their limits.
    defer { ChildProcess.killAll() }
    let server = try CatalogServer(of: live, settings: server.settings)
    server.start()
    try Console.print("\(Catalog.name(at: catalog.path)) is at \(server.address)")
    if !self.server.quiet { try Console.print("Press Control-C to stop.") }
    if self.server.open { Self.openBrowser(at: server.address) }
    let isFailure = Mutex(false)
    let watching = Task { [quiet = self.server.quiet, path = catalog.path] in
      await live.watch { changed, update in
        Self.report(update, of: changed, quiet: quiet)
        // The standard input cannot be corrected and read again.
        if path == Catalog.standardInput, !update.problems.isEmpty {
          isFailure.withLock { $0 = true }
          interruption.signal()
        }
      }
    }
    // The main thread has nothing else to do: requests are answered on others.
    interruption.wait()
    let end = DispatchSemaphore(value: 0)
    Task {
      watching.cancel()
      await watching.value
      await server.stop()
      end.signal()
    }
    end.wait()
    if isFailure.withLock({ $0 }) { throw ExitCode.failure }
  }

  /// Prints what an update did, in a line: `fruits.csv: 3 pages changed, 1 of them open, 12 ms`.
  private static func report(_ update: LiveCatalog.Update, of changed: Set<String>, quiet: Bool) {
    if !update.problems.isEmpty { return Console.printFindings(update.problems) }
    if quiet { return }
    if changed.isEmpty { return Console.printFindings(update.warnings) }
    let names = changed.sorted()
    let files = names.count > 3 ? "\(names.count) files" : names.joined(separator: ", ")
    try? Console.print("\(files): \(update.summary)")
  }

  private static func openBrowser(at address: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xdg-open", address]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    // Without a browser, the address that was printed is enough.
    try? process.run()
  }
}

/// The arguments that say where a catalog is served.
struct ServerArguments: ParsableArguments {
  @Option(name: .long, help: "The port. (default: 8080, or the next one that is free)")
  var port: Int?

  @Option(
    name: .long,
    help: "The name or address to listen on, such as 0.0.0.0 for all. (default: this machine only)")
  var host: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A name under which the server may be addressed, such as that of a proxy; may be repeated.", valueName: "name"))
  var allowHost: [String] = []

  @Option(
    name: .long, help: ArgumentHelp("The path of the catalog on a proxy, such as /team/notes/.", valueName: "path"))
  var base = "/"

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: ArgumentHelp(
      "Let readers look into cells: at files and the steps of chains. (default: if only this machine is answered)"))
  var explain: Bool?

  @Flag(name: .long, help: "Open the catalog in a browser.")
  var open = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Also write the catalog to a folder, as pomona watch does.", valueName: "folder"))
  var output: String?

  @Flag(name: .long, help: "Allow the programs that catalog.yml names under “on” to run.")
  var allowCommands = false

  @Flag(name: .shortAndLong, help: "Print only the address and errors.")
  var quiet = false

  func validate() throws {
    if let port, !(0...65535).contains(port) { throw ValidationError("--port has to be at most 65535.") }
  }

  var settings: CatalogServer.Settings {
    var settings = CatalogServer.Settings()
    settings.host = host
    settings.port = port
    settings.allowedHosts = allowHost
    settings.base = base
    settings.explains = explain
    return settings
  }
}
