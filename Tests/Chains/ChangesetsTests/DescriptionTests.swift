import Changesets
import Testing

/// One-line descriptions of edits.
@Suite struct DescriptionTests {
  @Test func batchesFitALine() {
    let items = Edits(
      deletes: [ItemPath(0, 1)], inserts: [ItemPath(0, 2), ItemPath(0, 3)],
      moves: [PlacePair(ItemPath(0, 4), ItemPath(0, 0))],
      updates: [PlacePair(ItemPath(0, 5), ItemPath(0, 5)), PlacePair(ItemPath(0, 6), ItemPath(0, 7))])
    #expect(
      "\(UpdateBatch(items: items))"
        == "delete (0, 1); insert (0, 2), (0, 3); move (0, 4)→(0, 0); update (0, 5), (0, 6)→(0, 7)")
    let batch = UpdateBatch(sections: Edits(deletes: [1]), items: Edits(inserts: [ItemPath(0, 2)]))
    #expect("\(batch)" == "sections: delete 1; items: insert (0, 2)")
    #expect("\(UpdateBatch(sections: Edits(deletes: [1])))" == "sections: delete 1")
    #expect("\(UpdateBatch())" == "empty" && "\(UpdateBatch.reload)" == "reload")
    #expect("\(Edits<Int>())" == "empty" && "\(Edits<Int>.reload)" == "reload")
  }

  @Test func longListsAreCut() {
    #expect("\(Edits(inserts: Array(0..<100)))" == "insert 0, 1, 2, 3, 4, … and 95 more")
    #expect("\(Edits(inserts: Array(0..<6)))" == "insert 0, 1, 2, 3, 4, 5")
  }

  @Test func changesShowOperationAndPlace() throws {
    let (old, new) = (["a", "b", "c"], ["c", "a", "x"])
    let changes = try diff(from: old, to: new, id: \.self).changes(from: old, to: new)
    #expect(changes.map { "\($0)" } == ["delete b at 1", "insert x at 2", "move c 2→0"])
    #expect("\(ElementChange.replace(old: "a", new: "b", from: 1, to: 1))" == "replace a by b at 1")
    #expect("\(ElementChange.replace(old: "a", new: "b", from: 1, to: 2))" == "replace a by b at 1→2")
  }

  @Test func messagesOfAnUpdateAreSentences() throws {
    let batch = UpdateBatch(
      sections: Edits(deletes: [1], inserts: [0]), items: Edits(deletes: [ItemPath(0, 1)], inserts: [ItemPath(1, 2)]))
    #expect(
      batch.messages().map(\.description) == [
        "will update", "did delete items (0, 1)", "did delete sections 1", "did insert sections 0",
        "did insert items (1, 2)", "did update",
      ])
    let items = UpdateBatch(items: Edits(updates: [PlacePair(ItemPath(0, 1), ItemPath(0, 1))]))
    #expect(items.messages().map(\.description) == ["will update", "did update items (0, 1)", "did update"])
    #expect(UpdateBatch.reload.messages().map(\.description) == ["did reload"])
  }

  @Test func statesShowTheirContents() throws {
    #expect("\(SectionState("Citrus", items: ["lemon", "lime"]))" == "Citrus: [lemon, lime]")
    #expect("\(SectionState(Optional("Citrus"), items: [1]))" == "Citrus: [1]")
    #expect("\(SectionState(String?.none, items: [1]))" == "[1]" && "\(SectionState((), items: [1, 2]))" == "[1, 2]")
    let stages = try Edits(deletes: [0]).stages(from: ["a", "b"], to: ["b"])
    #expect(stages.map(\.description) == [#"delete 0 → ["b"]"#])
  }
}
