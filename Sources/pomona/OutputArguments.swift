import ArgumentParser
import CatalogKit

/// Where a catalog goes, and how it is written.
struct OutputArguments: ParsableArguments {
  @Option(name: .shortAndLong, help: "The folder to write to. (default: build/NAME, after PATH)")
  var output: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("How many threads make and write pages. (default: one on each processor)", valueName: "n"))
  var jobs: Int?

  @Flag(name: .long, help: "Write to a folder that holds other files; they are left alone.")
  var adopt = false

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs has to be at least 1.") }
  }

  /// The folder: `build/fruits` for `data/fruits.csv`, in the current folder, unless it is named.
  func folder(for path: String) -> String { output ?? "build/" + Catalog.name(at: path) }

  var settings: CatalogBuilder.Settings {
    var settings = CatalogBuilder.Settings()
    settings.isAdopting = adopt
    settings.jobs = jobs
    if !quiet {
      settings.onWait = { Main.printError("Another build is writing to the folder; waiting for it to end.") }
      settings.onProgress = Progress.make()
    }
    return settings
  }
}
