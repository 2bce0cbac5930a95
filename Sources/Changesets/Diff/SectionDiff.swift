/// One diff of the items of sections, of which the edits are known.
@usableFromInline struct SectionDiff<M: Matching> {
  @usableFromInline let oldItems: [[M.Element]]
  @usableFromInline let newItems: [[M.Element]]
  @usableFromInline let matching: M
  @usableFromInline let options: DiffOptions
  @usableFromInline let sections: Edits<Int>
  /// The edits of items that have a partner.
  @usableFromInline var items = FoundEdits<ItemPath>()
  /// What has no partner in its own section.
  @usableFromInline var deletes: [ItemPath] = []
  @usableFromInline var inserts: [ItemPath] = []

  @inlinable init(
    _ oldItems: [[M.Element]], _ newItems: [[M.Element]], _ sections: Edits<Int>, _ matching: M, _ options: DiffOptions
  ) {
    self.oldItems = oldItems
    self.newItems = newItems
    self.matching = matching
    self.options = options
    self.sections = sections
  }

  /// The batch, in normal form.
  @inlinable mutating func run() throws -> UpdateBatch {
    if sections.isReload { return .reload }
    let targets = sections.targets(count: oldItems.count)
    let listOptions = options.withoutEditLimit
    var edits = FoundEdits<Int>()
    for (before, after) in targets.enumerated() {
      guard after >= 0 else {
        deletes += oldItems[before].indices.map { ItemPath(section: before, item: $0) }
        continue
      }
      edits.removeAll()
      try oldItems[before].withUnsafeBufferPointer { old in
        try newItems[after].withUnsafeBufferPointer { new in
          try ListDiff(from: old, to: new, matching: matching, options: listOptions).run(into: &edits)
        }
      }
      if edits.isReload { return .reload }
      if edits.count > 0 { add(edits, before, after) }
    }
    for after in sections.inserts {
      inserts += newItems[after].indices.map { ItemPath(section: after, item: $0) }
    }
    // Sections may have come in another order.
    inserts.sort()
    try matchAcrossSections(Set(sections.deletes), Set(sections.inserts))
    return sections.count + items.count > options.editLimit
      ? .reload : UpdateBatch(sections: sections, items: items.edits)
  }

  /// Adds the edits of one section.
  @usableFromInline mutating func add(_ edits: FoundEdits<Int>, _ before: Int, _ after: Int) {
    func paths(_ pair: Pair<Int>) -> Pair<ItemPath> {
      Pair(ItemPath(section: before, item: pair.before), ItemPath(section: after, item: pair.after))
    }
    for item in edits.deletes { deletes.append(ItemPath(section: before, item: item)) }
    for item in edits.inserts { inserts.append(ItemPath(section: after, item: item)) }
    for move in edits.moves { items.moves.append(paths(move)) }
    for update in edits.updates { items.updates.append(paths(update)) }
  }

  /// Pairs what was deleted in one section and inserted in another.
  @inlinable mutating func matchAcrossSections(_ deletedSections: Set<Int>, _ insertedSections: Set<Int>) throws {
    try options.checkCancellation()
    let pairs = pairInOrder(deletes, inserts, matching, old: old, new: new).pairs
    if !pairs.isEmpty {
      items.moves = (items.moves + pairs).sorted()
      items.updates += pairs.filter { !matching.hasSameContent(old($0.before), new($0.after)) }
      items.updates.sort()
    }
    let (movedFrom, movedTo) = (Set(pairs.map(\.before)), Set(pairs.map(\.after)))
    items.deletes = deletes.filter { !deletedSections.contains($0.section) && !movedFrom.contains($0) }
    items.inserts = inserts.filter { !insertedSections.contains($0.section) && !movedTo.contains($0) }
  }

  @inlinable @inline(__always) func old(_ path: ItemPath) -> M.Element { oldItems[path.section][path.item] }

  @inlinable @inline(__always) func new(_ path: ItemPath) -> M.Element { newItems[path.section][path.item] }
}

extension Edits<Int> {
  /// Where each of some elements before went, or -1 for a deleted one.
  @usableFromInline func targets(count: Int) -> [Int] {
    let correspondence = Correspondence(self).spelledOut(in: [0])
    return (0..<count).map { correspondence.image(of: $0) ?? -1 }
  }
}
