import Changesets
import TestKit
import Testing

/// Batches that contradict themselves, made consistent.
@Suite struct EncodingSanitizingTests {
  // MARK: - One contradiction at a time

  @Test func theErrorNamesTheLink() {
    let error = #expect(throws: UpdateError.self) {
      try UpdateBatch().sanitized(before: [1], after: [2], link: "the feed")
    }
    #expect(error?.link == "the feed")
  }

  @Test func placesThatNoListCanHaveAreDropped() {
    let far = UpdateBatch(items: Edits(deletes: [ItemPath(section: 0, item: 1 << 62)]))
    #expect(throws: UpdateError.self) { try far.sanitized(before: [.max], after: [.max - 1]) }
    #expect(throws: UpdateError.self) { try far.validate(before: [.max], after: [.max - 1]) }
  }

  @Test func aDeleteWinsOverAMoveFromTheSamePlace() throws {
    let edits = Edits(deletes: [1], moves: [PlacePair(1, 0)])
    #expect(try edits.sanitized(before: 3, after: 3) == Edits(deletes: [1], inserts: [0]))
  }

  @Test func anInsertWinsOverAMoveToTheSamePlace() throws {
    let edits = Edits(inserts: [0], moves: [PlacePair(1, 0)])
    #expect(try edits.sanitized(before: 3, after: 3) == Edits(deletes: [1], inserts: [0]))
  }

  @Test func aMoveBetweenADeleteAndAnInsertIsDropped() throws {
    let edits = Edits(deletes: [1], inserts: [0], moves: [PlacePair(1, 0)])
    #expect(try edits.sanitized(before: 3, after: 3) == Edits(deletes: [1], inserts: [0]))
  }

  @Test func theFirstOfTwoMovesFromOnePlaceWins() throws {
    let edits = Edits(moves: [PlacePair(0, 2), PlacePair(0, 3)])
    #expect(try edits.sanitized(before: 3, after: 4) == Edits(inserts: [3], moves: [PlacePair(0, 2)]))
  }

  @Test func theFirstOfTwoMovesToOnePlaceWins() throws {
    let edits = Edits(moves: [PlacePair(2, 0), PlacePair(3, 0)])
    #expect(try edits.sanitized(before: 4, after: 3) == Edits(deletes: [3], moves: [PlacePair(2, 0)]))
  }

  @Test func updatesOfWhatIsDeletedOrInsertedAreDropped() throws {
    let edits = Edits(deletes: [0], inserts: [2], updates: [PlacePair(0, 0), PlacePair(1, 2), PlacePair(2, 1)])
    #expect(try edits.sanitized(before: 3, after: 3) == Edits(deletes: [0], inserts: [2], updates: [PlacePair(2, 1)]))
  }

  @Test func updatesGetTheRightPlace() throws {
    let edits = Edits(
      deletes: [0], moves: [PlacePair(3, 0)],
      updates: [PlacePair(1, 2), PlacePair(2, 99), PlacePair(3, 3), PlacePair(-1, 1)])
    #expect(
      try edits.sanitized(before: 4, after: 3)
        == Edits(deletes: [0], moves: [PlacePair(3, 0)], updates: [PlacePair(1, 1), PlacePair(2, 2), PlacePair(3, 0)]))
  }

  @Test func placesThatDoNotExistAreDropped() throws {
    let edits = Edits(
      deletes: [-1, 1, 3, .max, .min], inserts: [-1, 0, 3, .max, .min],
      moves: [PlacePair(7, 8), PlacePair(.min, .max)],
      updates: [PlacePair(9, 0), PlacePair(.max, .min)])
    #expect(try edits.sanitized(before: 3, after: 3) == Edits(deletes: [1], inserts: [0]))
  }

  @Test func aMoveFromOrToNowhereBecomesADeleteOrAnInsert() throws {
    #expect(try Edits(moves: [PlacePair(5, 0)]).sanitized(before: 1, after: 2) == Edits(inserts: [0]))
    #expect(try Edits(moves: [PlacePair(0, 5)]).sanitized(before: 2, after: 1) == Edits(deletes: [0]))
  }

  // MARK: - Places named several times

  @Test(arguments: [0, 1, 4])
  func threeInsertsAndTwoDeletesOfOnePlaceAddOne(place: Int) throws {
    let path = ItemPath(section: 0, item: place)
    let batch = UpdateBatch(items: Edits(deletes: [path, path], inserts: [path, path, path]))
    let result = try batch.sanitized(before: [5], after: [6])
    #expect(result.items.inserts.count - result.items.deletes.count == 1)
    #expect(result.items.inserts.first == path && result.items.deletes.first == path)
  }

  @Test func duplicatesAreDroppedIfTheCountsThenFit() throws {
    #expect(try Edits(deletes: [1, 1]).sanitized(before: 3, after: 2) == Edits(deletes: [1]))
    #expect(try Edits(deletes: [1, 1]).sanitized(before: 3, after: 1) == Edits(deletes: [1, 2]))
  }

  @Test func duplicatesMoveToFreeNeighbours() throws {
    let edits = Edits(deletes: [1, 1, 2, 6, 1], inserts: [0], moves: [PlacePair(3, 1)])
    #expect(
      try edits.sanitized(before: 8, after: 4)
        == Edits(deletes: [1, 2, 4, 5, 6], inserts: [0], moves: [PlacePair(3, 1)]))
  }

  @Test func duplicatesOfSectionsMoveToFreeNeighbours() throws {
    let batch = UpdateBatch(sections: Edits(deletes: [0, 0], inserts: [1, 1, 1]))
    let result = try batch.sanitized(before: [1, 2, 3], after: [3, 1, 2, 3])
    #expect(result == UpdateBatch(sections: Edits(deletes: [0, 1], inserts: [1, 2, 3])))
  }

  // MARK: - Sections and items

  @Test func aMovedSectionMayLoseItems() throws {
    let deletes = [ItemPath(2, 0), ItemPath(2, 2)]
    let batch = UpdateBatch(sections: Edits(moves: [PlacePair(2, 4)]), items: Edits(deletes: deletes))
    #expect(try batch.sanitized(before: [1, 1, 3, 1, 1], after: [1, 1, 1, 1, 1]) == batch)
  }

  @Test func editsInsideDeletedAndInsertedSectionsAreAbsorbed() throws {
    let (gone, come) = (ItemPath(0, 1), ItemPath(1, 0))
    let batch = UpdateBatch(
      sections: Edits(deletes: [0], inserts: [1]),
      items: Edits(deletes: [gone], inserts: [come], updates: [PlacePair(gone, come)]))
    #expect(
      try batch.sanitized(before: [2, 2], after: [2, 3]) == UpdateBatch(sections: Edits(deletes: [0], inserts: [1])))
  }

  @Test func anItemMayLeaveADeletedSection() throws {
    let move = PlacePair(ItemPath(0, 1), ItemPath(0, 0))
    let batch = UpdateBatch(sections: Edits(deletes: [0]), items: Edits(moves: [move], updates: [move]))
    #expect(try batch.sanitized(before: [2, 2], after: [3]) == batch)
  }

  @Test func updatesFollowTheirSection() throws {
    let path = ItemPath(1, 1)
    let batch = UpdateBatch(
      sections: Edits(inserts: [0], updates: [PlacePair(1, 1), PlacePair(0, 0)]),
      items: Edits(updates: [PlacePair(path, path)]))
    #expect(
      try batch.sanitized(before: [1, 2], after: [1, 1, 2])
        == UpdateBatch(
          sections: Edits(inserts: [0], updates: [PlacePair(1, 2)]),
          items: Edits(updates: [PlacePair(path, ItemPath(2, 1))])))
  }

  @Test func aReloadStaysAReload() throws {
    #expect(try UpdateBatch(items: .reload).sanitized(before: [1], after: []) == .reload)
    #expect(try Edits<Int>.reload.sanitized(before: -1, after: 5) == .reload)
  }

  // MARK: - What cannot be reconciled

  @Test func numbersThatDoNotAddUpAreAnError() {
    let message = """
      Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section after \
      the update (1) must be equal to the number of rows contained in that section before the update (9), plus or \
      minus the number of rows inserted or deleted from that section (2 inserted, 1 deleted) and plus or minus the \
      number of rows moved into or out of that section (0 moved in, 0 moved out).
      """
    let edits = Edits(deletes: [3, 3], inserts: [0], moves: [PlacePair(3, 0), PlacePair(10, 0)])
    var error = #expect(throws: UpdateError.self) { try edits.sanitized(before: 9, after: 1) }
    #expect(error?.code == .wrongCount)
    #expect(error?.message == message.replacing("2 inserted", with: "1 inserted"))
    error = #expect(throws: UpdateError.self) { try UpdateBatch().sanitized(before: [1], after: [1, 1]) }
    #expect(error?.code == .wrongCount)
    #expect(error?.message.hasPrefix("Invalid update: invalid number of sections.") == true)
  }

  @Test func countsThatNoListHasDoNotTrap() {
    #expect(throws: UpdateError.self) { try Edits(deletes: [0]).sanitized(before: .max, after: .min) }
    #expect(throws: UpdateError.self) { try Edits(deletes: [0, 0]).sanitized(before: .min, after: .max) }
    #expect(throws: UpdateError.self) { try UpdateBatch().sanitized(before: [-1], after: [.min]) }
  }

  // MARK: - Laws

  @Test(arguments: Seeds.fixed(25, fresh: 25))
  func validBatchesAreUnchanged(seed: UInt64) throws {
    let transition = try Transition.random(seed: seed)
    let (before, after) = (transition.old.counts, transition.new.counts)
    let result = try transition.batch.sanitized(before: before, after: after)
    #expect(result == transition.batch.normalized(), "seed \(seed)")
  }

  @Test func garbageOfSectionsBecomesValidOrIsAnError() throws {
    var reconciled = 0
    let seeds = Seeds.fixed(200, fresh: 200)
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let counts = { (sections: Int) in (0..<sections).map { _ in Int.random(in: 2...3, using: &generator) } }
      let sections = Int.random(in: 0...3, using: &generator)
      let before = counts(sections), after = counts(Int.random(in: max(0, sections - 1)...sections, using: &generator))
      let batch = UpdateBatch.garbage(using: &generator)
      do {
        let result = try batch.sanitized(before: before, after: after)
        try result.validate(before: before, after: after)
        #expect(try result == result.sanitized(before: before, after: after), "seed \(seed)")
        let (deletes, inserts) = (result.sections.deletes, result.sections.inserts)
        #expect(before.count - deletes.count + inserts.count == after.count, "seed \(seed)")
        reconciled += 1
      } catch let error as UpdateError {
        #expect(error.code == .wrongCount, "seed \(seed): \(error)")
        #expect(throws: UpdateError.self, "seed \(seed)") { try batch.validate(before: before, after: after) }
      }
    }
    #expect(reconciled > seeds.count / 10)
  }

  @Test func garbageOfAListFitsSomeNumber() throws {
    for seed in Seeds.fixed(84, fresh: 83) {
      var generator = SeededGenerator(seed: seed)
      let edits = Edits<Int>.garbage(of: [-1, 0, 1, 1, 2, 3, 4], using: &generator)
      let before = Int.random(in: 0...4, using: &generator)
      var fits = 0
      for after in 0...16 {
        guard let result = try? edits.sanitized(before: before, after: after) else { continue }
        try result.validate(before: before, after: after)
        #expect(result == result.normalized(), "seed \(seed)")
        #expect(before - result.deletes.count + result.inserts.count == after, "seed \(seed)")
        fits += 1
      }
      #expect(fits > 0, "seed \(seed)")
    }
  }
}
