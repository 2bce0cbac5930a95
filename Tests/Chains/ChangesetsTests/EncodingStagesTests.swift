import Changesets
import TestKit
import Testing

/// A batch divided into stages.
@Suite struct EncodingStagesTests {
  @Test func anEmptyBatchHasNoStage() throws {
    #expect(try UpdateBatch().stages(from: [["a"]], to: [["a"]]).isEmpty)
    #expect(try Edits<Int>().stages(from: ["a"], to: ["a"]).isEmpty)
  }

  @Test func aReloadIsOneStage() throws {
    #expect(
      try UpdateBatch.reload.stages(from: [["a"]], to: [["b"], []]) == [UpdateStage(.reload, state: [["b"], []])])
    #expect(try Edits<Int>.reload.stages(from: ["a"], to: ["b", "c"]) == [UpdateStage(.reload, state: ["b", "c"])])
  }

  @Test func stagesOfAList() throws {
    let old = ["a1", "b1", "c1", "d1"], new = ["d1", "x1", "a1", "b2"]
    let edits = diff(from: old, to: new, id: \.first)
    #expect(
      try edits.stages(from: old, to: new) == [
        UpdateStage(Edits(updates: [PlacePair(1, 1)]), state: ["a1", "b2", "c1", "d1"]),
        UpdateStage(Edits(deletes: [2]), state: ["a1", "b2", "d1"]),
        UpdateStage(Edits(inserts: [1], moves: [PlacePair(2, 0)]), state: new),
      ])
  }

  @Test func itemsLeaveDeletedSectionsFirstAndEnterInsertedOnesLast() throws {
    let old = [SectionState("A", items: ["a", "b"])], new = [SectionState("B", items: ["x", "a"])]
    let move = PlacePair(ItemPath(0, 0), ItemPath(0, 1))
    let batch = UpdateBatch(sections: Edits(deletes: [0], inserts: [0]), items: Edits(moves: [move]))
    #expect(
      try batch.stages(from: old, to: new) == [
        UpdateStage(
          UpdateBatch(sections: Edits(inserts: [0])),
          state: [SectionState("B", items: ["x"]), SectionState("A", items: ["a", "b"])]),
        UpdateStage(
          UpdateBatch(
            items: Edits(moves: [PlacePair(ItemPath(1, 0), ItemPath(0, 1))])),
          state: [SectionState("B", items: ["x", "a"]), SectionState("A", items: ["b"])]),
        UpdateStage(UpdateBatch(sections: Edits(deletes: [1])), state: new),
      ])
  }

  @Test func aSectionIsMovedAndUpdatedInTwoStages() throws {
    let old = [SectionState("A1", items: ["a1"]), SectionState("B1", items: ["b1", "c1"])]
    let new = [SectionState("B2", items: ["d1", "c2"]), SectionState("A1", items: ["a1"])]
    let batch = diff(
      from: old, to: new, sections: ClosureMatching(id: \.value.first, content: { $0.value == $1.value }),
      items: \.items, matching: ClosureMatching(id: \.first, content: ==))
    let stages = try batch.stages(from: old, to: new)
    let path = ItemPath(1, 1), inserted = ItemPath(1, 0)
    #expect(
      stages.map(\.edits) == [
        UpdateBatch(items: Edits(updates: [PlacePair(path, path)])),
        UpdateBatch(sections: Edits(updates: [PlacePair(1, 1)])),
        UpdateBatch(items: Edits(deletes: [inserted])),
        UpdateBatch(items: Edits(inserts: [inserted])),
        UpdateBatch(sections: Edits(moves: [PlacePair(1, 0)])),
      ])
    #expect(stages.first?.state == [old[0], SectionState("B1", items: ["b1", "c2"])])
    #expect(stages.last?.state == new)
  }

  @Test func aBatchThatDoesNotFitIsAnError() {
    #expect(throws: UpdateError.self) { try UpdateBatch().stages(from: [["a"]], to: [[]]) }
    #expect(throws: UpdateError.self) { try Edits(deletes: [3]).stages(from: ["a"], to: []) }
  }

  @Test func garbageHasStagesOrIsAnError() {
    for seed in Seeds.fixed(42, fresh: 42) {
      var generator = SeededGenerator(seed: seed)
      let batch = UpdateBatch.garbage(using: &generator)
      let old = [["a", "b"], ["c"]], new = [["d"], ["e", "f"]]
      let isValid = (try? batch.validate(before: old.map(\.count), after: new.map(\.count))) != nil
      #expect(((try? batch.stages(from: old, to: new)) != nil) == isValid, "seed \(seed)")
    }
  }

  @Test func stagesOfListsKeepTheirGuarantees() throws {
    for (old, new) in (0...3).flatMap(smallTransitions) {
      let edits = diff(from: old, to: new, id: \.id)
      let stages = try edits.stages(from: old, to: new)
      let comment: Comment = "\(old.map(\.id)) to \(new)"
      #expect((stages.last?.state ?? old) == new, comment)
      #expect(stages.reduce(Edits<Int>()) { $0.composed(with: $1.edits) } == edits, comment)
      var state = old
      var steps: [Int] = []
      for stage in stages {
        #expect(diff(from: state, to: stage.state, id: \.id) == stage.edits, comment)
        state = stage.state
        let kinds = [
          stage.edits.updates.isEmpty, stage.edits.deletes.isEmpty,
          stage.edits.inserts.isEmpty && stage.edits.moves.isEmpty,
        ]
        steps += kinds.indices.filter { !kinds[$0] }
      }
      #expect(steps.count == stages.count && steps == Set(steps).sorted(), comment)
    }
  }

  @Test(arguments: UInt64(0)..<300)
  func stagesOfSectionsKeepTheirGuarantees(seed: UInt64) throws {
    let (comment, transition): (Comment, _) = ("seed \(seed)", try Transition.random(seed: seed))
    let batch = transition.batch.normalized()
    let stages = try transition.batch.stages(from: transition.old, to: transition.new)
    #expect((stages.last?.state ?? transition.old) == transition.new, comment)
    #expect(stages.reduce(UpdateBatch()) { $0.composed(with: $1.edits) } == batch, comment)

    var state = transition.old
    var steps: [Int] = []
    for stage in stages {
      #expect(try state.batch(to: stage.state) == stage.edits, comment)
      state = stage.state
      steps += stage.edits.steps
    }
    // Every stage takes one step, no step is taken twice, and they are taken in order.
    #expect(steps.count == stages.count && steps == Set(steps).sorted(), comment)
    #expect(stages.reduce(0) { $0 + $1.edits.sections.moves.count } == batch.sections.moves.count, comment)
    #expect(stages.reduce(0) { $0 + $1.edits.items.moves.count } == batch.items.moves.count, comment)
    #expect(stages.reduce(0) { $0 + $1.edits.count } == batch.count, comment)
  }
}

extension UpdateBatch {
  /// The steps that are taken in a stage.
  fileprivate var steps: [Int] {
    let happened = [
      !items.updates.isEmpty, !sections.updates.isEmpty, !items.deletes.isEmpty, !sections.inserts.isEmpty,
      !items.inserts.isEmpty || !items.moves.isEmpty, !sections.deletes.isEmpty || !sections.moves.isEmpty,
    ]
    return happened.indices.filter { happened[$0] }
  }
}
