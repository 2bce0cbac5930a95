import Changesets
import Foundation
import TestKit
import Testing

/// Runs the examples of the articles Changesets.md and Changes.md. `DocumentationTests` of the architecture checks that
/// they are here as text.
@Suite struct ChangesDocumentationTests {
  @Test func examplesOfTheLandingPage() {
    let old = [Fruit(id: "apple"), Fruit(id: "fig")]
    let new = [Fruit(id: "fig", price: 2), Fruit(id: "kiwi")]
    let edits = diff(from: old, to: new)
    #expect("\(edits)" == "delete 0; insert 1; update 1→0")
  }

  @Test func editsOfAList() throws {
    let old = Array("ABCDEF"), new = Array("ACGDH")
    let edits = diff(from: old, to: new, id: \.self)
    #expect(edits == Edits(deletes: [1, 4, 5], inserts: [2, 4]))

    let changes = try edits.changes(from: old, to: new)
    #expect("\(changes)" == "[delete B at 1, delete E at 4, delete F at 5, insert G at 2, insert H at 4]")
    let json = try JSONEncoder().encode(UpdateBatch(items: edits.inSection(0)))
    #expect(try JSONDecoder().decode(UpdateBatch.self, from: json).items.deletes.count == 3)
  }

  @Test func batches() {
    var batch = UpdateBatch()
    batch.sections.inserts = [2]
    batch.items.moves = [PlacePair(ItemPath(0, 3), ItemPath(2, 0))]
    #expect("\(batch)" == "sections: insert 2; items: move (0, 3)→(2, 0)")
  }

  @Test func calculations() throws {
    let path = { ItemPath(section: 0, item: $0) }
    let first = UpdateBatch(items: Edits(deletes: [path(0), path(1)], inserts: [path(0)]))
    let second = UpdateBatch(items: Edits(updates: [PlacePair(path(1), path(1))]))
    let both = first.composed(with: second)  // one after the other, as one
    let back = first.inverted()  // the way back
    let least = first.normalized()  // sorted, without redundancy, with the fewest moves
    try first.validate(before: [3], after: [2], link: "the filter")  // do the numbers add up?
    let after = try first.applied(to: [["a", "b", "c"]], counts: [2]) { _ in "d" }  // asked for what is new only
    let same = try first.applied(to: [["a", "b", "c"]], taking: after)  // if the new state is at hand
    #expect(same == after)
    #expect(both.items.updates == [PlacePair(path(2), path(1))])
    #expect(back.items.inserts == [path(0), path(1)])
    #expect(least == first)
    #expect(after == [["d", "c"]])
    let error = #expect(throws: UpdateError.self) {
      try UpdateBatch().validate(before: [9], after: [1], link: "the filter")
    }
    let lines = try Self.article.split(separator: "\n").drop { !$0.hasPrefix("Invalid update") }.prefix { $0 != "```" }
    #expect(lines.joined(separator: " ") == error.map { "\($0)" })
  }

  struct Fruit: Identifiable, Equatable {
    var id: String
    var price = 0
  }

  struct Shelf: Identifiable {
    var id: String
    var fruits: [Fruit]
  }

  func compare(_ old: [Shelf], _ new: [Shelf]) {
    let flat = diff(from: old[0].fruits, to: new[0].fruits)
    let byPrice = diff(from: old[0].fruits, to: new[0].fruits, id: \.id) { $0.price == $1.price }
    let sectioned = diff(from: old, to: new, items: \.fruits)
    #expect((flat.updates, byPrice.updates.count, sectioned.items.moves.count) == ([PlacePair(0, 0)], 1, 1))
  }

  @Test func waysToCompare() {
    compare(
      [Shelf(id: "a", fruits: [Fruit(id: "x"), Fruit(id: "y")]), Shelf(id: "b", fruits: [])],
      [Shelf(id: "a", fruits: [Fruit(id: "x", price: 2)]), Shelf(id: "b", fruits: [Fruit(id: "y")])])
  }

  private static var article: String {
    get throws {
      let path = "Sources/Chains/Changesets/Changesets.docc/Changes.md"
      return try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
    }
  }
}
