import Cells
import DataSources
import DocumentModel
import ExampleKit
import Rendering

/// What becomes of an encyclopedia event by event, in words: the messages and their routes, what those hear who show the document, and the
/// document before and after. A page that is opened is shown as Markdown.
@MainActor func transcript(of events: [Event]) throws -> String {
  let encyclopedia = try Encyclopedia(FruitDatabase())
  let document = encyclopedia.document
  let markdown = try RendererRegistry.builtIn()["markdown"]
  let cells = NumberedCells()
  let stage = Stage()

  stage.write("Fruitypedia\n===========\n\n\(document.cells.chainDescription())")
  stage.show(document.cells, toldBy: document.display.link) { path in
    document.existingCell(at: path).map { cells.line(for: $0) } ?? "no cell"
  }
  for event in events {
    let (article, heard) = (encyclopedia.article, encyclopedia.heard.count)
    try stage.step("\(event)") {
      for route in event.routes(in: encyclopedia) { stage.note(route) }
      try event.happen(to: encyclopedia)
      for message in encyclopedia.heard.dropFirst(heard) { stage.note("\(message)") }
    }
    if let page = encyclopedia.article, page != article, let text = markdown?.render(page).bytes {
      stage.write("\n" + String(decoding: text, as: UTF8.self).split(separator: "\n").map { "  | \($0)\n" }.joined())
    }
  }
  return stage.text
}

/// Cells, numbered as they turn up. So it can be seen which of them stay with their items, and which are used again.
private final class NumberedCells {
  private var cells: [DocumentCell] = []

  func line(for cell: DocumentCell) -> String {
    if !cells.contains(where: { $0 === cell }) { cells.append(cell) }
    let number = (cells.firstIndex { $0 === cell } ?? 0) + 1
    return "\(cell.identifier) \(number)  "
      + ([cell.title] + cell.body.blocks.map { [$0].plainText }).joined(separator: ": ")
  }
}
