import Changesets

/// The change of a state in the plainest form: for each place after, its place before. This is the model that the
/// algebra of batches is compared with.
struct Trace: Hashable {
  struct Thing<Place: Hashable & Sendable>: Hashable {
    /// Its place at the start; `nil` for what is new.
    var origin: Place?
    var isUpdated = false
  }

  /// How many items each section had at the start.
  var before: [Int]
  var sections: [Thing<Int>]
  var items: [[Thing<ItemPath>]]

  var counts: [Int] { items.map(\.count) }

  /// No change.
  init(start counts: [Int]) {
    before = counts
    sections = counts.indices.map { Thing(origin: $0) }
    items = counts.enumerated().map { section, count in
      (0..<count).map { Thing(origin: ItemPath(section: section, item: $0)) }
    }
  }
}

extension Trace {
  /// The effect of a batch, edit by edit; `nil` where it cannot be done.
  func applying(_ batch: UpdateBatch, counts: [Int]) -> Trace? {
    var next = self
    if batch.isReload {
      next.sections = counts.map { _ in Thing(origin: nil) }
      next.items = counts.map { count in (0..<count).map { _ in Thing(origin: nil) } }
      return next
    }
    let numbered = Array(zip(sections, sections.indices))
    guard let placed = Self.placing(numbered, batch.sections, count: counts.count) else { return nil }
    next.sections = placed.map(\.0)
    next.items = []
    let homes = placed.map(\.1)

    let deleted = Set(batch.items.deletes), inserted = Set(batch.items.inserts)
    let left = batch.items.moves.map(\.before), reached = batch.items.moves.map(\.after)
    guard Set(left).count == left.count, Set(reached).count == reached.count, deleted.isDisjoint(with: left),
      inserted.isDisjoint(with: reached),
      deleted.union(left).union(batch.items.updates.map(\.before)).allSatisfy({ exists($0, in: self.counts) }),
      inserted.union(reached).union(batch.items.updates.map(\.after)).allSatisfy({ exists($0, in: counts) })
    else { return nil }

    let gone = deleted.union(left)
    let carried = Dictionary(uniqueKeysWithValues: zip(reached, left))
    var origins: [ItemPath: ItemPath] = [:]
    for (section, count) in counts.enumerated() {
      let home = homes[section]
      var staying: [ItemPath] = []
      if home >= 0 {
        staying = items[home].indices.map { ItemPath(section: home, item: $0) }.filter { !gone.contains($0) }.reversed()
      }
      var things: [Thing<ItemPath>] = []
      for item in 0..<count {
        let path = ItemPath(section: section, item: item)
        var origin = carried[path]
        if origin == nil, home >= 0, !inserted.contains(path) {
          guard let next = staying.popLast() else { return nil }
          origin = next
        }
        origins[path] = origin
        things.append(origin.map { items[$0.section][$0.item] } ?? Thing())
      }
      guard staying.isEmpty else { return nil }
      next.items.append(things)
    }
    for update in batch.items.updates {
      guard origins[update.after] == update.before else { return nil }
      if next.items[update.after.section][update.after.item].origin != nil {
        next.items[update.after.section][update.after.item].isUpdated = true
      }
    }
    return next
  }

  private func exists(_ path: ItemPath, in counts: [Int]) -> Bool {
    counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
  }

  /// The sections after edits of sections, each with its place before, -1 for a new one.
  private static func placing(
    _ old: [(Thing<Int>, Int)], _ edits: Edits<Int>, count: Int
  ) -> [(Thing<Int>, Int)]? {
    let deleted = Set(edits.deletes), inserted = Set(edits.inserts)
    let left = edits.moves.map(\.before), reached = edits.moves.map(\.after)
    guard Set(left).count == left.count, Set(reached).count == reached.count, deleted.isDisjoint(with: left),
      inserted.isDisjoint(with: reached),
      deleted.union(left).allSatisfy(old.indices.contains), inserted.union(reached).allSatisfy((0..<count).contains)
    else { return nil }
    var staying = old.filter { !deleted.contains($0.1) && !left.contains($0.1) }[...]
    var new: [(Thing<Int>, Int)] = []
    for index in 0..<count {
      if inserted.contains(index) {
        new.append((Thing(), -1))
      } else if let move = edits.moves.first(where: { $0.after == index }) {
        new.append(old[move.before])
      } else {
        guard let next = staying.popFirst() else { return nil }
        new.append(next)
      }
    }
    guard staying.isEmpty else { return nil }
    for update in edits.updates {
      guard new.indices.contains(update.after), new[update.after].1 == update.before else { return nil }
      if new[update.after].0.origin != nil { new[update.after].0.isUpdated = true }
    }
    return new
  }
}

extension UpdateBatch {
  /// The edits of the items of the only section.
  var flat: Edits<Int> {
    let pair = { (pair: PlacePair<ItemPath>) in PlacePair(pair.before.item, pair.after.item) }
    return Edits(
      deletes: items.deletes.map(\.item), inserts: items.inserts.map(\.item), moves: items.moves.map(pair),
      updates: items.updates.map(pair))
  }
}

extension Edits where Place == Int {
  /// The same edits, of the items of the only section.
  var sectioned: UpdateBatch {
    guard !isReload else { return .reload }
    let path = { ItemPath(section: 0, item: $0) }
    let pair = { (pair: PlacePair<Int>) in PlacePair(path(pair.before), path(pair.after)) }
    return UpdateBatch(
      items: Edits<ItemPath>(
        deletes: deletes.map(path), inserts: inserts.map(path), moves: moves.map(pair), updates: updates.map(pair)))
  }
}
