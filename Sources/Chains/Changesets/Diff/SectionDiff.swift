/// Returns the batch of sections whose edits are known, and of their items.
///
/// The items of each surviving section are diffed as a list of their own. The remaining items of all sections,
/// including deleted and inserted ones, are then matched across sections: items that find a partner have moved to
/// another section.
@inlinable func itemDiff<M: Matching>(
  from old: [[M.Element]], to new: [[M.Element]], sections: Edits<Int>, matching: M, options: DiffOptions
) -> UpdateBatch {
  if sections.isReload || (old + new).contains(where: { options.isOverLimit($0.count) }) { return .reload }
  if options.duplicates == .keepFirst,
    let batch = itemDiffKeepingFirst(from: old, to: new, sections: sections, matching, options)
  {
    return batch
  }
  var batch = FoundBatch(sections: sections, oldCounts: old.map(\.count), newCounts: new.map(\.count))
  let listOptions = options.withoutEditLimit
  var edits = FoundEdits()
  for (before, after) in batch.targets.enumerated() {
    guard let after else { continue }
    edits.removeAll()
    old[before].withUnsafeBufferPointer { old in
      new[after].withUnsafeBufferPointer { new in
        ListDiff(from: old, to: new, matching: matching, options: listOptions).run(into: &edits)
      }
    }
    if edits.isReload { return .reload }
    if edits.count > 0 { batch.add(edits, before, after) }
  }
  if let isCancelled = options.isCancelled, isCancelled() { return .reload }
  // Only now, when every section has kept what it can: an item moves to another section only if its own has no
  // partner for it.
  let leftOver = batch.leftOver
  let moves = pairInOrder(
    leftOver.deletes, leftOver.inserts, matching, old: { old[$0.section][$0.item] }, new: { new[$0.section][$0.item] }
  ).pairs
  let changed = moves.filter {
    !matching.hasSameContent(old[$0.before.section][$0.before.item], new[$0.after.section][$0.after.item])
  }
  let result = batch.finished(moves: moves, changed: changed)
  return result.count > options.editLimit ? .reload : result
}

/// The edits that a diff of sections has found so far.
@usableFromInline struct FoundBatch {
  /// The index after of each section, or `nil` for a deleted one.
  @usableFromInline let targets: [Int?]
  private let sections: Edits<Int>
  /// The items without a partner in their own section; those of deleted and inserted sections come first.
  private var deletes: [ItemPath]
  private var inserts: [ItemPath]
  private var moves: [PlacePair<ItemPath>] = []
  private var updates: [PlacePair<ItemPath>] = []

  @usableFromInline init(sections: Edits<Int>, oldCounts: [Int], newCounts: [Int]) {
    func paths(inSection section: Int, _ counts: [Int]) -> [ItemPath] {
      (0..<counts[section]).map { ItemPath(section: section, item: $0) }
    }
    self.sections = sections
    let correspondence = Correspondence(sections).withRuns(in: [0])
    targets = oldCounts.indices.map { correspondence.image(of: $0) }
    deletes = sections.deletes.flatMap { paths(inSection: $0, oldCounts) }
    inserts = sections.inserts.flatMap { paths(inSection: $0, newCounts) }
  }

  /// Adds the edits of the items of a surviving section.
  @usableFromInline mutating func add(_ edits: FoundEdits, _ before: Int, _ after: Int) {
    func paths(_ pair: PlacePair<Int>) -> PlacePair<ItemPath> {
      PlacePair(ItemPath(section: before, item: pair.before), ItemPath(section: after, item: pair.after))
    }
    for item in edits.deletes { deletes.append(ItemPath(section: before, item: item)) }
    for item in edits.inserts { inserts.append(ItemPath(section: after, item: item)) }
    for move in edits.moves { moves.append(paths(move)) }
    for update in edits.updates { updates.append(paths(update)) }
  }

  /// The items without a partner in their own section, sorted: moved sections may have been added in another order.
  @usableFromInline var leftOver: (deletes: [ItemPath], inserts: [ItemPath]) { (deletes.sorted(), inserts.sorted()) }

  /// Returns the batch, in normal form.
  ///
  /// - Parameters:
  ///   - moves: The pairs of deletes and inserts that are moves to another section.
  ///   - changed: The pairs among them whose content changed.
  @usableFromInline func finished(moves crossing: [PlacePair<ItemPath>], changed: [PlacePair<ItemPath>]) -> UpdateBatch
  {
    let departures = Set(crossing.map(\.before))
    let arrivals = Set(crossing.map(\.after))
    let deletedSections = Set(sections.deletes)
    let insertedSections = Set(sections.inserts)
    let (deletes, inserts) = leftOver
    return UpdateBatch(
      sections: sections,
      items: Edits(
        deletes: deletes.filter { !deletedSections.contains($0.section) && !departures.contains($0) },
        inserts: inserts.filter { !insertedSections.contains($0.section) && !arrivals.contains($0) },
        moves: crossing.isEmpty ? moves : (moves + crossing).sorted(),
        updates: changed.isEmpty ? updates : (updates + changed).sorted()))
  }
}
