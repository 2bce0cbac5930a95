import ArgumentParser
import CatalogKit
import Diagnostics

/// `pomona init`
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a small catalog to start from, or a catalog.yml for data that there is.",
    discussion: """
      Of a data file, a database or a folder of data files a catalog.yml is written that says what `pomona build` infers: keys, \
      titles, types, and which texts are prose. It is built to the same pages, and yours to change. Any other PATH is the folder of \
      a small example, which is made if need be. What is there is left alone.
      """)

  @Argument(help: "A data file, or a folder of them; or the folder of an example.")
  var path: String

  @Argument(help: "The folder of the catalog.yml for the data. (default: that of the data)")
  var folder: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The field that tells the rows apart, or one of several that do so together; @row numbers them.",
      valueName: "field"))
  var key: [String] = []

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  func run() throws {
    guard folder != nil || InferredCatalog.isData(at: path, reading: reading.options) else { return try writeExample() }
    var options = CatalogOptions()
    options.key = key
    options.reading = reading.options
    let catalog = try InferredCatalog(of: path, in: folder, options: options)
    Main.printFindings(catalog.warnings)
    try catalog.write()
    try StandardOutput.print("Wrote \(catalog.file)".printable)
    try StandardOutput.print("Build it with: pomona build \(catalog.folder)".printable)
  }

  private func writeExample() throws {
    let files = try StarterCatalog.write(to: path)
    try StandardOutput.print("Wrote \(files.joined(separator: ", ")) in \(path)")
    try StandardOutput.print("Build it with: pomona build \(path)")
  }
}
