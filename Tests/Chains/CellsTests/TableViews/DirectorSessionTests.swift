import Cells
import Changesets
import DataSources
import TableViews
import Testing

/// Editing sessions: one difference, one completion.
@Suite struct DirectorSessionTests {
  private let director = Director()
  private let log: BatchLog
  private let calls = Calls()

  private final class Calls {
    var list: [String] = []
  }

  private struct Failure: Error {}

  init() throws {
    try director.register(Adapter<Fruit, FruitCell> { cell, fruit in cell.show(fruit.name) })
    try director.append(DirectorSection("a", models: [fruit(1), fruit(2), fruit(3)]))
    try director.append(DirectorSection("b", models: [fruit(4)]))
    log = BatchLog(director)
  }

  private var ids: [[Int]] {
    (0..<director.numberOfSections).map { section in
      (0..<director.numberOfItems(inSection: section)).map {
        (director.cellObject(at: ItemPath(section, $0)) as? Fruit)?.id ?? 0
      }
    }
  }

  private func complete(_ name: String) -> (Bool) -> Void {
    { [calls, director] isMade in calls.list.append("\(name) \(isMade) \(director.numberOfItems)") }
  }

  @Test func removedAndReinsertedModelsAreUnchanged() throws {
    try director.reload {
      let sections = director.sections.map(\.value)
      try director.removeAll()
      for section in sections { try director.append(section) }
      try director.update(fruit(2, "fig"), at: ItemPath(0, 1))
      try director.append(fruit(5), toSection: 1)
    }
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(inserts: [ItemPath(1, 1)], updates: [PlacePair(ItemPath(0, 1), ItemPath(0, 1))]))
      ])
  }

  @Test func modelsOfAnotherSectionAreMoved() throws {
    try director.reload {
      try director.remove(at: ItemPath(0, 0))
      try director.append(fruit(1, "fig"), toSection: 1)
      try director.moveSection(from: 1, to: 0)
    }
    #expect(ids == [[4, 1], [2, 3]])
    #expect(log.batches.count == 1 && log.batches[0].items.moves == [PlacePair(ItemPath(0, 0), ItemPath(0, 1))])
    #expect(log.batches[0].items.updates == [PlacePair(ItemPath(0, 0), ItemPath(0, 1))] && log.batches[0].count == 3)
  }

  @Test func anUpdateToAnEqualModelIsReported() throws {
    try director.reload { try director.update(fruit(2), at: ItemPath(0, 1)) }
    #expect(log.batches == [updates(ItemPath(0, 1))])
  }

  @Test func aSessionHasAnimations() throws {
    let animations = UpdateAnimations(insertedItems: .left, deletedSections: .fade)
    var seen: [UpdateAnimations] = []
    let token = director.addObserver(log) { _, event in
      if case .didUpdate(_, let animated) = event { seen.append(animated) }
    }
    try director.reload(animated: animations) { try director.append(fruit(5), toSection: 1) }
    try director.reload { try director.append(fruit(6), toSection: 1) }
    try director.reload(animated: false) { try director.append(fruit(7), toSection: 1) }
    #expect(seen == [animations, true, false])
    token.cancel()
  }

  @Test func theCompletionIsCalledOnceAfterTheUpdate() throws {
    let result = try director.reload {
      try director.append(fruit(5), toSection: 1)
      return 7
    } completion: { [calls, log] isMade in
      calls.list.append("\(isMade) \(log.batches.count)")
    }
    #expect(result == 7 && calls.list == ["true 1"])
    // Also without a change.
    director.reload(after: {}, completion: complete("empty"))
    #expect(calls.list == ["true 1", "empty true 5"] && log.batches.count == 1)
  }

  @Test func aSessionThatFailsChangesNothing() {
    #expect(throws: Failure.self) {
      try director.reload(
        after: {
          try director.removeAll()
          throw Failure()
        }, completion: complete("session"))
    }
    #expect(throws: UpdateError.self) {
      try director.reload(
        after: {
          try director.append(fruit(5), toSection: 0)
          try director.append(fruit(5), toSection: 1)
        }, completion: complete("session"))
    }
    #expect(calls.list == ["session false 4", "session false 4"])
    #expect(ids == [[1, 2, 3], [4]] && log.batches.isEmpty && director.sections.map(\.models.count) == [3, 1])
  }

  @Test func nestedSessionsJoinTheOuterOne() throws {
    try director.reload(
      after: {
        try director.remove(at: ItemPath(0, 0))
        try director.reload(
          after: {
            try director.remove(at: ItemPath(0, 0))
            #expect(director.sections.map(\.models.count) == [1, 1])
          }, completion: complete("inner"))
        #expect(calls.list.isEmpty && ids == [[1, 2, 3], [4]])
        try? director.reload(
          after: {
            try director.removeAll()
            throw Failure()
          }, completion: complete("failed"))
        #expect(director.sections.map(\.models.count) == [1, 1])
        try director.insert(fruit(1), at: ItemPath(0, 0))
      }, completion: complete("outer"))
    #expect(calls.list == ["failed false 4", "outer true 3", "inner true 3"])
    #expect(ids == [[1, 3], [4]] && log.batches == [UpdateBatch(items: Edits(deletes: [ItemPath(0, 1)]))])
  }

  @Test func anOuterFailureRollsBackInnerSessions() {
    #expect(throws: Failure.self) {
      try director.reload(
        after: {
          try director.reload(after: { try director.remove(at: ItemPath(0, 0)) }, completion: complete("inner"))
          throw Failure()
        }, completion: complete("outer"))
    }
    #expect(calls.list.sorted() == ["inner false 4", "outer false 4"] && log.batches.isEmpty)
    #expect(throws: Failure.self) {
      try director.transaction {
        director.reload(after: {}, completion: complete("transaction"))
        throw Failure()
      }
    }
    #expect(calls.list.last == "transaction false 4")
  }

  @Test func aSessionWithinATransactionEndsWithIt() throws {
    try director.transaction {
      try director.append(fruit(5), toSection: 1)
      try director.reload(after: { try director.append(fruit(6), toSection: 1) }, completion: complete("session"))
      try director.append(fruit(7), toSection: 1)
      #expect(calls.list.isEmpty)
    }
    #expect(calls.list == ["session true 7"])
    #expect(log.batches == [UpdateBatch(items: Edits(inserts: [ItemPath(1, 1), ItemPath(1, 2), ItemPath(1, 3)]))])
  }

  @Test func aSessionOfAnObserverFollowsThePresentOne() throws {
    var isFirst = true
    _ = director.addObserver(calls) { [director] _, event in
      guard case .didUpdate = event, isFirst else { return }
      isFirst = false
      director.reload(
        after: {
          #expect(throws: Never.self) { try director.append(Fruit(id: 9, name: ""), toSection: 0) }
        }, completion: complete("second"))
    }
    try director.reload(after: { try director.removeAll(inSection: 1) }, completion: complete("first"))
    #expect(calls.list == ["first true 3", "second true 4"] && ids == [[1, 2, 3, 9], []])
    #expect(log.batches.count == 2)
  }

  @Test func aCompletionMayEditAfterARollback() throws {
    #expect(throws: Failure.self) {
      try director.transaction {
        try director.append(fruit(5), toSection: 0)
        director.reload(after: {}) { [director] isMade in
          #expect(!isMade && director.sections.map(\.models.count) == [3, 1])
          // It does not exist any more.
          do { try director.append(Fruit(id: 5, name: ""), toSection: 1) } catch { Issue.record(error) }
        }
        try director.removeSection(at: 1)
        throw Failure()
      }
    }
    #expect(ids == [[1, 2, 3], [4, 5]] && log.batches.count == 1)
  }

  @Test func otherSourcesChangeInTheSameEpoch() throws {
    let ads = ArraySource(["ad"])
    let cells = CellSource<String, ReusableCell>(ads)
    cells.register("Swift.String") { _, _ in }
    let both = Transform<Mappings.Concatenate<ReusableCell>>(of: [cells, director], by: .concatenate())
    let log = BatchLog(both)
    try director.reload {
      ads.append("another")
      try director.remove(at: ItemPath(0, 0))
    }
    #expect(log.batches == [UpdateBatch(items: Edits(deletes: [ItemPath(1, 0)], inserts: [ItemPath(0, 1)]))])
  }
}

private func fruit(_ id: Int, _ name: String = "fruit") -> Fruit { Fruit(id: id, name: name) }
