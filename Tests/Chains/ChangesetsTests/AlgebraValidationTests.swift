import Changesets
import TestKit
import Testing

/// The errors of edits and batches that cannot be applied, with their messages.
@Suite struct AlgebraValidationTests {
  @Test func wrongNumbersOfRowsAreReported() {
    let message = """
      Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section after \
      the update (1) must be equal to the number of rows contained in that section before the update (9), plus or \
      minus the number of rows inserted or deleted from that section (0 inserted, 0 deleted) and plus or minus the \
      number of rows moved into or out of that section (0 moved in, 0 moved out).
      """
    #expect(error { try Edits<Int>().validate(before: 9, after: 1) } == UpdateError(.wrongCount, message))
    #expect(
      error { try UpdateBatch().validate(before: [9], after: [1], link: "the filter") }
        == UpdateError(.wrongCount, message, link: "the filter"))
    #expect(
      error { try Edits<Int>().validate(before: 9, after: 1, link: "the filter") }?.description
        == message + " The update came from the filter.")
  }

  @Test func rowsAreCountedAfterTheUpdate() {
    // Section 1 becomes section 0; one row moves in, two move out, one is named twice among the deletes, one is
    // inserted.
    let batch = UpdateBatch(
      sections: Edits(deletes: [0], inserts: [1]),
      items: Edits(
        deletes: [ItemPath(1, 0), ItemPath(1, 0)], inserts: [ItemPath(0, 0)],
        moves: [
          PlacePair(ItemPath(0, 0), ItemPath(0, 1)), PlacePair(ItemPath(1, 1), ItemPath(1, 0)),
          PlacePair(ItemPath(1, 2), ItemPath(1, 1)),
          PlacePair(ItemPath(1, 3), ItemPath(0, 2)),
        ]))
    #expect(throws: Never.self) { try batch.validate(before: [1, 6], after: [5, 2]) }
    #expect(
      error { try batch.validate(before: [1, 6], after: [4, 2]) }?.message == """
        Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section after \
        the update (4) must be equal to the number of rows contained in that section before the update (6), plus or \
        minus the number of rows inserted or deleted from that section (1 inserted, 1 deleted) and plus or minus the \
        number of rows moved into or out of that section (1 moved in, 2 moved out).
        """)
  }

  @Test func wrongNumbersOfSectionsAreReported() {
    #expect(
      error { try UpdateBatch().validate(before: [1], after: [1, 1]) }
        == UpdateError(
          .wrongCount,
          """
          Invalid update: invalid number of sections. The number of sections contained in the source after the update \
          (2) must be equal to the number of sections contained in the source before the update (1), plus or minus the \
          number of sections inserted or deleted (0 inserted, 0 deleted).
          """))
  }

  @Test(arguments: [
    (Edits(deletes: [3]), "row 3 of section 0 is deleted, but the number of rows in section 0 before the update is 3."),
    (
      Edits(inserts: [-1]),
      "row -1 of section 0 is inserted, but the number of rows in section 0 after the update is 3."
    ),
    (
      Edits(moves: [PlacePair(9, 0)]),
      "row 9 of section 0 is moved, but the number of rows in section 0 before the update is 3."
    ),
    (
      Edits(moves: [PlacePair(0, .max)]),
      "row 9223372036854775807 of section 0 is moved to, but the number of rows in section 0 after the update is 3."
    ),
    (
      Edits(updates: [PlacePair(3, 0)]),
      "row 3 of section 0 is updated, but the number of rows in section 0 before the update"
    ),
  ])
  func placesThatDoNotExistAreReported(edits: Edits<Int>, message: String) {
    let error = error { try edits.validate(before: 3, after: 3) }
    #expect(error?.code == .outOfRange)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
  }

  @Test(arguments: [
    (Edits(deletes: [1], moves: [PlacePair(1, 0)]), "row 1 of section 0 is both deleted and moved."),
    (Edits(inserts: [0], moves: [PlacePair(1, 0)]), "row 0 of section 0 is both inserted and moved to."),
    (Edits(moves: [PlacePair(1, 0), PlacePair(1, 2)]), "row 1 of section 0 is moved twice."),
    (Edits(moves: [PlacePair(1, 0), PlacePair(2, 0)]), "row 0 of section 0 is moved to twice."),
    (
      Edits(deletes: [1], inserts: [1], updates: [PlacePair(1, 1)]), "row 1 of section 0 is updated, but it is deleted."
    ),
    (
      Edits(deletes: [0], inserts: [2], updates: [PlacePair(1, 1)]),
      "row 1 of section 0 is updated, but it is row 0 of section 0 after the update, not row 1 of section 0."
    ),
  ])
  func contradictoryEditsAreReported(edits: Edits<Int>, message: String) {
    let error = error { try edits.validate(before: 3, after: 3) }
    #expect(error?.code == .contradiction)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
  }

  @Test func errorsNameTheSection() {
    #expect(
      error { try UpdateBatch(sections: Edits(deletes: [2])).validate(before: [0], after: []) }?.message.hasPrefix(
        "Invalid update: section 2 is deleted, but the number of sections before the update is 1.") == true)
    #expect(
      error {
        try UpdateBatch(items: Edits(inserts: [ItemPath(4, 0)])).validate(before: [0], after: [0])
      }?.message.hasPrefix(
        "Invalid update: row 0 of section 4 is inserted, but the number of sections after the update is 1.") == true)
    #expect(
      error {
        try UpdateBatch(sections: Edits(moves: [PlacePair(0, 1), PlacePair(0, 0)])).validate(
          before: [0, 0], after: [0, 0])
      }?.message.hasPrefix("Invalid update: section 0 is moved twice.") == true)
  }

  @Test func reloadsAndRepetitionsAreValid() throws {
    try UpdateBatch.reload.validate(before: [1, 2], after: [])
    try Edits<Int>.reload.validate(before: 4, after: 9)
    try UpdateBatch(
      sections: Edits(deletes: [0, 0], inserts: [0]),
      items: Edits(deletes: [ItemPath(0, 1)], inserts: [ItemPath(0, 0)])
    ).validate(before: [2], after: [5])
  }

  @Test func randomBatchesAreValid() throws {
    for seed in Seeds.fixed(34, fresh: 33) {
      var random = SeededGenerator(seed: seed)
      let trace = Trace.random(from: Trace.randomCounts(using: &random), using: &random)
      let batch = trace.labelled(using: &random)
      #expect(throws: Never.self, "seed \(seed)") { try batch.validate(before: trace.before, after: trace.counts) }
      guard !trace.counts.isEmpty else { continue }
      var wrong = trace.counts
      wrong.removeLast()
      #expect(throws: UpdateError.self, "seed \(seed)") { try batch.validate(before: trace.before, after: wrong) }
    }
  }

  private func error(_ body: () throws -> Void) -> UpdateError? {
    do {
      try body()
      return nil
    } catch {
      return error as? UpdateError
    }
  }
}
