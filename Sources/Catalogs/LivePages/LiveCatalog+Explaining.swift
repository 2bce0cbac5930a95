import CatalogKit
import DataSources
import Foundation
import Messages
import Rendering

/// What is known about a cell, as its page shows it: groups of lines, each a name and what is said of it.
private struct CellReport: Encodable {
  struct Group: Encodable {
    let title: String
    let lines: [Line]
  }

  struct Line: Encodable {
    let name: String
    let text: String

    init(_ line: RowExplanation.Line) { (name, text) = line }
  }

  /// The row that the cell shows, or the kind of the cell.
  let title: String
  /// Where the row is; `nil` if the cell shows none.
  let origin: String?
  let groups: [Group]

  init(_ cell: CellExplanation, events: [RowExplanation.Line]) {
    let kind = cell.kind.rawValue
    let maker =
      switch cell.maker {
      case .template(let file): file
      case .program: "made by the program"
      case .defaultLayout: "the default layout"
      }
    title = cell.row?.name ?? kind
    origin = cell.row?.origin
    let groups: KeyValuePairs<String, [RowExplanation.Line]> = [
      "Cell": [(kind, maker)], "Way": cell.way.lines,
      "Events": events.isEmpty ? [("none", "the catalog handles no event of a cell")] : events,
      "Related rows": cell.row?.relations.map(\.line) ?? [], "Files": cell.row?.appearances.map(\.line) ?? [],
    ]
    self.groups = groups.filter { !$0.value.isEmpty }.map { Group(title: $0.key, lines: $0.value.map(Line.init)) }
  }
}

/// Looking into the cells of pages.
extension LiveCatalog {
  /// Answers the question of a page what is known about one of its cells.
  ///
  /// - Parameter query: The address of the page, the name of the part, and the token of the page, if it has one.
  func explanation(_ query: String?) -> LiveAnswer {
    let fields = (query ?? "").formFields
    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    guard let address = value("page"), let part = value("part") else {
      return Self.json(400, error: "This is no question of a live page.")
    }
    guard controls == nil || value("token") == token else {
      return Self.json(403, error: EventError.oldPage.description)
    }
    do throws(EventError) {
      let page = try shownPage(at: address)
      let found = try page.cell(named: part)
      let cells = page.cells(ofListing: found.place.listing)
      guard let explanation = open.catalog?.explain(found, in: cells) else { throw .gone }
      let report = CellReport(explanation, events: Self.events(at: found.place, in: cells))
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // A report consists of texts, which can always be encoded.
      return Self.json(200, (try? encoder.encode(report)).map { Array($0) } ?? [])
    } catch {
      return Self.json(error.status, error: error.description)
    }
  }

  /// Returns which handler would answer each event of a cell, and why none would.
  private static func events(at place: ListingPlace, in cells: any DataSource<DocumentCell>) -> [RowExplanation.Line] {
    guard let path = place.path else { return [] }
    return cells.pathsOfMessages(at: .item(path)).map { name, way in
      var text = way.textOfEnd
      if let last = way.hops.last { text = "\(last) → \(text)" }
      if case .handler = way.end, let question = cells.refusal(of: name, at: path) {
        text += ", not offered: the answer to \(question.name) is no"
      }
      return (name, text)
    }
  }
}
