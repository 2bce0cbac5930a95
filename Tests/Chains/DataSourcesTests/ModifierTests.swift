import Changesets
import DataSources
import Snapshots
import TestKit
import Testing

/// Sessions that change a model, and their updates.
@Suite struct ModifierTests {
  typealias Shelves = [[String]]

  /// An observer's record: the events, and the model that it read in each.
  final class Listener {
    var events: [UpdateEvent] = []
    var models: [Shelves] = []
    var batches: [UpdateBatch] {
      events.compactMap {
        switch $0 {
        case .willUpdate: nil
        case .didUpdate(let batch, _): batch
        case .didNotUpdate: UpdateBatch()
        }
      }
    }
  }

  static func modifier(_ model: Shelves) -> (Modifier<Shelves, String>, Listener) {
    let modifier = Modifier(model) { $0.map { SectionState(nil, items: $0) } }
    let listener = Listener()
    _ = modifier.addObserver(listener) { [unowned modifier] listener, event in
      listener.events.append(event)
      listener.models.append(modifier.model)
    }
    return (modifier, listener)
  }

  @Test func theOldModelMayReadTheModifierInDeinit() throws {
    /// Reads the modifier in `deinit`.
    final class Reader {
      weak var modifier: Modifier<[Reader], Reader>?
      deinit { _ = modifier?.model.count }
    }
    let modifier = Modifier([Reader()])
    modifier.model[0].modifier = modifier
    try modifier.modify(delete: { model in
      model = []
      return [ItemPath(0, 0)]
    })
    #expect(modifier.model.isEmpty)
  }

  @Test func observersAddedDuringASessionAreNotifiedOfTheNext() throws {
    let (modifier, listener) = Self.modifier([["a"]])
    let late = Listener()
    _ = modifier.addObserver(listener) { _, event in
      if event == .willUpdate { _ = modifier.addObserver(late) { $0.events.append($1) } }
    }
    try modifier.modify(delete: { model in
      model[0] = []
      return [ItemPath(0, 0)]
    })
    #expect(late.events.isEmpty)
  }

  @Test func aModifierIsALeafOfChains() throws {
    struct Album {
      var title = "Kittens"
      var photos = ["Tom", "Tigger"]
    }
    let album = Modifier(Album()) { [SectionState($0.title, items: $0.photos)] }
    let chain = album.applying(.filter { $0.hasPrefix("T") })
    let oracles = [album as any DataSource<String>, chain].map { source in
      ChainOracle(source, id: { $0 }, content: { _, _ in true }, describe: { $0 })
    }
    #expect(chain.items == ["Tom", "Tigger"])
    #expect(chain.name(ofSection: 0) == "Kittens")
    var isShown = false
    try album.modify(
      insert: {
        $0.photos += ["Felix", "Toto"]
        return [ItemPath(0, 2), ItemPath(0, 3)]
      }, completion: { [unowned chain] isMade in isShown = isMade && chain.items == ["Tom", "Tigger", "Toto"] })
    #expect(isShown, "what is completed is shown by the whole chain")
    #expect(album.model.photos == album.items)
    #expect(oracles.flatMap(\.failures).isEmpty)
  }

