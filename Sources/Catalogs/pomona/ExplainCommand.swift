import ArgumentParser
import CatalogKit
import Diagnostics

/// `pomona explain`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains which pages show a row, or why none does.",
    discussion: """
      KEY is the key of a row. If several data sets contain it, write the data set before it: fruits/Lemon. The \
      command prints the route of the row through the chain, with its position at each link, and the files that show \
      it; or the link that hides it.
      """)

  @Argument(help: ArgumentHelp("The key of a row.", valueName: "key"))
  var row: String

  @OptionGroup
  var catalog: CatalogArguments

  @OptionGroup
  var formats: FormatArguments

  @OptionGroup(title: "Reading options")
  var reading: ReadingArguments

  @Option(name: .long, help: "The format of the report: text or json.")
  var report = ReportFormat.text

  func run() throws {
    let explanation = try Catalog(at: catalog.path, options: CatalogOptions(catalog, reading, formats)).explain(row)
    try report.print(explanation, as: explanation.lines)
  }
}

extension RowExplanation {
  /// The explanation as lines of text.
  fileprivate var lines: [String] {
    var rows: [Line] = []
    for (number, route) in routes.enumerated() {
      rows.append(("", ""))
      rows += number == 0 ? route.lines : route.lines(after: routes[0])
    }
    if !relations.isEmpty { rows.append(("", "")) }
    rows += relations.map(\.line)
    var format: String?
    for appearance in appearances {
      // A blank line separates the files of one format from those of the next.
      if rows.last?.name != "", appearance.format != format || appearance.format == nil && format != nil {
        rows.append(("", ""))
      }
      format = appearance.format
      rows.append(appearance.line)
    }
    let width = rows.lazy.filter { !$0.text.isEmpty }.map(\.name.count).max() ?? 0
    return ["\(name): \(origin)"]
      + rows.map { row in
        row.text.isEmpty
          ? row.name : "  \(row.name)\(String(repeating: " ", count: width - row.name.count))  \(row.text)"
      } + (isShown ? [] : ["", "No page shows it."])
  }
}
