import ArgumentParser
import CatalogKit
import Diagnostics

/// `pomona types`
struct TypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract: "Writes a Swift type for each data set, with a property for each field.",
    discussion: """
      PATH is a data file, a folder of them, or a folder with a catalog.yml, whose keys and types count. The rows of fruits.csv become values of \
      `struct Fruit`, which a program reads with `Fruit.source(contentsOf:)` and imports PomonaKit for. Numbers are Int where \
      none has a fraction, else Double; lists are [String]; where a row lacks a value the property is optional. docs/guide/swiftpm.md \
      says how names are made.
      """)

  @Argument(
    help: "A data file, a folder with a catalog.yml or with data files, or - for data from standard input.")
  var path = "."

  @Option(name: .shortAndLong, help: "The Swift file to write. (default: standard output)")
  var output: String?

  @Option(name: .long, help: ArgumentHelp("Only this data set of the catalog.", valueName: "name"))
  var dataset: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      Only the data sets that begin with this file of the catalog's folder; those of folders, and of files elsewhere, go with \
      catalog.yml.
      """, valueName: "file"))
  var file: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The name of the type, where there is one data set. (default: the data set's name in the singular)",
      valueName: "name"))
  var type: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The field that tells the rows apart, or one of several that do so together; @row numbers them.",
      valueName: "field"))
  var key: [String] = []

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  func validate() throws {
    if dataset != nil, file != nil { throw ValidationError("Give either --dataset or --file.") }
  }

  func run() throws {
    let file = try output.map { try OutputFile($0, for: .types) }
    var options = CatalogOptions()
    options.key = key
    options.reading = reading.options
    let types = try RowTypes(at: path, selection, type: type, options: options)
    Main.printFindings(types.warnings)
    guard let file else { return try StandardOutput.print(types.text, terminator: "") }
    try file.refuse(inputs: types.inputs)
    try file.write { (write) throws(DiagnosticsError) in try write(Array(types.text.utf8)) }
  }

  private var selection: RowTypes.Selection {
    if let dataset { return .dataset(dataset) }
    return file.map { .file($0) } ?? .all
  }
}
