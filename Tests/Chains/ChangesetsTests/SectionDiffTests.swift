import Changesets
import TestKit
import Testing

/// The batch that a diff finds between two states of sections.
@Suite struct SectionDiffTests {
  private struct Shelf: Identifiable, Equatable {
    var id: String
    var label = ""
    var things: [Thing]

    init(_ id: String, label: String = "", _ ids: [Int]) {
      self.id = id
      self.label = label
      things = ids.map { Thing(id: $0) }
    }
  }

  private static func batch(_ old: [Shelf], _ new: [Shelf], _ options: DiffOptions = DiffOptions())
    -> UpdateBatch
  {
    diff(from: old, to: new, items: \.things, options: options) { $0.label == $1.label }
  }

  @Test func itemsThatStayInTheirSectionAreNotMoved() throws {
    let batch = Self.batch(
      [Shelf("a", [1, 2, 3]), Shelf("b", [4])], [Shelf("b", [4, 5]), Shelf("a", label: "A", [3, 1])])
    #expect(batch.sections == Edits(moves: [PlacePair(1, 0)], updates: [PlacePair(0, 1)]))
    #expect(
      batch.items
        == Edits(
          deletes: [ItemPath(0, 1)], inserts: [ItemPath(0, 1)], moves: [PlacePair(ItemPath(0, 2), ItemPath(1, 0))]))
  }

  @Test func itemsLeaveDeletedSectionsAndEnterInsertedOnes() throws {
    let batch = Self.batch([Shelf("a", [1, 2]), Shelf("b", [3])], [Shelf("b", [2, 3]), Shelf("c", [1, 4])])
    #expect(batch.sections == Edits(deletes: [0], inserts: [1]))
    #expect(
      batch.items
        == Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(1, 0)), PlacePair(ItemPath(0, 1), ItemPath(0, 0))]))
  }

  @Test func sectionAndItemChangesMix() throws {
    var new = [Shelf("b", [3, 4]), Shelf("a", [2, 9])]
    new[1].things[0].content = 1
    let batch = Self.batch([Shelf("a", [1, 2]), Shelf("b", [3, 4])], new)
    #expect(batch.sections == Edits(moves: [PlacePair(1, 0)]))
    #expect(
      batch.items
        == Edits(
          deletes: [ItemPath(0, 0)], inserts: [ItemPath(1, 1)], updates: [PlacePair(ItemPath(0, 1), ItemPath(1, 0))]))
  }

  @Test func emptyAndNotEmpty() throws {
    #expect(Self.batch([], []).isEmpty)
    #expect(Self.batch([], [Shelf("a", [1])]) == UpdateBatch(sections: Edits(inserts: [0])))
    #expect(Self.batch([Shelf("a", [1])], []) == UpdateBatch(sections: Edits(deletes: [0])))
    #expect(
      Self.batch([Shelf("a", [])], [Shelf("a", [1])]) == UpdateBatch(items: Edits(inserts: [ItemPath(0, 0)])))
  }

  @Test func closuresMatchSectionsAndItems() throws {
    let batch = diff(
      from: [["a", "b"], ["c"]], to: [["c", "x"], ["b", "a"]], sectionID: { $0.sorted().first ?? "" }, items: \.self,
      id: \.self, content: ==)
    #expect(batch.sections == Edits(moves: [PlacePair(1, 0)]))
    #expect(batch.items == Edits(inserts: [ItemPath(0, 1)], moves: [PlacePair(ItemPath(0, 1), ItemPath(1, 0))]))
  }

  @Test func limitsAndPolicies() throws {
    let (old, new) = ([Shelf("a", [1, 2]), Shelf("b", [1])], [Shelf("a", [2]), Shelf("b", [1, 1])])
    var options = DiffOptions()
    options.elementLimit = 1
    #expect(Self.batch(old, new, options).isReload)
    let many = Array(0..<20)
    options.elementLimit = 10
    #expect(Self.batch([Shelf("a", many)], [Shelf("b", many)], options).isReload)
    options = DiffOptions()
    options.editLimit = 1
    #expect(Self.batch(old, new, options).isReload == false)
    options.editLimit = 0
    #expect(Self.batch(old, new, options).isReload)
    options = DiffOptions()
    let error = #expect(throws: UpdateError.self) {
      try requireUniqueIdentities(in: old.map(\.things), matching: IdentifiableMatching())
    }
    #expect(error?.code == .duplicateIdentity)
    #expect(error?.message.contains("“1” occurs 2 times, at (0, 0), (1, 0)") == true)
    options.duplicates = .keepFirst
    let batch = Self.batch(old, new, options)
    #expect(batch.items.moves == [PlacePair(ItemPath(0, 0), ItemPath(1, 0))])
    #expect(batch.items.deletes == [ItemPath(1, 0)])
    #expect(batch.items.inserts == [ItemPath(1, 1)])
  }

  @Test(arguments: Seeds.fixed(4, fresh: 3)) func randomStates(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Few sections with many items, or many with few; with and without repeated identities.
    let (sections, items) = seed % 2 == 0 ? (3, 60) : (25, 5)
    let identities = seed % 3 == 0 ? 40 : 100_000
    func state() -> [Shelf] {
      (0..<sections).shuffled(using: &random).dropLast().map { name in
        let count = Int.random(in: 0...items, using: &random)
        return Shelf("\(name)", label: "", (0..<count).map { _ in .random(in: 0..<identities, using: &random) })
      }
    }
    let old = state()
    var new = seed % 4 == 0 ? state() : old.shuffled(using: &random)
    for section in new.indices where Bool.random(using: &random) {
      let ids = random.edited(new[section].things.map(\.id), edits: 4, fresh: identities)
      new[section].things = ids.map { Thing(id: $0, content: .random(in: 0..<5, using: &random) / 4) }
      guard let other = new.indices.randomElement(using: &random), let thing = new[section].things.popLast() else {
        continue
      }
      new[other].things.insert(thing, at: new[other].things.count / 2)
    }
    let batch = Self.batch(old, new)
    #expect(batch == batch.normalized(), "seed \(seed)")
    try batch.validate(before: old.map(\.things.count), after: new.map(\.things.count))
    var taken = Set<ItemPath>()
    let result = try batch.applied(to: old.map(\.things), counts: new.map(\.things.count)) { path in
      taken.insert(path)
      return new[path.section].things[path.item]
    }
    #expect(result == new.map(\.things), "seed \(seed)")

    // As few deletes and inserts as can be: items of both states survive.
    let survivors = common(old.flatMap { $0.things.map(\.id) }, new.flatMap { $0.things.map(\.id) })
    let reinserted = taken.subtracting(batch.items.updates.map(\.after)).count
    #expect(reinserted == new.reduce(0) { $0 + $1.things.count } - survivors, "seed \(seed)")
  }
}
