import ArgumentParser
import CatalogKit
import Diagnostics

/// `pomona init`
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Creates a catalog.yml for existing data, or a small example catalog.",
    discussion: """
      For a data file, a database or a folder of data files, the command writes a catalog.yml with what `pomona build` \
      infers: keys, titles, types, texts that are prose, and facts. It also proposes references between data sets. It is \
      built to the same pages but for these, and you can change it. \
      Any other PATH is the folder of a small example, which is created if it does not exist. Existing files are kept.
      """)

  @Argument(help: "A data file or a folder of data files; any other path is the folder of a new example.")
  var path: String

  @Argument(help: "The folder of the new catalog.yml. (default: that of the data)")
  var folder: String?

  @Option(name: .shortAndLong, help: .key)
  var key: [String] = []

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  func run() throws {
    guard folder != nil || InferredCatalog.isData(at: path, reading: reading.options) else { return try writeExample() }
    var options = CatalogOptions()
    options.key = key
    options.reading = reading.options
    let catalog = try InferredCatalog(of: path, in: folder, options: options)
    Console.printFindings(catalog.warnings)
    try catalog.write()
    try Console.print("Wrote \(catalog.file)".printable)
    try Console.print("Build it with: pomona build \(catalog.folder)".printable)
  }

  private func writeExample() throws {
    let files = try StarterCatalog.write(to: path)
    try Console.print("Wrote \(files.joined(separator: ", ")) in \(path)")
    try Console.print("Build it with: pomona build \(path)")
  }
}
