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
    let name = title == key ? "\(dataset)/\(key)" : "\(dataset)/\(key), “\(title)”"
    var rows: [(name: String, place: String)] = []
    for (number, route) in routes.enumerated() {
      rows.append(("", ""))
      rows += number == 0 ? route.rows : route.rows(after: routes[0])
    }
    if !relations.isEmpty { rows.append(("", "")) }
    rows += relations.map { ($0.field, $0.text) }
    var format: String?
    for appearance in appearances {
      // A blank line separates the files of one format from those of the next.
      if rows.last?.name != "", appearance.format != format || appearance.format == nil && format != nil {
        rows.append(("", ""))
      }
      format = appearance.format
      rows.append((appearance.file, appearance.text))
    }
    let width = rows.lazy.filter { !$0.place.isEmpty }.map(\.name.count).max() ?? 0
    return ["\(name): \(file), row \(row)"]
      + rows.map { row in
        row.place.isEmpty
          ? row.name : "  \(row.name)\(String(repeating: " ", count: width - row.name.count))  \(row.place)"
      } + (isShown ? [] : ["", "No page shows it."])
  }
}

extension RowExplanation.Relation {
  /// The related rows, such as `artists/blake`, or `48 rows: works/w1, works/w2 …` if they refer to this row.
  fileprivate var text: String {
    let list = self.rows.joined(separator: ", ") + (count > rows.count ? " …" : "")
    let nobody = unknown.isEmpty ? [] : ["no row has the key \(unknown.map { "“\($0)”" }.joined(separator: ", "))"]
    let some = rows.isEmpty ? [] : [isBack ? "\(count.counted("row")): \(list)" : list]
    return (some + nobody).joined(separator: "; ")
  }
}

extension RowExplanation.Route {
  /// The ways, with a line for each link.
  fileprivate var rows: [(name: String, place: String)] {
    if ways.isEmpty { return [("The chain does not show its data set.", "")] }
    return ways.flatMap(\.rows)
  }

  /// Returns the ways to an index, from the link where they leave those to the home page.
  fileprivate func rows(after main: Self) -> [(name: String, place: String)] {
    [("\(index ?? ""):", "")]
      + ways.flatMap { way in
        let shared = main.ways.map { zip($0.steps, way.steps).prefix { $0 == $1 }.count }.max() ?? 0
        return way.rows.dropFirst(shared)
      }
  }
}

extension RowExplanation.Way {
  fileprivate var rows: [(name: String, place: String)] {
    steps.map { ($0.link, $0.place) }
      + [hiddenBy.map { ($0, "hides it") }, usedBy.map { ($0, "uses it for other rows") }].compactMap(\.self)
  }
}

extension RowExplanation.Step {
  fileprivate var place: String { placeText(item, of: count, in: title) }
}

extension RowExplanation.Appearance {
  /// A description of the appearance.
  fileprivate var text: String {
    let place = item.flatMap { item in count.map { placeText(item, of: $0, in: section) } } ?? ""
    let part = page.map { ", page \($0)" } ?? guide.map { ", from \($0.joined(separator: " to "))" } ?? ""
    return switch kind {
    case "article": "its page" + (decidedBy.map { ", by \($0)" } ?? "")
    case "card": "its card, \(place)\(part)"
    case "preview": "its card among the first, \(place)"
    case "highlight": "its card, \(place)"
    case "redirect": "leads to its page"
    default: "has it"
    }
  }
}

/// Returns a position, such as `3 of 12 in “Citrus”`.
private func placeText(_ item: Int, of count: Int, in section: String?) -> String {
  "\(item + 1) of \(count)" + (section.map { " in “\($0)”" } ?? "")
}
