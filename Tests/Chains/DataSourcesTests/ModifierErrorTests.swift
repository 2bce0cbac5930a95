import Changesets
import DataSources
import Snapshots
import Testing

/// Sessions whose changes contradict their reports: nothing is changed, and the error says why.
@Suite struct ModifierErrorTests {
  private typealias Shelves = ModifierTests.Shelves
  private struct Broken: Error, Equatable {}

  private let model = [["a", "b", "c"], ["d"]]

  /// Runs a session that fails, and checks that observers are not notified.
  private func error(
    of session: (Modifier<Shelves, String>) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> UpdateError {
    let (modifier, listener) = ModifierTests.modifier(model)
    let error = try #require(
      throws: UpdateError.self, sourceLocation: sourceLocation, performing: { try session(modifier) })
    #expect(modifier.model == model, sourceLocation: sourceLocation)
    #expect(listener.events.isEmpty, sourceLocation: sourceLocation)
    return error
  }

  @Test func deletingMoreThanReported() throws {
    let error = try error {
      try $0.modify(delete: {
        $0[0].removeAll()
        return [ItemPath(0, 0)]
      })
    }
    #expect(error.code == .wrongCount)
    #expect(error.link == "the delete block")
    #expect(
      error.message == """
        Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section after \
        the update (0) must be equal to the number of rows contained in that section before the update (3), plus or \
        minus the number of rows inserted or deleted from that section (0 inserted, 1 deleted) and plus or minus the \
        number of rows moved into or out of that section (0 moved in, 0 moved out).
        """)
  }

  @Test func insertingLessThanReported() throws {
    let error = try error { try $0.modify(insert: { _ in [ItemPath(1, 0)] }) }
    #expect(error.code == .wrongCount)
    #expect(error.message.contains("section 1") && error.message.contains("1 inserted"))
    #expect(error.link == "the insert block")
  }

  @Test func updatingThatAddsOrRemoves() throws {
    for change in [["a", "b"], ["a", "b", "c", "d"]] {
      let error = try error {
        try $0.modify(update: {
          $0[0] = change
          return [ItemPath(0, 0)]
        })
      }
      #expect(error.code == .wrongCount)
      #expect(error.link == "the update block")
    }
  }

  @Test func errorsOfTwoBlocksDoNotCancelOut() throws {
    let error = try error {
      try $0.modify(
        delete: {
          $0[0].append("x")
          return []
        },
        insert: {
          $0[0].removeLast()
          return []
        })
    }
    #expect(error.link == "the delete block")
  }

  @Test func movingThatAddsOrRemoves() throws {
    let error = try error {
      try $0.modify(move: {
        $0[1].append("x")
        return []
      })
    }
    #expect(error.code == .wrongCount)
    #expect(error.link == "the move block")
  }

  @Test func sectionsInsertedAndDeletedWithoutAReport() throws {
    let error = try error {
      try $0.modify(insert: {
        $0.append([])
        return []
      })
    }
    #expect(error.message.hasPrefix("Invalid update: invalid number of sections."))
  }

  @Test(arguments: [-1, 3, 7, Int.max, Int.min]) func placesThatDoNotExist(place: Int) throws {
    for path in [ItemPath(section: 0, item: place), ItemPath(section: place, item: 0)] {
      #expect(try error { try $0.modify(update: { _ in [path] }) }.code == .outOfRange)
      #expect(
        try error {
          try $0.modify(delete: {
            $0[0].removeLast()
            return [path]
          })
        }.code == .outOfRange)
      #expect(
        try error {
          try $0.modify(move: { _ in [PlacePair(path, ItemPath(0, 0))] })
        }.code == .outOfRange)
    }
  }

  @Test func contradictoryMoves() throws {
    let error = try error {
      try $0.modify(move: { _ in
        [
          PlacePair(ItemPath(0, 0), ItemPath(0, 1)),
          PlacePair(ItemPath(0, 0), ItemPath(0, 2)),
        ]
      })
    }
    #expect(error.code == .contradiction)
  }

  @Test func anErrorOfABlockEndsTheSession() {
    let (modifier, listener) = ModifierTests.modifier(model)
    var completed: [Bool] = []
    var insertRan = false
    #expect(throws: Broken()) {
      try modifier.modify(
        update: {
          $0[0][0] = "A"
          return [ItemPath(0, 0)]
        },
        delete: {
          $0.removeAll()
          throw Broken()
        },
        insert: { _ in
          insertRan = true
          return []
        },
        completion: { completed.append($0) })
    }
    #expect(throws: Broken()) { try modifier.modifyWithoutAnimation { _ in throw Broken() } }
    #expect(modifier.model == model)
    #expect(listener.events.isEmpty)
    #expect(completed == [false])
    #expect(!insertRan)
  }
}
