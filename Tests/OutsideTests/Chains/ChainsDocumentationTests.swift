import Changesets
import DataSources
import Foundation
import TestKit
import Testing

/// Runs the examples of the articles DataSources.md and Chains.md, and those of changes and chains in the README.
/// `DocumentationTests` of the architecture checks that they are here as text.
@Suite struct ChainsDocumentationTests {
  private struct Fruit: Equatable {
    var name: String
    var isRipe = true
    var sku = 0
    var price = 0
  }

  private struct Shelf: Identifiable {
    var id: String
    var fruits: [Item]

    struct Item: Identifiable, Equatable {
      var id: Int
    }
  }

  private final class Page {
    var events: [UpdateEvent] = []
    var token: ObserverToken?
    func show(_ event: UpdateEvent) { events.append(event) }
    func beginUpdates() { events.append(.willUpdate) }
    func endUpdates(_ batch: UpdateBatch) { events.append(.didUpdate(batch, animated: .none)) }
  }

  private let apple = Fruit(name: "apple")
  private let fig = Fruit(name: "fig", isRipe: false)
  private let kiwi = Fruit(name: "kiwi")
  private let banana = Fruit(name: "banana")

  @Test func differencesInTheReadme() throws {
    let (old, new) = ([Fruit(name: "fig", sku: 1)], [Fruit(name: "figs", sku: 1), Fruit(name: "kiwi", sku: 2)])
    let oldShelves = [Shelf(id: "A", fruits: [Shelf.Item(id: 1)]), Shelf(id: "B", fruits: [])]
    let newShelves = [Shelf(id: "A", fruits: []), Shelf(id: "B", fruits: [Shelf.Item(id: 1)])]

    let edits = diff(from: old, to: new, id: \.sku) { $0.price == $1.price }
    let batch = diff(from: oldShelves, to: newShelves, items: \.fruits)

    #expect(edits == Edits(inserts: [1]) && batch.items.moves.count == 1)
  }

