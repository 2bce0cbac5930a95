import Changesets
import DataSources
import Foundation
import Messages
import TestKit
import Testing

extension MessageSelector<ItemPath, String> {
  static var colourOfItem: Self { Self("orchard:colourOfItemAtPath:") { _ in "green" } }
}

extension MessageSelector<[ItemPath], [Int]> {
  static var countOfItems: Self { Self("orchard:countOfItemsAtPaths:", merge: .elements()) }
}

extension MessageSelector<Label, Void> {
  fileprivate static var labelItem: Self { Self("orchard:labelItemAtPath:text:") }
}

private struct Label: Routable, Codable {
  var path: ItemPath
  var text: String

  mutating func route(with router: inout Router) { router.route(&path) }
}

/// Runs the examples of the article on forwarding, and of the page that contains it. `DocumentationTests` of the
/// architecture checks that they are here as text.
@Suite struct MessagesDocumentationTests {
  private let fruits = ArraySource(["apple", "fig", "lime"])
  private let banner = ArraySource(["★"])
  private let add = ArraySource(["Add a fruit"])
  private let listing: Transform<Mappings.Insert<String>>
  private let shown: Transform<Mappings.ShowPlaceholder<String>>

  init() {
    for (source, name) in [(fruits, "fruits"), (banner, "banner"), (add, "add")] { source.link.name = name }
    listing = Transform(of: [fruits, banner], by: .insert(at: ItemPath(0, 2)))
    shown = Transform(of: [listing, add], by: .showPlaceholder())
  }

  private struct Frozen: Error, CustomStringConvertible {
    var fruit: String
    var description: String { "“\(fruit)” is frozen" }
  }

  private actor Laboratory {
    func colour(of fruit: String) -> String { fruit == "fig" ? "purple" : "white" }
  }

  @Test func theRouteOfAMessage() throws {
    var opened: [String] = []

    let listing = Transform(of: [fruits, banner], by: .insert(at: ItemPath(0, 2)))
    let shown = Transform(of: [listing, add], by: .showPlaceholder())
    fruits.on(.didSelectItem) { fruits, path in opened.append(fruits.item(at: path)) }
    try shown.send(.didSelectItem, ItemPath(0, 3))
    #expect(opened == ["lime"])

    let paths = shown.deliveryPaths(of: .didSelectItem, ItemPath(0, 3))
    #expect(
      paths.map(\.description) == [
        "ShowPlaceholder (0, 3) → Insert (0, 3) → fruits (0, 2) → handler for everything"
      ])
    #expect(shown.responds(to: .didSelectItem))
    #expect(!shown.responds(to: .didSelectItem, at: ItemPath(0, 2)), "the banner does not")
  }

  @Test func scopes() throws {
    let shelves = SectionedArraySource([
      SectionState("Citrus", items: ["lemon"]), SectionState("Nuts", items: ["pecan", "walnut"]),
    ])

    shelves.on(.colourOfItem) { _ in "brown" }
    shelves.on(.colourOfItem, in: .section(named: "Citrus")) { _ in "yellow" }
    shelves.on(.colourOfItem, in: .items(named: "firsts") { _, path in path.item == 0 }) { _ in "gold" }

    let colours = try shelves.paths.map { path in try shelves.send(.colourOfItem, path) }
    #expect(colours == ["yellow", "gold", "brown"])
  }

  @Test func manyPlaces() throws {
    fruits.on(.countOfItems) { paths in paths.map { _ in 3 } }
    banner.on(.countOfItems) { paths in paths.map { _ in 1 } }
    let all = (0..<4).map { ItemPath(section: 0, item: $0) }
    #expect(try shown.send(.countOfItems, all) == [3, 3, 1, 3])
  }

  @Test func divergingRoutes() throws {
    let move = ItemMove(from: ItemPath(0, 2), to: ItemPath(0, 0))
    #expect(!shown.responds(to: .moveItem, at: move))
    listing.on(.moveItem, in: .acrossSources) { listing, move in listing.configure { $0.path = move.to } }
    try shown.send(.moveItem, move)
    #expect(shown.items == ["★", "apple", "fig", "lime"])
  }

  @Test func resultsWithPlaces() throws {
    fruits.on(.willSelectItem) { fruits, path in ItemPath(0, 2) }
    #expect(try shown.send(.willSelectItem, ItemPath(0, 0)) == ItemPath(0, 3))
  }

  @Test func errors() throws {
    fruits.on(.labelItem) { fruits, label in throw Frozen(fruit: fruits.item(at: label.path)) }
    let error = #expect(throws: MessageError.self) {
      try shown.send(.labelItem, Label(path: ItemPath(0, 3), text: "sour"))
    }
    #expect(
      error?.description == "A handler of “orchard:labelItemAtPath:text:” failed: “lime” is frozen. "
        + "The message went to ShowPlaceholder (0, 3) → Insert (0, 3) → fruits (0, 2).")
  }

  @Test func asynchronousHandlers() async throws {
    let laboratory = Laboratory()

    fruits.onAsync(.colourOfItem) { fruits, path, _ in await laboratory.colour(of: fruits.item(at: path)) }
    let colour = try await shown.sendAsync(.colourOfItem, ItemPath(0, 1))

    #expect(colour == "purple")
    #expect(throws: MessageError.self) { try shown.send(.colourOfItem, ItemPath(0, 1)) }
  }

  @Test func byName() throws {
    shown.messages.allow(.colourOfItem)
    let answer = try shown.send(named: "orchard:colourOfItemAtPath:", json: "[0, 2]")
    #expect(answer == #""green""#)
  }
}
