import ArgumentParser
import CatalogKit
import Diagnostics

/// `pomona build`
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Builds a catalog from a data file or a catalog folder.",
    discussion: """
      PATH is a CSV or JSON file, or a folder with a catalog.yml. Of a bare data file the title, the key and a layout are \
      inferred. Nothing is written unless all of the input is in order. The exit status is 0 for success, 1 for bad \
      input and 2 for wrong usage.
      """)

  @Argument(help: "A data file, or a folder with a catalog.yml.")
  var path = "."

  @Option(name: .shortAndLong, help: "The folder to write to. (default: build/NAME, after PATH)")
  var output: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The formats, separated by commas: html, markdown, latex, man, xml.", valueName: "formats"))
  var format: FormatList?

  @Option(name: .shortAndLong, help: "The catalog's title.")
  var title: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The field that tells the rows apart; @row numbers them.", valueName: "field"))
  var key: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("The field that makes the sections.", valueName: "field"))
  var groupBy: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The field that rows are sorted by; add :desc for the largest first.", valueName: "field[:desc]")
  )
  var sort: SortOption?

  @Option(name: .long, help: ArgumentHelp("How many entries a section's page has.", valueName: "n"))
  var pageSize: Int?

  @Option(name: .long, help: "How to report what was done: text or json.")
  var report = ReportFormat.text

  @Flag(
    name: .long,
    help: "Write to a folder that holds other files; they are left alone.")
  var adopt = false

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    if let pageSize, pageSize < 1 { throw ValidationError("--page-size has to be at least 1.") }
  }

  func run() throws {
    let start = ContinuousClock.now
    var options = CatalogOptions()
    options.title = title
    options.key = key
    options.groupBy = groupBy
    options.sort = sort.map { ($0.field, $0.descending) }
    options.pageSize = pageSize
    options.formats = format?.formats
    let catalog = try Catalog(at: path, options: options)
    if !quiet { catalog.warnings.forEach { Main.printError($0.description) } }

    var report = try catalog.build(into: output ?? defaultOutput, adopting: adopt)
    report.seconds.total = (ContinuousClock.now - start) / .seconds(1)
    if !quiet { print(try self.report.text(of: report, formats: catalog.formats)) }
  }

  /// `build/fruits` for `data/fruits.csv`, in the current folder.
  private var defaultOutput: String {
    "build/" + Catalog.name(at: path)
  }
}

/// `html,markdown`
struct FormatList: ExpressibleByArgument {
  var formats: [String]

  init?(argument: String) {
    formats = argument.split { $0 == "," || $0.isWhitespace }.map(String.init)
    if formats.isEmpty { return nil }
  }
}

/// `FIELD` or `FIELD:desc`
struct SortOption: ExpressibleByArgument {
  var field: String
  var descending = false

  init?(argument: String) {
    field = argument
    for (suffix, isDescending) in [(":desc", true), (":asc", false)] where argument.hasSuffix(suffix) {
      (field, descending) = (String(argument.dropLast(suffix.count)), isDescending)
    }
    if field.isEmpty { return nil }
  }
}
