import Changesets
import DataSources
import Snapshots
import TestKit
import Testing

/// Sections that show a tree.
@Suite struct DiffableDataSourceSectionTests {
  /// The tree 1 (11 (111), 12), 2, all collapsed.
  private func tree() throws -> SectionSnapshot<Int> {
    var tree = SectionSnapshot<Int>()
    try tree.append([1, 2])
    try tree.append([11, 12], to: 1)
    try tree.append([111], to: 11)
    return tree
  }

  @Test func theVisibleItemsAreTheSections() throws {
    let source = try Fruits.showing(("a", [7]), ("t", []))
    let recorder = source.recorder()
    let before = source.snapshot()
    var tree = try tree()
    try source.apply(tree, to: "t", animated: false)
    #expect(source.itemsBySection == [[7], [1, 2]])
    #expect(recorder.entries.last?.batch == UpdateBatch(items: Edits(inserts: [ItemPath(1, 0), ItemPath(1, 1)])))
    #expect(recorder.entries.last?.animated == false)
    try tree.expand([1])
    try source.apply(tree, to: "t")
    #expect(source.itemsBySection == [[7], [1, 11, 12, 2]])
    #expect(recorder.entries.last?.batch == UpdateBatch(items: Edits(inserts: [ItemPath(1, 1), ItemPath(1, 2)])))
    #expect(try source.snapshot(for: "t") == tree)
    expectContinuity(recorder.entries, from: before, to: source.snapshot())
  }

  @Test func aMissingSectionIsAppended() throws {
    let source = try Fruits.showing(("a", [7]))
    let recorder = source.recorder()
    try source.apply(try tree(), to: "t")
    #expect(source.snapshot() == (try .of(("a", [7]), ("t", [1, 2]))))
    #expect(recorder.entries.map(\.batch) == [UpdateBatch(sections: Edits(inserts: [1]))])
  }

  @Test func aSectionWithoutATreeIsFlat() throws {
    let source = try Fruits.showing(("a", [3, 1]))
    let tree = try source.snapshot(for: "a")
    #expect(tree.rootItems == [3, 1])
    #expect(tree.items == [3, 1])
    let error = #expect(throws: UpdateError.self) { try source.snapshot(for: "b") }
    #expect(error?.message.contains("section b") == true)
  }

