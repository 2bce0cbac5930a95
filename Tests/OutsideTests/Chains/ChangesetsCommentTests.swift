import Changesets
import Testing

/// Runs the examples of the documentation comments. `DocumentationTests` of the architecture checks that they are here
/// as text.
@Suite struct ChangesetsCommentTests {
  private struct Fruit: Identifiable, Equatable {
    var id: Int
    var price = 0
    var sku: Int { id }
  }

  private struct Shelf: Identifiable {
    var name: String
    var fruits: [Fruit]
    var id: String { name }
  }

  @Test func differences() {
    let old = [Fruit(id: 1), Fruit(id: 2)]
    let new = [Fruit(id: 2, price: 3)]
    do {
      let edits = diff(from: old, to: new)  // Identifiable & Equatable
      #expect(edits == Edits(deletes: [0], updates: [PlacePair(1, 0)]))
    }
    do {
      let edits = diff(from: old, to: new, id: \.sku) { $0.price == $1.price }
      #expect(edits == Edits(deletes: [0], updates: [PlacePair(1, 0)]))
    }
    do {
      let edits = diff(from: "abcd".map(\.self), to: "adbc".map(\.self), id: \.self)
      #expect(edits == Edits(moves: [PlacePair(3, 1)]))
    }
    let batch = UpdateBatch(items: diff(from: old, to: new).inSection(3))
    #expect(batch.items.deletes == [ItemPath(3, 0)])
  }

  @Test func differencesOfSections() {
    let old = [Shelf(name: "top", fruits: [Fruit(id: 1)])]
    let new = [Shelf(name: "top", fruits: []), Shelf(name: "low", fruits: [Fruit(id: 1)])]
    do {
      let batch = diff(from: old, to: new, items: \.fruits)  // sections and items are Identifiable
      #expect(batch.sections == Edits(inserts: [1]))
    }
    do {
      let batch = diff(from: old, to: new, sectionID: \.name, items: \.fruits, id: \.sku) { $0.price == $1.price }
      #expect(batch.sections == Edits(inserts: [1]))
    }
  }

  @Test func replacements() {
    let edits = diff(from: ["Rome", "Imagine City"], to: ["Rome", "Oslo"], id: \.self)  // delete 1; insert 1
    let replacements = edits.pairingReplacements()  // update 1
    #expect("\(edits)" == "delete 1; insert 1" && "\(replacements)" == "update 1")
  }

  @Test func editsAreApplied() throws {
    let old = ["a", "b"]
    let source = ["b", "c"]
    let edits = Edits(deletes: [0], inserts: [1])
    let new = try edits.applied(to: old, count: source.count) { source[$0] }
    #expect(new == source)
    do {
      let shown = try edits.applied(to: old, taking: new)
      #expect(shown == new)
    }
  }

  @Test func aListOfPlaces() {
    let print = { (places: [Int]) in #expect(places == [4, 7, 8]) }
    var deletes: EditList<Int> = [4]
    deletes += 7..<9
    print(Array(deletes))  // [4, 7, 8]
  }

  @Test func placesAfterABatch() {
    let path = ItemPath(0, 4)
    let batch = UpdateBatch(items: Edits(deletes: [path]))
    let map = PathMap(batch)
    let place = map.newPath(of: path)  // nil if the item was deleted
    #expect(place == nil)
  }

  @Test func aContradictionIsSanitized() throws {
    let batch = UpdateBatch(
      items: Edits(
        deletes: [ItemPath(0, 1)],
        moves: [
          PlacePair(ItemPath(0, 1), ItemPath(0, 2))
        ]))
    let sanitized = try batch.sanitized(before: [3], after: [3])  // a delete and an insert
    let expected = Edits(deletes: [ItemPath(0, 1)], inserts: [ItemPath(0, 2)])
    #expect(sanitized.items == expected)
  }

  /// The part of a sectioned list of words that the example needs.
  private struct Source {
    var sections: [[String]]
    func items(inSection section: Int) -> [String] { sections[section] }
    func item(at path: ItemPath) -> String { sections[path.section][path.item] }
  }

  @Test func aBatchStepByStep() {
    let old = [["fig", "kiwi"], ["nut"]]
    let source = Source(sections: [["date"], ["kiwi", "raspberry"]])
    let batch = UpdateBatch(
      sections: Edits(deletes: [1], inserts: [0]),
      items: Edits(deletes: [ItemPath(0, 0)], inserts: [ItemPath(1, 1)]))
    var lengths = old.map { $0.map(\.count) }
    for path in batch.removals { lengths[path.section].remove(at: path.item) }
    batch.sections.apply(to: &lengths) { section in source.items(inSection: section).map(\.count) }
    for path in batch.insertions { lengths[path.section].insert(source.item(at: path).count, at: path.item) }
    for path in batch.replacements { lengths[path.section][path.item] = source.item(at: path).count }
    #expect(lengths == source.sections.map { $0.map(\.count) })
  }

  @Test func sumsOfSections() {
    let source = Numbers(sections: [[4], [1, 2]])
    let batch = UpdateBatch(sections: Edits(inserts: [0]))
    var sums = [3]
    batch.sections.apply(to: &sums) { section in source.items(inSection: section).reduce(0, +) }
    #expect(sums == [4, 3])
  }

  private struct Numbers {
    var sections: [[Int]]
    func items(inSection section: Int) -> [Int] { sections[section] }
  }

  @Test func duplicateIdentities() {
    var rows = (0..<10).map { Fruit(id: $0) }
    rows[7].id = 2
    let print = { (places: [[Int]]) in #expect(places == [[2, 7]]) }
    print(duplicates(in: rows, matching: IdentifiableMatching()))  // [[2, 7]]: rows 2 and 7 have the same id
    let error = #expect(throws: UpdateError.self) {
      try requireUniqueIdentities(in: rows, matching: IdentifiableMatching())
    }
    #expect(error?.code == .duplicateIdentity)
  }
}
