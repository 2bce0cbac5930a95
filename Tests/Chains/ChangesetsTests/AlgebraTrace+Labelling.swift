import Changesets
import TestKit

extension Trace {
  /// One of the many batches with this effect. Chance decides which survivors of a section are moved, as far as the
  /// others stay in order, whether redundant edits are named, and the order of the lists.
  func labelled(using random: inout SeededGenerator) -> UpdateBatch {
    let survivors = sections.indices.compactMap { index in sections[index].origin.map { PlacePair($0, index) } }
    var batch = UpdateBatch(
      sections: Edits(
        deletes: Set(before.indices).subtracting(survivors.map(\.before)).sorted(),
        inserts: sections.indices.filter { sections[$0].origin == nil },
        moves: Self.moved(survivors, using: &random),
        updates: survivors.filter { sections[$0.after].isUpdated }))
    let paths = items.indices.flatMap { section in
      items[section].indices.map { ItemPath(section: section, item: $0) }
    }
    let pairs = paths.compactMap { path in items[path.section][path.item].origin.map { PlacePair($0, path) } }
    let found = Set(pairs.map(\.before)), saysAll = Bool.random(using: &random)
    for (section, count) in before.enumerated() {
      for path in (0..<count).map({ ItemPath(section: section, item: $0) }) where !found.contains(path) {
        if saysAll || !batch.sections.deletes.contains(section) { batch.items.deletes.append(path) }
      }
    }
    for path in paths where items[path.section][path.item].origin == nil {
      if saysAll || sections[path.section].origin != nil { batch.items.inserts.append(path) }
    }
    for section in sections.indices {
      let all = pairs.filter { $0.after.section == section }
      let home = all.filter { $0.before.section == sections[section].origin }
      batch.items.moves += Self.moved(home, using: &random) + all.filter { !home.contains($0) }
    }
    batch.items.updates += pairs.filter { items[$0.after.section][$0.after.item].isUpdated }
    batch.sections.shuffle(using: &random)
    batch.items.shuffle(using: &random)
    return batch
  }

  /// All but an increasing subsequence.
  private static func moved<Place>(_ survivors: [PlacePair<Place>], using random: inout SeededGenerator) -> [PlacePair<
    Place
  >] {
    let zeal = Int.random(in: 0...3, using: &random)
    var last: Place?
    return survivors.sorted().filter { pair in
      if let place = last, place > pair.after { return true }
      if Int.random(in: 0..<4, using: &random) < zeal { return true }
      last = pair.after
      return false
    }
  }

  /// The fewest moves with this effect, by the length of longest increasing subsequences, in the plainest way.
  var fewestMoves: Int {
    let survivors = sections.compactMap(\.origin)
    var moves = survivors.count - Self.longestIncreasing(survivors)
    for (section, things) in zip(sections, items) {
      let origins = things.compactMap(\.origin)
      moves += origins.count - Self.longestIncreasing(origins.filter { $0.section == section.origin })
    }
    return moves
  }

  private static func longestIncreasing<Place: Comparable>(_ places: [Place]) -> Int {
    var lengths: [Int] = []
    for (index, place) in places.enumerated() {
      lengths.append(1 + ((0..<index).filter { places[$0] < place }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}

extension Edits {
  /// Shuffles the lists, and repeats some of their elements.
  fileprivate mutating func shuffle(using random: inout SeededGenerator) {
    deletes += deletes.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
    inserts += inserts.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
    deletes.shuffle(using: &random)
    inserts.shuffle(using: &random)
    moves.shuffle(using: &random)
    updates.shuffle(using: &random)
  }
}
