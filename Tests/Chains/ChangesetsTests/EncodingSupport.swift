import Changesets
import TestKit

/// An element with an identity; its version is its content.
struct Token: Hashable, Sendable {
  var id: Int
  var version = 0
}

/// A sectioned state with unique identities.
typealias TokenState = [SectionState<Token, Token>]

extension TokenState {
  /// A state with as many items in each section as `counts` say.
  init(counts: [Int], ids: inout Int) {
    self = counts.map { count in
      SectionState(Token(next: &ids), items: (0..<count).map { _ in Token(next: &ids) })
    }
  }

  var counts: [Int] { map(\.items.count) }

  /// The batch from this state to another one.
  func batch(to next: TokenState) throws -> UpdateBatch {
    diff(
      from: self, to: next,
      sections: ClosureMatching(id: \.value.id, content: { $0.value == $1.value }),
      items: \.items, matching: ClosureMatching<Token, Int>(id: \.id, content: ==))
  }

  /// Changes a section or an item at random.
  mutating func change(ids: inout Int, using generator: inout SeededGenerator) {
    let section = indices.randomElement(using: &generator)
    let filled = indices.filter { !self[$0].items.isEmpty }.randomElement(using: &generator)
    let item = filled.flatMap { self[$0].items.indices.randomElement(using: &generator) }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: if let filled, let item { self[filled].items.remove(at: item) }
    case 1: if let filled, let item { self[filled].items[item].version += 1 }
    case 2...3:
      if let section { insert(Token(next: &ids), in: section, using: &generator) }
    case 4...5:
      if let filled, let item, let section {
        insert(self[filled].items.remove(at: item), in: section, using: &generator)
      }
    case 6:
      let inserted = TokenState(counts: [Int.random(in: 0...2, using: &generator)], ids: &ids)
      insert(contentsOf: inserted, at: Int.random(in: 0...count, using: &generator))
    case 7:
      if let section {
        let moved = remove(at: section)
        if Bool.random(using: &generator) { insert(moved, at: Int.random(in: 0...count, using: &generator)) }
      }
    default: if let section { self[section].value.version += 1 }
    }
  }

  private mutating func insert(_ item: Token, in section: Int, using generator: inout SeededGenerator) {
    self[section].items.insert(item, at: Int.random(in: 0...self[section].items.count, using: &generator))
  }
}

extension Token {
  init(next ids: inout Int) {
    self.init(id: ids)
    ids += 1
  }
}

/// A state, the next one, and the batch between them in a form that is valid but, mostly, not the normal one.
struct Transition {
  var old: TokenState
  var new: TokenState
  var batch: UpdateBatch

  static func random(seed: UInt64) throws -> Transition {
    var generator = SeededGenerator(seed: seed)
    var ids = 0
    let counts = (0..<Int.random(in: 0...4, using: &generator)).map { _ in Int.random(in: 0...4, using: &generator) }
    let old = TokenState(counts: counts, ids: &ids)
    var new = old
    for _ in 0..<Int.random(in: 0...8, using: &generator) { new.change(ids: &ids, using: &generator) }
    let batch = try old.batch(to: new).restated(from: old, to: new, using: &generator)
    return Transition(old: old, new: new, batch: batch)
  }
}

extension UpdateBatch {
  /// An equivalent batch: more elements are moved than necessary, redundant edits are named, lists are out of order.
  fileprivate func restated(
    from old: TokenState, to new: TokenState, using generator: inout SeededGenerator
  ) -> UpdateBatch {
    var batch = self
    for (before, section) in old.enumerated() {
      let after = new.firstIndex { $0.value.id == section.value.id }
      if let after, Bool.random(using: &generator) { batch.sections.moves.append(PlacePair(before, after)) }
      for (index, item) in section.items.enumerated() where Int.random(in: 0..<3, using: &generator) == 0 {
        let path = ItemPath(section: before, item: index)
        if let target = new.path(of: item.id) {
          batch.items.moves.append(PlacePair(path, target))
        } else if after == nil {
          batch.items.deletes.append(path)
        }
      }
    }
    for (after, section) in new.enumerated() where !old.contains(where: { $0.value.id == section.value.id }) {
      for (index, item) in section.items.enumerated() where old.path(of: item.id) == nil {
        if Bool.random(using: &generator) { batch.items.inserts.append(ItemPath(section: after, item: index)) }
      }
    }
    batch.sections.moves = EditList(Set(batch.sections.moves).sorted().shuffled(using: &generator))
    batch.items.moves = EditList(Set(batch.items.moves).sorted().shuffled(using: &generator))
    batch.items.deletes += batch.items.deletes.prefix(1)
    batch.items.inserts += batch.items.inserts.prefix(1)
    batch.items.deletes.shuffle(using: &generator)
    batch.items.inserts.shuffle(using: &generator)
    return batch
  }
}

extension TokenState {
  /// Where an item is.
  fileprivate func path(of id: Int) -> ItemPath? {
    for (section, state) in enumerated() {
      if let item = state.items.firstIndex(where: { $0.id == id }) { return ItemPath(section: section, item: item) }
    }
    return nil
  }
}

/// All lists that a list of `count` tokens can become by deleting, inserting one, moving, and updating one.
func smallTransitions(count: Int) -> [(old: [Token], new: [Token])] {
  let old = (0..<count).map { Token(id: $0) }
  var results: [(old: [Token], new: [Token])] = []
  for order in arrangements(of: Array(0...count)) {
    results.append((old, order.map { Token(id: $0) }))
    for updated in order where updated < count {
      results.append((old, order.map { Token(id: $0, version: $0 == updated ? 1 : 0) }))
    }
  }
  return results
}

/// All orders of all subsets.
private func arrangements(of numbers: [Int]) -> [[Int]] {
  [[]] + numbers.flatMap { number in arrangements(of: numbers.filter { $0 != number }).map { [number] + $0 } }
}

// MARK: - Garbage

extension Edits {
  /// Edits that most probably contradict themselves.
  static func garbage(of places: [Place], using generator: inout SeededGenerator) -> Edits {
    var edits = Edits()
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      guard let place = places.randomElement(using: &generator), let other = places.randomElement(using: &generator)
      else { continue }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: edits.deletes.append(place)
      case 1: edits.inserts.append(place)
      case 2: edits.moves.append(PlacePair(place, other))
      default: edits.updates.append(PlacePair(place, other))
      }
    }
    return edits
  }
}

extension UpdateBatch {
  /// A batch that most probably contradicts itself.
  static func garbage(using generator: inout SeededGenerator) -> UpdateBatch {
    let paths = [-1, 0, 0, 1, 2, .max].flatMap { section in
      [0, 0, 1, 2, .min].map { ItemPath(section: section, item: $0) }
    }
    return UpdateBatch(
      sections: .garbage(of: [0, 0, 1, 2, 3, .min, .max], using: &generator),
      items: .garbage(of: paths, using: &generator))
  }
}
