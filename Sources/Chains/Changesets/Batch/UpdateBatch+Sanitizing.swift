extension UpdateBatch {
  /// Returns the batch that this one was most likely meant to be, in normal form: free of contradictions, and
  /// consistent with both states.
  ///
  /// Use this for batches from a source that may produce invalid ones. A valid batch keeps its meaning. Otherwise these
  /// rules apply, first to the sections, then to the items:
  ///
  /// - Places that do not exist are dropped.
  /// - A move is a delete and an insert that belong together. If its place before is also deleted, or is that of an
  ///   earlier move (in the order of the pairs), only the insert is kept. If its place after is also inserted, or is
  ///   that of an earlier move, only the delete is kept. If both apply, the move is dropped.
  /// - A place that is deleted or inserted several times counts once. If the number of items of a section is wrong that
  ///   way, the repetitions are taken as edits of the following places: a place that is named *k* times means *k*
  ///   neighbours, from that place on.
  /// - An update of a deleted or inserted element is dropped. An update whose place after is wrong gets the right one.
  ///
  /// ```swift
  /// let batch = UpdateBatch(items: Edits(deletes: [ItemPath(0, 1)], moves: [
  ///   PlacePair(ItemPath(0, 1), ItemPath(0, 2))
  /// ]))
  /// let sanitized = try batch.sanitized(before: [3], after: [3])   // a delete and an insert
  /// ```
  ///
  /// - Parameters:
  ///   - before: The number of items of each section before.
  ///   - after: The number of items of each section after.
  ///   - link: The link of the chain that the batch comes from, for the message of the error.
  /// - Returns: A batch that `validate(before:after:)` accepts.
  /// - Throws: ``UpdateError`` if the numbers cannot be reconciled.
  /// - Complexity: O((*k* + *s*) log (*k* + *s*)), *k* being ``count`` and *s* the number of sections.
  public func sanitized(before: [Int], after: [Int], link: String? = nil) throws -> UpdateBatch {
    if isReload { return .reload }
    var batch = UpdateBatch(sections: sections.reconciled(before: before.count, after: after.count))
    let lists = batch.sectionCorrespondence
    let survivors = before.indices.compactMap { section in lists.image(of: section).map { PlacePair(section, $0) } }
    batch.items = items.reconciled(
      within: survivors.filter { after.indices.contains($0.after) }, before: before, after: after)
    try batch.validate(before: before, after: after, link: link)

    // The updates come last: their places after follow from all other edits.
    let places = batch.itemCorrespondence
    batch.sections.updates = sections.updates.corrected(
      by: lists, before: before.indices.contains, after: after.indices.contains)
    batch.items.updates = items.updates.corrected(by: places, before: before.holds, after: after.holds)
    return batch.normalized()
  }
}

extension Edits<Int> {
  /// Returns the edits that these were most likely meant to be, in normal form: free of contradictions, and consistent
  /// with both counts. The rules are those of ``UpdateBatch/sanitized(before:after:link:)``.
  ///
  /// - Parameters:
  ///   - before: The number of elements before.
  ///   - after: The number of elements after.
  ///   - link: The link of the chain that the edits come from, for the message of the error.
  /// - Returns: Edits that `validate(before:after:)` accepts.
  /// - Throws: ``UpdateError`` if the numbers cannot be reconciled.
  /// - Complexity: O(*k* log *k*), *k* being ``count``.
  public func sanitized(before: Int, after: Int, link: String? = nil) throws -> Edits {
    if isReload { return .reload }
    return try UpdateBatch(items: inSection(0)).sanitized(before: [before], after: [after], link: link).items
      .withoutSections
  }

  /// Returns these edits of sections without contradictions and without updates.
  fileprivate func reconciled(before: Int, after: Int) -> Edits {
    inSection(0).reconciled(within: [PlacePair(0, 0)], before: [before], after: [after]).withoutSections
  }
}

// MARK: - Deletes, inserts and moves