  @Test func anItemIsInOneSection() throws {
    let source = try Fruits.showing(("a", [7]), ("b", [12]))
    var hidden = SectionSnapshot<Int>()
    try hidden.append([20])
    try hidden.append([21], to: 20)
    try source.apply(hidden, to: "h")
    let (recorder, before) = (source.recorder(), source.snapshot())
    // 12 is shown in b, 21 is hidden in h.
    for item in [12, 21] {
      var wanted = SectionSnapshot<Int>()
      try wanted.append([1])
      try wanted.append([item], to: 1)
      for section in ["a", "new"] {
        let error = #expect(throws: UpdateError.self) { try source.apply(wanted, to: section) }
        #expect(error?.code == .duplicateIdentity)
        #expect(
          error?.message.contains(
            "item \(item) cannot be in section \(section): it is in section \(item == 12 ? "b" : "h")")
            == true)
      }
    }
    #expect(source.snapshot() == before)
    #expect(recorder.entries.isEmpty)
  }

  @Test func aSnapshotWithTheSameItemsKeepsTheTree() throws {
    let source = Fruits()
    let tree = try tree()
    try source.apply(tree, to: "t")
    var snapshot = source.snapshot()
    try snapshot.appendSections(["z"])
    source.apply(snapshot)
    #expect(try source.snapshot(for: "t") == tree)
    try snapshot.appendItems([9], toSection: "t")
    source.apply(snapshot)
    #expect(try source.snapshot(for: "t").items == [1, 2, 9])
    try source.apply(tree, to: "t")
    source.apply(Snapshot())
    #expect(throws: UpdateError.self) { try source.snapshot(for: "t") }
  }

  @Test func hiddenItemsOfATreeMayBeShownElsewhere() throws {
    let source = Fruits()
    try source.apply(try tree(), to: "t")
    source.apply(try .of(("t", [1, 2]), ("b", [12])))
    #expect(try source.snapshot(for: "t").contains(12) == false)
    try source.expand(1, in: "t")
    #expect(source.itemsBySection == [[1, 11, 2], [12]])
    try source.apply(source.snapshot(for: "t"), to: "t")
    #expect(source.itemsBySection == [[1, 11, 2], [12]])
  }

  @Test func itemsExpandAndCollapse() throws {
    let source = Fruits()
    try source.apply(try tree(), to: "t")
    let (recorder, before) = (source.recorder(), source.snapshot())
    try source.expand(11, in: "t")
    #expect(source.items == [1, 2], "it is not visible itself")
    try source.expand(1, in: "t", animated: false)
    #expect(source.items == [1, 11, 111, 12, 2])
    #expect(recorder.entries.last?.batch.items == Edits(inserts: [ItemPath(0, 1), ItemPath(0, 2), ItemPath(0, 3)]))
    #expect(recorder.entries.last?.animated == false)
    try source.collapse(1, in: "t")
    #expect(source.items == [1, 2])
    #expect(recorder.entries.count == 3)
    try source.collapse(1, in: "t")
    #expect(recorder.entries.count == 3, "nothing to do is nothing to tell")
    expectContinuity(recorder.entries, from: before, to: source.snapshot())
  }

  @Test func handlersAreCalledBeforeAndAfter() throws {
    let source = Fruits()
    try source.apply(try tree(), to: "t")
    let log = Recorder<String>()
    _ = source.addObserver(log) { log, event in
      if event != .willUpdate { log.record("observer") }
    }
    var handlers = SectionSnapshotHandlers<Int>()
    handlers.shouldExpandItem = {
      log.record("should expand \($0)")
      return $0 == 1
    }
    handlers.willExpandItem = { [unowned source] in log.record("will expand \($0), showing \(source.items)") }
    handlers.shouldCollapseItem = {
      log.record("should collapse \($0)")
      return $0 == 1
    }
    handlers.willCollapseItem = { [unowned source] in log.record("will collapse \($0), showing \(source.items)") }
    source.sectionSnapshotHandlers = handlers
    try source.expand(1, in: "t")
    try source.expand(1, in: "t")
    try source.collapse(1, in: "t")
    let error = #expect(throws: UpdateError.self) { try source.expand(2, in: "t") }
    #expect(error?.code == .refused)
    #expect(
      log.entries == [
        "should expand 1", "will expand 1, showing [1, 2]", "observer", "should collapse 1",
        "will collapse 1, showing [1, 11, 12, 2]", "observer", "should expand 2",
      ])
    var expanded = try tree()
    try expanded.expand([2])
    try source.apply(expanded, to: "t")
    #expect(throws: UpdateError.self) { try source.collapse(2, in: "t") }
    #expect(try source.snapshot(for: "t") == expanded)
  }

  @Test func childrenCanBeLoadedLate() throws {
    let source = try Fruits.showing(("t", [1, 2]), ("z", [99]))
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, current in
      var children = current
      try children.append(parent == 2 ? [99] : [parent * 10 + current.items.count])
      return children
    }
    try source.expand(1, in: "t")
    #expect(source.itemsBySection == [[1, 10, 2], [99]])
    try source.collapse(1, in: "t")
    try source.expand(1, in: "t")
    #expect(source.itemsBySection == [[1, 10, 11, 2], [99]])
    let before = try source.snapshot(for: "t")
    let error = #expect(throws: UpdateError.self) { try source.expand(2, in: "t") }
    #expect(error?.message.contains("item 99") == true)
    #expect(try source.snapshot(for: "t") == before)
  }

  @Test func aSectionMayHaveHandlersOfItsOwn() throws {
    let source = try Fruits.showing(("a", [1]), ("b", [2]))
    let log = Recorder<String>()
    source.sectionSnapshotHandlers.willExpandItem = { log.record("all \($0)") }
    var own = SectionSnapshotHandlers<Int>()
    own.willExpandItem = { log.record("own \($0)") }
    source.setSectionSnapshotHandlers(own, for: "b")
    for (item, section) in [(1, "a"), (2, "b")] { try source.expand(item, in: section) }
    source.setSectionSnapshotHandlers(nil, for: "b")
    try source.collapse(2, in: "b")
    try source.expand(2, in: "b")
    #expect(log.entries == ["all 1", "own 2", "all 2"])
  }

  @Test func onlyExistingItemsExpandAndCollapse() throws {
    let source = try Fruits.showing(("a", [1]), ("b", [2]))
    for (item, section) in [(2, "a"), (3, "a"), (1, "c")] {
      #expect(throws: UpdateError.self) { try source.expand(item, in: section) }
      #expect(throws: UpdateError.self) { try source.collapse(item, in: section) }
    }
  }

  @Test(arguments: Seeds.fixed(2, fresh: 2)) func treesChangeStepByStep(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let source = Fruits()
    let recorder = source.recorder()
    var trees = ["a": SectionSnapshot<Int>(), "b": SectionSnapshot<Int>()]
    for step in 0..<60 {
      let section = Bool.random(using: &random) ? "a" : "b"
      var tree = try #require(trees[section])
      let item = tree.items.randomElement(using: &random)
      switch (Int.random(in: 0..<5, using: &random), item) {
      case (0, let item?):
        try tree.expand([item])
        try source.expand(item, in: section)
      case (1, let item?):
        try tree.collapse([item])
        try source.collapse(item, in: section)
      case (2, let item?):
        try tree.delete([item])
        try source.apply(tree, to: section)
      default:
        try tree.append([step], to: Bool.random(using: &random) ? item : nil)
        try source.apply(tree, to: section)
      }
      trees[section] = tree
      for name in source.snapshot().sectionIdentifiers {
        let expected = trees[name]?.visibleItems
        #expect(try source.snapshot().itemIdentifiers(inSection: name) == expected, "seed \(seed), step \(step)")
        #expect(try source.snapshot(for: name) == trees[name], "seed \(seed), step \(step)")
      }
    }
    expectContinuity(recorder.entries, from: Snapshot(), to: source.snapshot(), "seed \(seed)")
  }
}
