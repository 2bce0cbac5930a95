import Changesets
import DataSources
import Snapshots
import Testing

/// Items that are moved by paths.
@Suite struct DiffableDataSourceReorderingTests {
  private typealias Transaction = ReorderingTransaction<String, Int>

  private func source(_ sections: (String, [Int])...) throws -> Fruits {
    let source = Fruits(try Snapshot(sections: sections))
    source.reorderingHandlers.canReorderItem = { _ in true }
    return source
  }

  /// Every possible move, compared with an array in which the item is removed and inserted.
  @Test func anItemMovesToTheGivenPlace() throws {
    let model = [[1, 2, 3], [], [4, 5]]
    let names = ["a", "b", "c"]
    for (section, items) in model.enumerated() {
      for item in items.indices {
        var without = model
        let moved = without[section].remove(at: item)
        for target in model.indices {
          for place in 0...without[target].count {
            var expected = without
            expected[target].insert(moved, at: place)
            let source = try source(("a", model[0]), ("b", model[1]), ("c", model[2]))
            let (recorder, before) = (source.recorder(), source.snapshot())
            try source.reorder(from: ItemPath(section, item), to: ItemPath(target, place))
            #expect(source.itemsBySection == expected)
            #expect(source.snapshot().sectionIdentifiers == names)
            #expect(recorder.entries.count == (expected == model ? 0 : 1))
            expectContinuity(recorder.entries, from: before, to: source.snapshot())
            #expect(recorder.entries.allSatisfy { $0.batch.count == 1 })
          }
        }
      }
    }
  }

  @Test func handlersAreCalledInOrder() throws {
    let source = try source(("a", [1, 2, 3]), ("b", []))
    let log = Recorder<String>()
    let transactions = Recorder<Transaction>()
    _ = source.addObserver(log) { log, event in
      if event != .willUpdate { log.record("observer") }
    }
    source.reorderingHandlers = ReorderingHandlers(
      canReorderItem: {
        log.record("can \($0)")
        return true
      },
      willReorder: { [unowned source] in
        log.record("will, showing \(source.items)")
        transactions.record($0)
      },
      didReorder: { [unowned source] in
        log.record("did, showing \(source.items)")
        transactions.record($0)
      })
    try source.reorder(from: ItemPath(0, 2), to: ItemPath(0, 0), animated: false) { _ in log.record("completion") }
    #expect(
      log.entries == ["can 3", "will, showing [1, 2, 3]", "observer", "did, showing [3, 1, 2]", "completion"])
    #expect(transactions.entries.count == 2)
    for transaction in transactions.entries {
      #expect(transaction.initialSnapshot == (try .of(("a", [1, 2, 3]), ("b", []))))
      #expect(transaction.finalSnapshot == (try .of(("a", [3, 1, 2]), ("b", []))))
      #expect(transaction.batch == UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 2), ItemPath(0, 0))])))
      let section = try #require(transaction.sectionTransactions.first)
      #expect(transaction.sectionTransactions.count == 1)
      #expect(section.sectionIdentifier == "a")
      #expect(section.initialItems == [1, 2, 3])
      #expect(section.finalItems == [3, 1, 2])
      #expect(section.edits == Edits(moves: [PlacePair(2, 0)]))
    }
  }

  @Test func aMoveToAnotherSectionChangesBoth() throws {
    let source = try source(("a", [1, 2]), ("b", [3]))
    let transactions = Recorder<Transaction>()
    source.reorderingHandlers.didReorder = { transactions.record($0) }
    try source.reorder(from: ItemPath(1, 0), to: ItemPath(0, 1))
    let transaction = try #require(transactions.entries.first)
    #expect(transaction.sectionTransactions.map(\.sectionIdentifier) == ["b", "a"])
    #expect(transaction.sectionTransactions.map(\.finalItems) == [[], [1, 3, 2]])
    #expect(transaction.sectionTransactions.map(\.edits) == [Edits(deletes: [0]), Edits(inserts: [1])])
  }

  @Test func noItemMovesUnlessAllowed() throws {
    let source = try Fruits.showing(("a", [1, 2]))
    let recorder = source.recorder()
    for handler: ((Int) -> Bool)? in [nil, { $0 == 2 }] {
      source.reorderingHandlers.canReorderItem = handler
      let error = #expect(throws: UpdateError.self) { try source.reorder(from: ItemPath(0, 0), to: ItemPath(0, 1)) }
      #expect(error?.code == .refused)
      #expect(error?.message.hasPrefix("The item 1 is not to be moved") == true)
    }
    #expect(recorder.entries.isEmpty)
    try source.reorder(from: ItemPath(0, 1), to: ItemPath(0, 0))
    #expect(source.items == [2, 1])
  }

  @Test func placesThatDoNotExistAreErrors() throws {
    let source = try source(("a", [1, 2]), ("b", []))
    let recorder = source.recorder()
    for place in [
      ItemPath(0, 2), ItemPath(0, -1), ItemPath(1, 1), ItemPath(2, 0), ItemPath(-1, 0), ItemPath(Int.max, 0),
      ItemPath(0, Int.max),
    ] {
      let error = #expect(throws: UpdateError.self) { try source.reorder(from: ItemPath(0, 0), to: place) }
      #expect(error?.code == .outOfRange)
      #expect(error?.message.contains("item 1") == true && error?.message.contains("\(place)") == true)
    }
    for place in [ItemPath(0, 2), ItemPath(1, 0), ItemPath(5, 5), ItemPath(Int.min, Int.min)] {
      let error = #expect(throws: UpdateError.self) { try source.reorder(from: place, to: ItemPath(0, 0)) }
      #expect(error?.code == .outOfRange)
    }
    #expect(recorder.entries.isEmpty)
    #expect(source.items == [1, 2])
  }

  @Test func itemsOfATreeAreNotMovedByPath() throws {
    let source = try source(("flat", [8, 9]))
    var tree = SectionSnapshot<Int>()
    try tree.append([1, 2])
    try tree.append([3], to: 1)
    try source.apply(tree, to: "tree")
    for (from, to) in [
      (ItemPath(1, 0), ItemPath(1, 1)), (ItemPath(1, 0), ItemPath(0, 0)), (ItemPath(0, 0), ItemPath(1, 0)),
    ] {
      let error = #expect(throws: UpdateError.self) { try source.reorder(from: from, to: to) }
      #expect(error?.code == .nestedItems)
    }
    // Without children it is an ordinary list.
    try tree.delete([3])
    try source.apply(tree, to: "tree")
    try source.reorder(from: ItemPath(1, 0), to: ItemPath(1, 1))
    #expect(source.itemsBySection == [[8, 9], [2, 1]])
    #expect(try source.snapshot(for: "tree").items == [2, 1])
  }
}
