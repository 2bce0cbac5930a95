import ArgumentParser
import CatalogKit
import Diagnostics
import TypedRows

/// `pomona types`
struct TypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract: "Writes a Swift type for each data set, with a property for each field.",
    discussion: """
      PATH is a data file, a folder of data files, or a folder with a catalog.yml, whose keys and types apply. The \
      rows of fruits.csv become values of `struct Fruit`, which a program that imports PomonaKit reads with \
      `Fruit.source(contentsOf:)`. Numbers are Int if none has a fraction, otherwise Double; lists are [String]; if \
      any row lacks a value, the property is optional. The guide describes how names are formed.
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
      "The name of the type, if there is one data set. (default: the data set's name in the singular)",
      valueName: "name"))
  var type: String?

  @Option(name: .shortAndLong, help: .key)
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
    Console.printFindings(types.warnings)
    guard let file else { return try Console.print(types.text, terminator: "") }
    try file.checkIsNotInput(among: types.inputs)
    try file.write { (write) throws(DiagnosticsError) in try write(Array(types.text.utf8)) }
  }

  private var selection: RowTypes.Selection {
    if let dataset { return .dataset(dataset) }
    return file.map { .file($0) } ?? .all
  }
}
