import Diagnostics

/// The parts of an explanation in the words of reports: a name and what is said of it.
extension RowExplanation {
  /// A line of a report.
  package typealias Line = (name: String, text: String)

  /// The row, such as `fruits/apple, “Apple”`.
  package var name: String { title == key ? "\(dataset)/\(key)" : "\(dataset)/\(key), “\(title)”" }

  /// Where the row is in its data file.
  package var origin: String { "\(file), row \(row)" }
}

extension RowExplanation.Route {
  /// The ways, with a line for each link.
  package var lines: [RowExplanation.Line] {
    if ways.isEmpty { return [("The chain does not show its data set.", "")] }
    return ways.flatMap(\.lines)
  }

  /// Returns the ways to an index, from the link where they leave those to the home page.
  package func lines(after main: Self) -> [RowExplanation.Line] {
    [("\(index ?? ""):", "")]
      + ways.flatMap { way in
        let shared = main.ways.map { zip($0.steps, way.steps).prefix { $0 == $1 }.count }.max() ?? 0
        return way.lines.dropFirst(shared)
      }
  }
}

extension RowExplanation.Way {
  /// A line for each link.
  package var lines: [RowExplanation.Line] {
    steps.map { ($0.link, placeText($0.item, of: $0.count, in: $0.title)) }
      + [hiddenBy.map { ($0, "hides it") }, usedBy.map { ($0, "uses it for other rows") }].compactMap(\.self)
  }
}

extension RowExplanation.Relation {
  /// The field with the related rows, such as `artists/blake`, or `48 rows: works/w1, works/w2 …` if they refer to this
  /// row.
  package var line: RowExplanation.Line {
    let list = rows.joined(separator: ", ") + (count > rows.count ? " …" : "")
    let nobody = unknown.isEmpty ? [] : ["no row has the key \(unknown.map { "“\($0)”" }.joined(separator: ", "))"]
    let some = rows.isEmpty ? [] : [isBack ? "\(count.counted("row")): \(list)" : list]
    return (field, (some + nobody).joined(separator: "; "))
  }
}

extension RowExplanation.Appearance {
  /// The file with how it shows the row.
  package var line: RowExplanation.Line {
    let place = item.flatMap { item in count.map { placeText(item, of: $0, in: section) } } ?? ""
    let part = page.map { ", page \($0)" } ?? guide.map { ", from \($0.joined(separator: " to "))" } ?? ""
    let text =
      switch kind {
      case "article": "its page" + (decidedBy.map { ", by \($0)" } ?? "")
      case "card": "its card, \(place)\(part)"
      case "preview": "its card among the first, \(place)"
      case "highlight": "its card, \(place)"
      case "redirect": "leads to its page"
      default: "has it"
      }
    return (file, text)
  }
}

/// Returns a position, such as `3 of 12 in “Citrus”`.
private func placeText(_ item: Int, of count: Int, in section: String?) -> String {
  "\(item + 1) of \(count)" + (section.map { " in “\($0)”" } ?? "")
}
