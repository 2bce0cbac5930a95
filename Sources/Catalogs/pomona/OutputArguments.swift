import ArgumentParser
import CatalogKit
import Publishing

/// The arguments for the folder that a catalog is written to, and for how it is written.
struct OutputArguments: ParsableArguments {
  @Option(name: .shortAndLong, help: "The folder to write to. (default: build/NAME, after PATH)")
  var output: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The number of threads that render and write pages. (default: one per processor)", valueName: "n"))
  var jobs: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A folder for the state of the last build. (default: .pomona in the output)",
      valueName: "dir"))
  var state: String?

  @Flag(name: .long, help: "Build even if a data set has lost all or nearly all of its rows since the last build.")
  var allowEmpty = false

  @Flag(name: .long, help: "If the plugin of a format fails, publish the other formats and keep the files of that one.")
  var keepGoing = false

  @Flag(name: .long, help: "Write to a folder that contains other files, which are kept.")
  var adopt = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs has to be at least 1.") }
  }

  /// Returns the folder to write to. Without an option it is in the current folder: `build/fruits` for
  /// `data/fruits.csv`.
  func folder(for path: String) -> String { output ?? "build/" + Catalog.name(at: path) }

  var settings: CatalogBuilder.Settings {
    var settings = CatalogBuilder.Settings()
    settings.isAdopting = adopt
    settings.jobs = jobs
    settings.state = state
    settings.allowsLosses = allowEmpty
    settings.keepsGoing = keepGoing
    if !quiet {
      settings.onWait = { Console.printError(Self.text(waitingFor: $0)) }
      settings.onProgress = Progress.make()
    }
    return settings
  }

  static func text(waitingFor holder: FolderHolder?) -> String {
    guard let holder else { return "Another process has the folder; waiting for it to end." }
    let process = "(process \(holder.process))"
    return switch holder.activity {
    case .build: "pomona build \(process) is writing to the folder; waiting for it to end."
    case .watch: "pomona watch \(process) is writing to the folder; waiting for it to be done with what was saved."
    case .check: "pomona build --check \(process) is looking at the folder; waiting for it to end."
    }
  }
}
