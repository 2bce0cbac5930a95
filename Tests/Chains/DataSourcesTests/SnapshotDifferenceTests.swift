import Changesets
import DataSources
import Snapshots
import TestKit
import Testing

/// The batch between two snapshots leads from one to the other, and updates marked items.
@Suite struct SnapshotDifferenceTests {
  @Test func marksBecomeUpdates() throws {
    let older = try Snapshot(sections: [("A", [1, 2, 3]), ("B", [4, 5])])
    var snapshot = older
    try snapshot.insertItems([9], beforeItem: 1)
    try snapshot.moveItem(5, beforeItem: 2)
    try snapshot.reloadItems([5, 9, 1])
    try snapshot.reconfigureItems([4, 3, 1])
    try snapshot.reloadSections(["B"])
    let batch = snapshot.difference(from: older)
    #expect(batch.sections == Edits(updates: [PlacePair(1, 1)]))
    #expect(batch.items.deletes == [])
    #expect(batch.items.inserts == [ItemPath(0, 0)])
    #expect(batch.items.moves == [PlacePair(ItemPath(1, 1), ItemPath(0, 2))])
    // Sorted by the place before; 9 is new, and therefore not updated.
    #expect(
      batch.items.updates == [
        PlacePair(ItemPath(0, 0), ItemPath(0, 1)), PlacePair(ItemPath(0, 2), ItemPath(0, 4)),
        PlacePair(ItemPath(1, 0), ItemPath(1, 0)),
        PlacePair(ItemPath(1, 1), ItemPath(0, 2)),
      ])
  }

  @Test func onlyMarksOfTheNewerSnapshotCount() throws {
    var older = try Snapshot(sections: [("A", [1, 2])])
    let snapshot = older
    try older.reloadItems([1])
    try older.reconfigureItems([2])
    try older.reloadSections(["A"])
    #expect(snapshot.difference(from: older).isEmpty)
    #expect(older.difference(from: older).count == 3)
  }

  @Test func nothingAndEverything() throws {
    let empty = Snapshot<String, Int>()
    let full = try Snapshot(sections: [("A", [1, 2]), ("B", [])])
    #expect(full.difference(from: full).isEmpty)
    #expect(empty.difference(from: empty).isEmpty)
    #expect(full.difference(from: empty) == UpdateBatch(sections: Edits(inserts: [0, 1])))
    #expect(empty.difference(from: full) == UpdateBatch(sections: Edits(deletes: [0, 1])))
  }

  @Test func itemsOfADeletedSectionSurviveInOthers() throws {
    let older = try Snapshot(sections: [("A", [1, 2]), ("B", [3])])
    var snapshot = older
    try snapshot.moveItem(2, afterItem: 3)
    try snapshot.deleteSections(["A"])
    try snapshot.reloadItems([2])
    let move = PlacePair(ItemPath(0, 1), ItemPath(0, 1))
    let batch = snapshot.difference(from: older)
    #expect(batch == UpdateBatch(sections: Edits(deletes: [0]), items: Edits(moves: [move], updates: [move])))
  }

  @Test(arguments: Seeds.fixed(5, fresh: 5)) func theBatchLeadsFromAnyStateToAnyOther(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (older, newer) = (try randomSnapshot(using: &random), try randomSnapshot(using: &random))
    let batch = newer.difference(from: older)
    let found = applied(batch, to: older)
    #expect(
      found.map(\.section) == newer.sectionIdentifiers.map { older.contains(section: $0) ? $0 : nil }, "seed \(seed)")
    let expected = try newer.sectionIdentifiers.map { try newer.itemIdentifiers(inSection: $0) }
    // In an inserted section, inserts need not be named: places behind the last named one are inserts, too.
    for (section, items) in expected.enumerated() {
      let known = items.map { older.contains(item: $0) ? $0 : nil }
      let items = found[section].items
      let unnamed = Array<Int?>(repeating: nil, count: max(known.count - items.count, 0))
      #expect(items + unnamed == known, "section \(section), seed \(seed)")
      #expect(unnamed.isEmpty || batch.sections.inserts.contains(section), "seed \(seed)")
    }
    // The updates are the marked ones that are in both.
    let marked = Set(newer.reloadedItemIdentifiers + newer.reconfiguredItemIdentifiers)
    let updates = marked.compactMap { item -> PlacePair<ItemPath>? in
      guard let before = older.path(ofItem: item), let after = newer.path(ofItem: item) else { return nil }
      return PlacePair(before, after)
    }
    #expect(Array(batch.items.updates) == updates.sorted(), "seed \(seed)")
    let sections = newer.reloadedSectionIdentifiers.compactMap { section -> PlacePair<Int>? in
      guard let before = older.indexOfSection(section), let after = newer.indexOfSection(section) else { return nil }
      return PlacePair(before, after)
    }
    #expect(Array(batch.sections.updates) == sections.sorted(), "seed \(seed)")
  }

  private func randomSnapshot(using random: inout SeededGenerator) throws -> Snapshot<String, Int> {
    var snapshot = Snapshot<String, Int>()
    let sections = "ABCDE".map(String.init).shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
    try snapshot.appendSections(Array(sections))
    for item in (0..<16).shuffled(using: &random) where Int.random(in: 0..<4, using: &random) > 0 {
      guard let section = sections.randomElement(using: &random) else { break }
      try snapshot.appendItems([item], toSection: section)
      if Int.random(in: 0..<4, using: &random) == 0 { try snapshot.reloadItems([item]) }
      if Int.random(in: 0..<4, using: &random) == 0 { try snapshot.reconfigureItems([item]) }
    }
    try snapshot.reloadSections(sections.filter { _ in Bool.random(using: &random) })
    return snapshot
  }

  /// The result of applying a batch to a snapshot; inserted elements are `nil`.
  private func applied(
    _ batch: UpdateBatch, to older: Snapshot<String, Int>
  ) -> [(section: String?, items: [Int?])] {
    func placed<Value>(_ count: Int, _ retained: [Value], inserts: Set<Int>, moves: [Int: Value]) -> [Value?] {
      var rest = retained.makeIterator()
      return (0..<count).map { place in
        if let moved = moves[place] { return moved }
        return inserts.contains(place) ? nil : rest.next()
      }
    }
    let sections = batch.sections
    let movedSections = Set(sections.moves.map(\.before)), deletedSections = Set(sections.deletes)
    let retained = (0..<older.numberOfSections).filter { !movedSections.contains($0) && !deletedSections.contains($0) }
    let origins = placed(
      older.numberOfSections - deletedSections.count + Set(sections.inserts).count, retained,
      inserts: Set(sections.inserts),
      moves: Dictionary(uniqueKeysWithValues: sections.moves.map { ($0.after, $0.before) }))
    let movedItems = Set(batch.items.moves.map(\.before)), deletedItems = Set(batch.items.deletes)
    return origins.enumerated().map { section, origin in
      let kept = (0..<(origin.flatMap { older.numberOfItems(inSectionAt: $0) } ?? 0))
        .map { ItemPath(section: origin ?? 0, item: $0) }
        .filter { !movedItems.contains($0) && !deletedItems.contains($0) }
      let inserts = Set(batch.items.inserts.filter { $0.section == section }.map(\.item))
      let arrivals = batch.items.moves.filter { $0.after.section == section }
      let moves = Dictionary(uniqueKeysWithValues: arrivals.map { ($0.after.item, $0.before) })
      let last = max(inserts.max() ?? -1, moves.keys.max() ?? -1)
      let count = origin == nil ? last + 1 : kept.count + inserts.count + moves.count
      let items = placed(count, kept, inserts: inserts, moves: moves)
      return (
        origin.flatMap { older.sectionIdentifier(at: $0) }, items.map { $0.flatMap { older.itemIdentifier(at: $0) } }
      )
    }
  }
}