  @Test func sessionsOfATransactionAreOneBatch() throws {
    let (modifier, listener) = Self.modifier([["a", "b"]])
    func append(_ item: String) throws {
      try modifier.modify(insert: {
        $0[0].append(item)
        return [ItemPath(section: 0, item: $0[0].count - 1)]
      })
    }
    try modifier.transaction {
      try append("c")
      try append("d")
      #expect(modifier.model == [["a", "b"]], "until then, the model before is shown")
    }
    #expect(modifier.model == [["a", "b", "c", "d"]])
    #expect(listener.batches == [UpdateBatch(items: Edits(inserts: [ItemPath(0, 2), ItemPath(0, 3)]))])
    #expect(throws: UpdateError.self) {
      try modifier.transaction {
        try append("e")
        try modifier.modify(delete: { _ in [ItemPath(0, 0)] })
      }
    }
    #expect(modifier.model == [["a", "b", "c", "d"]], "the session that is wrong takes the others with it")
    #expect(listener.batches.count == 1)
    try append("f")
    #expect(modifier.model == [["a", "b", "c", "d", "f"]])
  }

  @Test func aBatchMayBeAReload() throws {
    let (modifier, listener) = Self.modifier([["a"]])
    try modifier.modify(batch: { model in
      model = [[], ["b"]]
      return .reload
    })
    #expect(listener.events == [.willUpdate, .didUpdate(.reload, animated: false)])
  }

  @Test func blocksRunInOrderAndAreOneBatch() throws {
    let (modifier, listener) = Self.modifier([["a", "b", "c"]])
    var order: [String] = []
    try modifier.modify(
      update: {
        order.append("update")
        $0[0][2] = "C"
        return [ItemPath(0, 2)]
      },
      delete: {
        order.append("delete")
        $0[0].remove(at: 0)
        return [ItemPath(0, 0)]
      },
      insert: {
        order.append("insert")
        $0[0].insert(contentsOf: ["x", "y"], at: 1)
        return [ItemPath(0, 1), ItemPath(0, 2)]
      },
      completion: { _ in order.append("completion") })
    #expect(order == ["update", "delete", "insert", "completion"])
    #expect(modifier.model == [["b", "x", "y", "C"]])
    let batch = UpdateBatch(
      items: Edits(
        deletes: [ItemPath(0, 0)], inserts: [ItemPath(0, 1), ItemPath(0, 2)],
        updates: [PlacePair(ItemPath(0, 2), ItemPath(0, 3))]))
    #expect(listener.events == [.willUpdate, .didUpdate(batch, animated: true)])
    #expect(listener.models == [[["a", "b", "c"]], [["b", "x", "y", "C"]]], "before, then after, nothing in between")
  }

  @Test func missingBlocksAreSkipped() throws {
    let (modifier, listener) = Self.modifier([["a"]])
    try modifier.modify()
    #expect(listener.events == [.willUpdate, .didNotUpdate])
    try modifier.modify(insert: {
      $0[0].append("b")
      return [ItemPath(0, 1)]
    })
    #expect(listener.batches.last == UpdateBatch(items: Edits(inserts: [ItemPath(0, 1)])))
  }

  @Test func pathsAreSets() throws {
    let (modifier, listener) = Self.modifier([["a", "b"]])
    try modifier.modify(
      update: { _ in [ItemPath(0, 0), ItemPath(0, 0)] },
      delete: {
        $0[0].removeAll()
        return [ItemPath(0, 1), ItemPath(0, 0), ItemPath(0, 1)]
      })
    #expect(
      listener.batches == [UpdateBatch(items: Edits(deletes: [ItemPath(0, 0), ItemPath(0, 1)]))],
      "updated, then deleted")
  }

  @Test func movesGoAcrossSections() throws {
    let (modifier, listener) = Self.modifier([["a", "b"], ["c"]])
    try modifier.modify(move: {
      $0[1].append($0[0].removeFirst())
      return [PlacePair(ItemPath(0, 0), ItemPath(1, 1))]
    })
    #expect(modifier.model == [["b"], ["c", "a"]])
    #expect(listener.batches == [UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(1, 1))]))])
  }

  @Test func batchesAreInNormalForm() throws {
    let (modifier, listener) = Self.modifier([["a", "b"]])
    try modifier.modify(move: {
      $0[0].reverse()
      return [
        PlacePair(ItemPath(0, 1), ItemPath(0, 0)),
        PlacePair(ItemPath(0, 0), ItemPath(0, 1)),
      ]
    })
    #expect(listener.batches.map(\.items.moves.count) == [1])
  }

  @Test func aBatchBlockMayChangeSectionsInAnyWay() throws {
    let (modifier, listener) = Self.modifier([["a"], ["b"]])
    let batch = UpdateBatch(
      sections: Edits(deletes: [0], inserts: [1]), items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(1, 0))]))
    try modifier.modify(batch: {
      $0 = [["b"], ["a", "c"]]
      return batch
    })
    #expect(listener.batches == [batch])
    #expect(throws: UpdateError.self) {
      try modifier.modify(batch: {
        $0.removeLast()
        return UpdateBatch()
      })
    }
    #expect(modifier.model == [["b"], ["a", "c"]])
  }

  @Test func aChangeWithoutAnimationIsAReload() throws {
    let (modifier, listener) = Self.modifier([["a"]])
    try modifier.modifyWithoutAnimation { $0 = [[], ["z"]] }
    #expect(modifier.model == [[], ["z"]])
    #expect(listener.events == [.willUpdate, .didUpdate(.reload, animated: false)])
  }

  @Test func pagesOfPhotosAreAppended() throws {
    let (modifier, listener) = Self.modifier([[]])
    for page in 0..<3 {
      try modifier.modify(insert: { model in
        let first = model[0].count
        model[0] += (0..<4).map { "kitten \(page * 4 + $0)" }
        return (first..<model[0].count).map { ItemPath(section: 0, item: $0) }
      })
    }
    #expect(modifier.model == [(0..<12).map { "kitten \($0)" }])
    #expect(
      listener.batches
        == (0..<3).map { page in
          UpdateBatch(items: Edits(inserts: (0..<4).map { ItemPath(0, page * 4 + $0) }))
        })
  }

  @Test(arguments: Seeds.fixed(4, fresh: 3)) func theBatchLeadsFromTheModelBeforeToTheModelAfter(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var next = 0
    func fresh() -> String {
      next += 1
      return "\(next)"
    }
    let (modifier, listener) = Self.modifier((0..<3).map { _ in (0..<4).map { _ in fresh() } })
    for round in 0..<20 {
      let before = modifier.model
      let updated = before.paths.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      let deleted = before.paths.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      var after = before
      for path in updated { after[path.section][path.item] += "'" }
      let changed = after
      for path in deleted.reversed() { after[path.section].remove(at: path.item) }
      let (kept, count) = (after, Int.random(in: 0...3, using: &random))
      var inserted: [ItemPath] = []
      for _ in 0..<count {
        let section = Int.random(in: 0..<after.count, using: &random)
        after[section].insert(fresh(), at: Int.random(in: 0...after[section].count, using: &random))
      }
      let old = Set(kept.flatMap(\.self))
      inserted = after.paths.filter { !old.contains(after[$0.section][$0.item]) }
      try modifier.modify(
        update: {
          $0 = changed
          return updated
        },
        delete: {
          $0 = kept
          return deleted
        },
        insert: { [after, inserted] in
          $0 = after
          return inserted
        })
      let batch = try #require(listener.batches.last)
      #expect(
        mirrored(before.states, batch, after.states) == after.states, "seed \(seed), round \(round): \(batch)")
      #expect(batch.items.updates.count == Set(updated).subtracting(deleted).count, "seed \(seed), round \(round)")
    }
  }
}

extension [[String]] {
  fileprivate var paths: [ItemPath] {
    indices.flatMap { section in self[section].indices.map { ItemPath(section: section, item: $0) } }
  }
}

extension [[String]] {
  fileprivate var states: [SectionState<String?, String>] { map { SectionState(nil, items: $0) } }
}
