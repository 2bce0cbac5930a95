import Changesets

/// A section with content of its own.
struct Shelf: Identifiable, Hashable {
  var id: Int
  var version = 0
  var items: [Fruit] = []

  /// Whether sections are equal apart from their items.
  static func hasSameContent(_ old: Shelf, _ new: Shelf) -> Bool { old.version == new.version }

  static var matching: ClosureMatching<Shelf, Int> { ClosureMatching(id: \.id, content: hasSameContent) }
}

/// An item with content.
struct Fruit: Identifiable, Hashable {
  var id: Int
  var version = 0
}

extension Trace {
  /// Two states with unique identities, which the trace leads from and to.
  var states: (old: [Shelf], new: [Shelf]) {
    let old = before.enumerated().map { section, count in
      Shelf(id: section, items: (0..<count).map { Fruit(id: 100 * section + $0) })
    }
    let new = sections.indices.map { section in
      Shelf(
        id: sections[section].origin ?? 1000 + section, version: sections[section].isUpdated ? 1 : 0,
        items: items[section].enumerated().map { index, thing in
          Fruit(
            id: thing.origin.map { 100 * $0.section + $0.item } ?? 100_000 + 100 * section + index,
            version: thing.isUpdated ? 1 : 0)
        })
    }
    return (old, new)
  }

  /// The places of the state after whose items are read: those that are inserted or updated.
  var taken: Set<ItemPath> {
    Set(
      items.indices.flatMap { section in
        items[section].indices.filter { items[section][$0].origin == nil || items[section][$0].isUpdated }
          .map { ItemPath(section: section, item: $0) }
      })
  }
}

extension Array where Element == Shelf {
  func edits(to new: [Shelf]) throws -> UpdateBatch {
    diff(
      from: self, to: new, sections: Shelf.matching, items: \.items, matching: IdentifiableMatching<Fruit>())
  }

  func refining(_ batch: UpdateBatch, to new: [Shelf]) -> UpdateBatch {
    batch.refined(
      from: self, to: new, sections: Shelf.matching, items: \.items, matching: IdentifiableMatching<Fruit>())
  }

  /// The items after a batch, and the places that were read from the state after.
  func applying(_ batch: UpdateBatch, to new: [Shelf]) throws -> (items: [[Fruit]], taken: Set<ItemPath>) {
    var taken: Set<ItemPath> = []
    let items = try batch.applied(to: map(\.items), counts: new.map(\.items.count)) { path in
      taken.insert(path)
      return new[path.section].items[path.item]
    }
    return (items, taken)
  }
}
