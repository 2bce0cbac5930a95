import PomonaKit
import Testing

/// A document sends messages to the owners of the items in its listing.
@Suite struct DocumentMessagesTests {
  private struct Thing: DocumentObject {
    let title: String

    var objectID: ObjectID { ObjectID(collection: "things", key: title) }
  }

  private let things = SectionedArraySource([
    SectionState("A", items: [Thing(title: "T1"), Thing(title: "T2")]), SectionState("B", items: [Thing(title: "T3")]),
  ])
  private let document: Document<Thing>

  init() {
    let cells = CellSource<Thing, DocumentCell>(things)
    cells.register(Thing.self) { cell, thing in (cell.title, cell.target) = (thing.title, thing.objectID) }
    document = Document(CatalogInfo(title: "Things"), listing: cells.applying(.reverse()), articles: cells)
  }

  @Test func messagesReachTheOwnersOfShownItems() throws {
    var selected: [String] = []
    things.on(.didSelectItem) { things, path, delivery in
      selected.append("\(things.item(at: path).title) \(delivery.sender is Document<Thing>)")
      #expect(delivery.cell == nil && delivery.cellOperator?.source === things)
    }
    try document.send(.didSelectItem, ItemPath(0, 0))
    #expect(selected == ["T2 true"])
    #expect(document.cells.responds(to: .didSelectItem))
  }

  @Test func titlesAreThoseOfTheSections() throws {
    #expect(try document.headerTitle(ofSection: 1) == "B")
  }
}
