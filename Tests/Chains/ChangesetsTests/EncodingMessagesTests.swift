import Changesets
import TestKit
import Testing

/// The messages of a batch for a consumer without moves.
@Suite struct EncodingMessagesTests {
  @Test func updatesOfImpossiblePlacesAreNotSent() {
    #expect(UpdateBatch(sections: Edits(updates: [PlacePair(-1, -1)])).messages().isEmpty)
  }

  @Test func anEmptyBatchHasNoMessages() {
    #expect(UpdateBatch().messages().isEmpty)
  }

  @Test(arguments: [UpdateBatch.reload, UpdateBatch(sections: Edits(deletes: [0]), items: .reload)])
  func aReloadIsOneMessage(batch: UpdateBatch) {
    #expect(batch.messages() == [.didReload])
  }

  @Test func deletesAreBeforeAndUpdatesAfter() throws {
    let new = Array("ACGDH")
    let edits = diff(from: Array("ABCDEF"), to: new, id: \.self, content: { old, _ in old != "C" })
    let batch = UpdateBatch(items: edits.items)
    #expect(
      batch.messages() == [
        .willUpdate, .didDeleteItems(paths(5, 4, 1)), .didInsertItems(paths(2, 4)), .didUpdateItems(paths(1)),
        .didUpdate,
      ])
  }

  @Test func aMoveIsADeleteAndAnInsert() {
    let move = PlacePair(ItemPath(0, 2), ItemPath(1, 0))
    let batch = UpdateBatch(items: Edits(moves: [move], updates: [move]))
    #expect(
      batch.messages() == [
        .willUpdate, .didDeleteItems([move.before]), .didInsertItems([move.after]), .didUpdate,
      ])
  }

  @Test func sectionsThatMoveOrChangeAreReadAnew() {
    let inside = Edits(
      deletes: [ItemPath(2, 1)], inserts: [ItemPath(0, 3)],
      updates: [PlacePair(ItemPath(0, 4), ItemPath(1, 4))])
    let batch = UpdateBatch(sections: Edits(moves: [PlacePair(2, 0)], updates: [PlacePair(0, 1)]), items: inside)
    #expect(batch.messages() == [.willUpdate, .didDeleteSections([2, 0]), .didInsertSections([0, 1]), .didUpdate])
  }

  @Test func theSameChangeGivesTheSameMessages() {
    let swap = UpdateBatch(sections: Edits(moves: [PlacePair(0, 1), PlacePair(1, 0)]))
    #expect(swap.messages() == [.willUpdate, .didDeleteSections([1]), .didInsertSections([0]), .didUpdate])
  }

  @Test func aNaiveConsumerOfAListFollows() throws {
    for (old, new) in (0...3).flatMap(smallTransitions) {
      let before = [SectionState(Token(id: -1), items: old)], after = [SectionState(Token(id: -1), items: new)]
      try expectConsumerFollows(Transition(old: before, new: after, batch: before.batch(to: after)))
    }
  }

  @Test(arguments: UInt64(0)..<400)
  func aNaiveConsumerOfSectionsFollows(seed: UInt64) throws {
    let transition = try Transition.random(seed: seed)
    try expectConsumerFollows(transition, "seed \(seed)")
    #expect(transition.batch.messages() == transition.batch.normalized().messages(), "seed \(seed)")
  }

  @Test func garbageHasMessagesInOrderToo() {
    for seed in Seeds.fixed(42, fresh: 42) {
      var generator = SeededGenerator(seed: seed)
      let messages = UpdateBatch.garbage(using: &generator).messages()
      #expect(messages.isEmpty || (messages.first == .willUpdate && messages.last == .didUpdate), "seed \(seed)")
    }
  }

  /// Carries out message by message, and reads the new state only at the places that a message names.
  private func expectConsumerFollows(_ transition: Transition, _ comment: Comment? = nil) throws {
    let new = transition.new
    var held = transition.old
    var steps: [Int] = []
    for message in transition.batch.messages() {
      switch message {
      case .didReload: Issue.record("a reload was not asked for")
      case .willUpdate: steps.append(0)
      case .didDeleteItems(let paths):
        steps.append(1)
        for path in paths {
          try #require(held.has(path), comment)
          held[path.section].items.remove(at: path.item)
        }
      case .didDeleteSections(let sections):
        steps.append(2)
        for section in sections {
          try #require(held.indices.contains(section), comment)
          held.remove(at: section)
        }
      case .didInsertSections(let sections):
        steps.append(3)
        for section in sections {
          try #require(section <= held.count && new.indices.contains(section), comment)
          held.insert(new[section], at: section)
        }
        #expect(held.map(\.value) == new.map(\.value), comment)
      case .didInsertItems(let paths):
        steps.append(4)
        for path in paths {
          try #require(new.has(path) && path.section < held.count, comment)
          try #require(path.item <= held[path.section].items.count, comment)
          held[path.section].items.insert(new[path.section].items[path.item], at: path.item)
        }
        #expect(held.counts == new.counts, comment)
      case .didUpdateItems(let paths):
        steps.append(5)
        for path in paths {
          try #require(held.has(path) && new.has(path), comment)
          let (old, updated) = (held[path.section].items[path.item], new[path.section].items[path.item])
          #expect(old.id == updated.id && old.version != updated.version, comment)
          held[path.section].items[path.item] = updated
        }
      case .didUpdate: steps.append(6)
      }
    }
    #expect(held == new, comment)
    #expect(steps.isEmpty || (steps.first == 0 && steps.last == 6 && steps == Set(steps).sorted()), comment)
  }

  private func paths(_ items: Int...) -> [ItemPath] { items.map { ItemPath(section: 0, item: $0) } }
}

extension TokenState {
  fileprivate func has(_ path: ItemPath) -> Bool {
    indices.contains(path.section) && self[path.section].items.indices.contains(path.item)
  }
}

extension Edits<Int> {
  /// The edits as those of the items of section 0.
  fileprivate var items: Edits<ItemPath> {
    let path = { ItemPath(section: 0, item: $0) }
    return Edits<ItemPath>(
      deletes: deletes.map(path), inserts: inserts.map(path),
      moves: moves.map { PlacePair(path($0.before), path($0.after)) },
      updates: updates.map { PlacePair(path($0.before), path($0.after)) })
  }
}
