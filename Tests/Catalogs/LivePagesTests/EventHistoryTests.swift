import CatalogKit
import Changesets
import DataSources
import Datasets
import JSONValues
import Messages
import TestKit
import Testing

@testable import LivePages

/// Random events, with edits in between, against a list of rows: who answers, about which row, and what comes of it.
struct EventHistoryTests {
  /// A row as a naive model has it. A page that was loaded some time ago may name it by another section.
  private struct Row: Equatable {
    let dataset: String
    let name: String
    var family: String
  }

  private struct Model {
    var rows: [Row]

    /// The names of the rows of a section, in order.
    func section(_ family: String) -> [String] { rows.filter { $0.family == family }.map(\.name) }

    func answerer(of row: Row) -> String {
      if row.family == "Citrus" { return "citrus" }
      return row.dataset == "fruits" ? "fruits" : "everything"
    }
  }

  private static let families = ["Citrus", "Pome", "Roots"]

  private static func stand(_ rows: [Row]) async throws -> EventTests.Stand {
    func table(_ dataset: String) -> String {
      "name,family\n" + rows.filter { $0.dataset == dataset }.map { "\($0.name),\($0.family)\n" }.joined()
    }
    let files = [
      "catalog.yml": """
      datasets: { fruits: { file: fruits.csv, key: name }, vegetables: { file: vegetables.csv, key: name } }
      chain: [{ concatenate: [fruits, vegetables] }, { group: { field: family, order: sorted } }]
      pages: { preview: 100 }
      """, "fruits.csv": table("fruits"), "vegetables.csv": table("vegetables"),
    ]
    return try await EventTests.Stand(files) { catalog in
      catalog.handle(.didSelectItem) { .say("everything \($0.row?.title ?? "")") }
      catalog.handle(.didSelectItem, in: "fruits") { .say("fruits \($0.row?.title ?? "")") }
      catalog.handle(.didSelectItem, in: .section("Citrus")) { .say("citrus \($0.row?.title ?? "")") }
      catalog.handle(.deleteItems) { event in
        try await event.edit { rows, paths in rows.edit { rows in paths.map(\.item).forEach(rows.remove(at:)) } }
        return .nothing
      }
      catalog.handle(.moveItem) { event in
        try await event.edit { [family = event.targetSection] rows, move in
          rows.edit { rows in
            rows.move(from: move.from.item, to: move.to.item)
            if let family { rows.update(at: move.to.item) { $0 = $0.replacing("family", with: .text(family)) } }
          }
        }
        return .nothing
      }
    }
  }

  @Test(arguments: Seeds.fixed(4, fresh: 2)) func everyEventFindsItsOwner(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var model = Model(
      rows: (0..<12).map { number in
        Row(
          dataset: number < 7 ? "fruits" : "vegetables", name: "r\(number)",
          family: Self.families.randomElement(using: &random) ?? "")
      })
    let stand = try await Self.stand(model.rows)
    // What readers may still see: all parts that have ever been.
    var seen = Set(model.rows.map { Part($0) })
    for _ in 0..<60 {
      let part = seen.sorted().randomElement(using: &random) ?? Part(model.rows[0])
      let row = model.rows.firstIndex { $0.name == part.name }
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        let answer = await stand.send(EventTests.select, EventTests.part(part.text))
        if let row {
          let expected = "\(model.answerer(of: model.rows[row])) \(part.name)"
          #expect(answer.answer["reply"]?["say"]?.string == expected)
        } else {
          #expect(answer.status == 410)
        }
      case 3 where model.rows.count > 6:
        let answer = await stand.send("catalog:deleteItemsAtPaths:", [EventTests.part(part.text)])
        #expect(answer.status == (row == nil ? 410 : 200))
        if let row { model.rows.remove(at: row) }
      case 4...6:
        let other = seen.sorted().randomElement(using: &random) ?? part
        await move(part, to: other, &model, stand)
      default:
        // An edit by the program, of which old pages do not know yet.
        guard let row, let family = Self.families.randomElement(using: &random) else { continue }
        model.rows[row].family = family
        await stand.live.edit { [name = part.name, dataset = part.dataset] catalog in
          catalog.dataset(named: dataset)?.edit { rows in
            guard let index = rows.items.firstIndex(where: { $0.title == name }) else { return }
            rows.update(at: index) { $0 = $0.replacing("family", with: .text(family)) }
          }
        }
      }
      seen.formUnion(model.rows.map { Part($0) })
      let shown = await stand.parts("").map(\.name).filter { $0.contains("#") }
      #expect(
        shown == Self.families.flatMap { family in model.rows.filter { $0.family == family }.map { Part($0).text } })
    }
  }

  /// Moves a row to the place of another one, by an event and in the model.
  private func move(_ part: Part, to other: Part, _ model: inout Model, _ stand: EventTests.Stand) async {
    let arguments: JSONValue = ["from": EventTests.part(part.text), "to": EventTests.part(other.text)]
    let answer = await stand.send("catalog:moveItemAtPath:toPath:", arguments)
    guard let from = model.rows.first(where: { $0.name == part.name }),
      let to = model.rows.first(where: { $0.name == other.name })
    else {
      #expect(answer.status == 410)
      return
    }
    guard from.dataset == to.dataset else {
      #expect(answer.status == 409)
      return
    }
    #expect(answer.status == 200)
    if from == to { return }
    // In its section, the row takes the place of the other one; in another, it comes before it.
    let isBefore =
      from.family != to.family
      || (model.rows.firstIndex(of: to) ?? 0) < (model.rows.firstIndex(of: from) ?? 0)
    model.rows.removeAll { $0 == from }
    var moved = from
    moved.family = to.family
    let place = model.rows.firstIndex(of: to) ?? 0
    model.rows.insert(moved, at: isBefore ? place : place + 1)
  }

  /// A part of a page, as it was loaded once.
  private struct Part: Hashable, Comparable {
    let text: String
    let dataset: String
    let name: String

    init(_ row: Row) {
      (dataset, name) = (row.dataset, row.name)
      text = "\(row.family.lowercased())#\(row.dataset)/\(row.name)"
    }

    static func < (left: Self, right: Self) -> Bool { left.text < right.text }
  }
}
