import Changesets
import DataSources
import TestKit
import Testing

/// Successive edits, compared with arrays of elements with identities.
@Suite struct BatchRecorderTests {
  @Test func withoutEditsTheBatchIsEmpty() {
    var recorder = BatchRecorder()
    #expect(recorder.isEmpty)
    #expect(recorder.finish() == UpdateBatch())
    recorder.insertItems(0, at: ItemPath(0, 3))
    recorder.removeSections(0, at: 1)
    recorder.moveItem(from: ItemPath(1, 1), to: ItemPath(1, 1))
    recorder.moveSection(from: 2, to: 2)
    #expect(recorder.isEmpty)
    #expect(recorder.finish() == UpdateBatch())
  }

  @Test func finishingStartsANewBatch() {
    var recorder = BatchRecorder()
    for _ in 0..<2 {
      recorder.insertItems(2, at: ItemPath(0, 3))
      recorder.updateItem(at: ItemPath(0, 5))
      #expect(!recorder.isEmpty)
      #expect(
        recorder.finish()
          == UpdateBatch(
            items: Edits(
              inserts: [ItemPath(0, 3), ItemPath(0, 4)], updates: [PlacePair(ItemPath(0, 3), ItemPath(0, 5))])))
      #expect(recorder.isEmpty)
    }
  }

  @Test func exchangedNeighboursAreOneMove() {
    var recorder = BatchRecorder()
    recorder.moveItem(from: ItemPath(1, 4), to: ItemPath(1, 5))
    #expect(recorder.finish() == UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(1, 5), ItemPath(1, 4))])))
    recorder.moveSection(from: 0, to: 1)
    #expect(recorder.finish() == UpdateBatch(sections: Edits(moves: [PlacePair(1, 0)])))
  }

  @Test func editsOfOneItemAreOne() {
    var recorder = BatchRecorder()
    func batch(_ edits: (inout BatchRecorder) -> Void) -> Edits<ItemPath> {
      edits(&recorder)
      return recorder.finish().items
    }
    let (here, there) = (ItemPath(0, 1), ItemPath(0, 5))
    let insertedRemoved = batch {
      $0.insertItems(at: here)
      $0.removeItems(at: here)
    }
    #expect(insertedRemoved.isEmpty)
    let insertedUpdated = batch {
      $0.insertItems(at: here)
      $0.updateItem(at: here)
    }
    #expect(insertedUpdated == Edits(inserts: [here]))
    let insertedMoved = batch {
      $0.insertItems(at: here)
      $0.moveItem(from: here, to: there)
    }
    #expect(insertedMoved == Edits(inserts: [there]))
    let updatedRemoved = batch {
      $0.updateItem(at: here)
      $0.removeItems(at: here)
    }
    #expect(updatedRemoved == Edits(deletes: [here]))
    let movedRemoved = batch {
      $0.moveItem(from: here, to: there)
      $0.removeItems(at: there)
    }
    #expect(movedRemoved == Edits(deletes: [here]))
    let movedBack = batch {
      $0.moveItem(from: here, to: there)
      $0.moveItem(from: there, to: here)
    }
    #expect(movedBack.isEmpty)
    let movedUpdatedTwice = batch {
      $0.moveItem(from: here, to: ItemPath(3, 0))
      $0.updateItem(at: ItemPath(3, 0))
      $0.moveItem(from: ItemPath(3, 0), to: there)
      $0.updateItem(at: there)
    }
    #expect(movedUpdatedTwice == Edits(moves: [PlacePair(here, there)], updates: [PlacePair(here, there)]))
  }

  @Test func itemsLeaveASectionBeforeItIsDeleted() {
    var recorder = BatchRecorder()
    recorder.moveItem(from: ItemPath(1, 2), to: ItemPath(0, 0))
    recorder.removeSections(at: 1)
    #expect(
      recorder.finish()
        == UpdateBatch(
          sections: Edits(deletes: [1]), items: Edits(moves: [PlacePair(ItemPath(1, 2), ItemPath(0, 0))])))
  }

  @Test func itemsAreDeletedWithAnInsertedSection() {
    var recorder = BatchRecorder()
    recorder.insertSections(2, at: 0)
    recorder.moveItem(from: ItemPath(2, 4), to: ItemPath(1, 7))
    recorder.moveItem(from: ItemPath(2, 0), to: ItemPath(0, 0))
    recorder.moveItem(from: ItemPath(1, 0), to: ItemPath(2, 0))
    recorder.moveItem(from: ItemPath(0, 0), to: ItemPath(2, 1))
    recorder.removeSections(2, at: 0)
    #expect(
      recorder.finish()
        == UpdateBatch(
          items: Edits(deletes: [ItemPath(0, 4)], inserts: [ItemPath(0, 0)], moves: [])))
  }

  @Test func afterAReloadEditsAreNotRecorded() {
    var recorder = BatchRecorder()
    recorder.updateSection(at: 1)
    recorder.reload()
    #expect(!recorder.isEmpty)
    recorder.insertItems(at: ItemPath(0, 0))
    #expect(recorder.finish() == .reload)
    #expect(recorder.isEmpty)
  }

  @Test func costDoesNotDependOnTheLength() {
    var recorder = BatchRecorder()
    let far = 1 << 31
    recorder.removeItems(at: ItemPath(far, far))
    recorder.insertItems(at: ItemPath(far, 0))
    recorder.updateItem(at: ItemPath(0, far))
    #expect(
      recorder.finish()
        == UpdateBatch(
          items: Edits(
            deletes: [ItemPath(far, far)], inserts: [ItemPath(far, 0)],
            updates: [PlacePair(ItemPath(0, far), ItemPath(0, far))])))
  }

  @Test func manyEditsAreFast() {
    var recorder = BatchRecorder()
    let count = 20_000
    for index in 0..<count { recorder.insertItems(at: ItemPath(0, 2 * index)) }
    #expect(recorder.finish().items.inserts.count == count)
  }

  @Test(arguments: [[], [0], [2], [1, 1]] + (Seeds.isThorough ? [[3], [2, 1], [1, 0, 1]] : [])) func everyTwoEdits(
    counts: [Int]
  ) {
    let start = EditedModel(counts: counts)
    for first in start.everyEdit(upTo: 2) {
      let middle = start.applying(first)
      start.expectBatch(of: [first], to: middle)
      for second in middle.everyEdit(upTo: 2) {
        start.expectBatch(of: [first, second], to: middle.applying(second))
      }
    }
  }

  @Test(arguments: [[], [1]] + (Seeds.isThorough ? [[0, 1]] : [])) func everyThreeEdits(counts: [Int]) {
    let start = EditedModel(counts: counts)
    for first in start.everyEdit(upTo: 1) {
      let second = start.applying(first)
      for edit in second.everyEdit(upTo: 1) {
        let third = second.applying(edit)
        for last in third.everyEdit(upTo: 1) {
          start.expectBatch(of: [first, edit, last], to: third.applying(last))
        }
      }
    }
  }

  @Test func randomEdits() {
    for seed in Seeds.fixed(21, fresh: 21) {
      var random = SeededGenerator(seed: seed)
      let sections = Int.random(in: 0...5, using: &random)
      let start = EditedModel(counts: (0..<sections).map { _ in Int.random(in: 0...12, using: &random) })
      var state = start
      var edits: [ModelEdit] = []
      for _ in 0..<Int.random(in: 2...60, using: &random) {
        guard let edit = state.randomEdit(using: &random) else { continue }
        edits.append(edit)
        state = state.applying(edit)
      }
      start.expectBatch(of: edits, to: state, "seed \(seed)")
    }
  }
}