  @Test func chainsInTheReadme() {
    let page = Page()

    let fruits = ArraySource([apple, fig, kiwi])
    let found = fruits.applying(.filter { fruit, text in fruit.name.hasPrefix(text) }).applying(.sort(by: \.name))
    page.token = found.addObserver(page) { page, event in page.show(event) }

    fruits.append(banana)  // one insert, where banana belongs
    fruits.transaction {  // one batch, whatever is edited
      fruits.remove(at: 0)
      fruits.move(from: 1, to: 0)
    }
    let origin = found.convert(ItemPath(0, 1), to: fruits)  // where it comes from

    #expect(found.items.map(\.name) == ["banana", "fig", "kiwi"] && origin == ItemPath(0, 1))
    let batches = page.events.compactMap { event in if case .didUpdate(let batch, _) = event { batch } else { nil } }
    let place = { ItemPath(section: 0, item: $0) }
    #expect(
      batches == [UpdateBatch(items: Edits(inserts: [place(1)])), UpdateBatch(items: Edits(deletes: [place(0)]))])
  }

  @Test func aChain() {
    let page = Page()

    let fruits = ArraySource([apple, fig, kiwi])
    let found = fruits.applying(.filter { $0.isRipe }).applying(.sort(by: \.name))
    page.token = found.addObserver(page) { page, event in page.show(event) }

    fruits.append(banana)  // one insert, where banana belongs
    #expect(found.items == [apple, banana, kiwi])
    // The state that the picture shows.
    #expect(
      page.events == [
        .willUpdate, .didUpdate(UpdateBatch(items: Edits(inserts: [ItemPath(0, 1)])), animated: .automatic),
      ])
  }

  /// The epoch of the picture in InsideDataSources.md.
  @Test func anEpoch() {
    let page = Page(), fruits = ArraySource([apple, fig, kiwi])
    let all = Transform(of: [fruits.applying(.filter { $0.isRipe }), fruits], by: .concatenate())
    page.token = all.addObserver(page) { page, event in page.show(event) }
    fruits.append(banana)
    let batch = UpdateBatch(items: Edits(inserts: [ItemPath(0, 2), ItemPath(1, 3)]))
    #expect(page.events == [.willUpdate, .didUpdate(batch, animated: .automatic)])
    let heights = [fruits.link.height, all.sources[0].link.height, all.link.height]
    #expect(heights == [0, 1, 2])
  }

  @Test func severalSources() {
    let fruits = ArraySource<String>(), nuts = ArraySource<String>(), hint = ArraySource(["Nothing found."])
    let groceries = Transform(of: [fruits, nuts], by: .concatenate())
    let list = Transform(of: [groceries, hint], by: .showPlaceholder())
    #expect(list.items == ["Nothing found."])
    nuts.append("pecan")
    #expect(list.itemsBySection == [[], ["pecan"]])
  }

  @Test func states() {
    let updater = DeltaUpdater<ClosureMatching<String, String>>(id: \.self, content: ==)
    let batch = updater.batch(
      from: [SectionState("Citrus", items: ["lemon", "lime"])], to: [SectionState("Citrus", items: ["lime"])])
    #expect(batch.items.deletes == [ItemPath(0, 0)])
  }

  @Test func eventsInPairs() {
    let fruits = ArraySource([fig]), page = Page()
    fruits.link.addObserver(page) { page, event in
      switch event {
      case .willUpdate: page.beginUpdates()
      case .didUpdate(let batch, _): page.endUpdates(batch)
      case .didNotUpdate: page.endUpdates(UpdateBatch())
      }
    }
    fruits.append(kiwi)
    #expect(page.events.count == 2)
  }

  @Test func profiles() {
    let fruits = ArraySource([apple]), found = fruits.applying(.sort(by: \.name))
    found.startProfiling()
    fruits.append(banana)
    #expect(found.chainDescription().contains("1 turn, 1 batch; 1 insert"))
  }

  @Test func edits() {
    let fruits = ArraySource([apple, fig])

    let matching = fruits.applying(.filter { fruit, text in fruit.name.hasPrefix(text) })
    fruits.insert(kiwi, at: 2)
    matching.configure { $0.filterText = "ap" }

    #expect(matching.items == [apple])
  }

  @Test func places() throws {
    let fruits = ArraySource(
      [
        Fruit(name: "nut", isRipe: false), Fruit(name: "plum"), Fruit(name: "sloe", isRipe: false),
        Fruit(name: "fig", isRipe: false), Fruit(name: "kiwi"),
      ], name: "Fruits")
    let path = ItemPath(0, 1)

    let found = fruits.applying(.filter { $0.isRipe }).applying(.sort { $0.name < $1.name })

    let origin = found.convert(path, to: fruits)  // the path among all fruits of one that is shown
    let place = found.convert(path, from: fruits)  // the path here of one of all fruits, or nil if it is hidden
    let section = found.convert(section: 0, to: fruits)

    #expect(origin == path && place == path && section == 0)

    // What the article shows as text.
    let article = try article()
    let (hidden, shown) = (ItemPath(0, 3), ItemPath(0, 4))
    #expect(
      article.contains("```text\n\(found.explain(hidden, of: fruits))\n\(found.explain(shown, of: fruits))\n```"))
    #expect(article.contains("```text\n\(found.chainDescription())```"))
  }

  @Test func reading() {
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    let found = ArraySource([kiwi, apple]).applying(.sort(by: \.name))

    for section in 0..<found.numberOfSections {
      for fruit in found.items(inSection: section) { print(fruit.name) }
    }

    #expect(printed == ["apple", "kiwi"])
  }

  @Test func namesOfSections() {
    let berries = ArraySource(["currant", "raspberry"], name: "Berries")
    berries.rename("Berries of July")
    let shelves = SectionedArraySource([SectionState("Citrus", items: ["lemon"])])
    shelves.renameSection(at: 0, "Citrus fruits")
    #expect(berries.name(ofSection: 0) == "Berries of July" && shelves.name(ofSection: 0) == "Citrus fruits")
  }

  @Test func aCycleIsRefused() throws {
    let fruits = ArraySource(["fig"])
    let list = Transform(of: [fruits], by: .concatenate()), end = list.applying(.reverse())
    let error = #expect(throws: UpdateError.self) { try list.setSources([fruits, end]) }
    #expect(error?.code == .cycle && list.items == ["fig"])
  }

  private func article() throws -> String {
    let path = "Sources/Chains/DataSources/DataSources.docc/Chains.md"
    return try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
  }
}