extension Edits<ItemPath> {
  /// Returns these edits without contradictions and without updates.
  ///
  /// Deletes and moves *vacate* places of the state before; inserts and moves *occupy* places of the state after. Each
  /// place is granted once: to a delete or an insert first, then to the moves in sorted order. A move that gets only
  /// one of its two places becomes the delete or the insert of that place. Then every section has to satisfy
  ///
  ///     after − occupied = before − vacated
  ///
  /// because both sides count the items that stay. If they differ, and reading the repeated deletes and inserts of the
  /// section as neighbouring places makes up the difference exactly, those edits are added. Otherwise the section is
  /// left as it is, and validation throws.
  ///
  /// - Parameter sections: The sections whose numbers have to agree.
  fileprivate func reconciled(within sections: [PlacePair<Int>], before: [Int], after: [Int]) -> Edits {
    var edits = Edits(deletes: deletes.filter(before.holds), inserts: inserts.filter(after.holds))
    var vacated = Set(edits.deletes), occupied = Set(edits.inserts)
    for move in moves.sorted() {
      let leaves = before.holds(move.before) && vacated.insert(move.before).inserted
      let arrives = after.holds(move.after) && occupied.insert(move.after).inserted
      switch (leaves, arrives) {
      case (true, true): edits.moves.append(move)
      case (true, false): edits.deletes.append(move.before)
      case (false, true): edits.inserts.append(move.after)
      case (false, false): break
      }
    }

    let vacatedCounts = vacated.counts, occupiedCounts = occupied.counts
    let deleteRepeats = Array(edits.deletes).repeats, insertRepeats = Array(edits.inserts).repeats
    for pair in sections {
      let excess =
        after[pair.after] &- occupiedCounts[pair.after, default: 0]
        &- (before[pair.before] &- vacatedCounts[pair.before, default: 0])
      guard excess != 0 else { continue }
      let moreDeletes = deleteRepeats[pair.before, default: []].spread(over: vacated, within: before)
      let moreInserts = insertRepeats[pair.after, default: []].spread(over: occupied, within: after)
      guard moreInserts.count - moreDeletes.count == excess else { continue }
      edits.deletes += moreDeletes
      edits.inserts += moreInserts
    }
    return edits
  }
}

extension [Int] {
  /// Whether a path exists in sections of these numbers of items.
  fileprivate func holds(_ path: ItemPath) -> Bool {
    indices.contains(path.section) && path.isPossible && path.item < self[path.section]
  }
}

extension Set<ItemPath> {
  /// The number of paths in each section.
  var counts: [Int: Int] { reduce(into: [:]) { $0[$1.section, default: 0] += 1 } }
}

extension [ItemPath] {
  /// The repetitions in these paths by section, in order: a path that occurs *k* times is listed *k* - 1 times.
  fileprivate var repeats: [Int: [ItemPath]] {
    let paths = sorted()
    let repeated = zip(paths, paths.dropFirst()).filter { $0 == $1 }.map(\.1)
    return Dictionary(grouping: repeated, by: \.section)
  }

  /// Returns, for each of these paths, the next path from it on that is free: neither in `taken` nor returned for an
  /// earlier path. The result is shorter if the section has no free path left. The paths are sorted and in one section.
  fileprivate func spread(over taken: Set<ItemPath>, within counts: [Int]) -> [ItemPath] {
    var result: [ItemPath] = []
    guard var next = first else { return [] }
    for path in self {
      next = Swift.max(next, path)
      while counts.holds(next), taken.contains(next) { next.item += 1 }
      guard counts.holds(next) else { break }
      result.append(next)
      next.item += 1
    }
    return result
  }
}

// MARK: - Updates

extension EditList {
  /// Returns these updates without those of deleted and inserted elements, and with corrected places after.
  ///
  /// - Parameters:
  ///   - before: Whether a place exists before.
  ///   - after: Whether a place exists after.
  fileprivate func corrected<Place>(
    by places: Correspondence<Place>, before: (Place) -> Bool, after: (Place) -> Bool
  ) -> EditList where Element == PlacePair<Place> {
    let back = places.inverted
    return EditList(
      compactMap { update in
        if after(update.after), back.image(of: update.after) == nil { return nil }
        guard before(update.before), let place = places.image(of: update.before) else { return nil }
        return PlacePair(update.before, place)
      })
  }
}
