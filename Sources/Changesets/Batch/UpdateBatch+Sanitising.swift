extension UpdateBatch {
  /// The batch that this one must have meant, in normal form: without contradictions, and leading from the one state to the
  /// other.
  ///
  /// For batches from a source that cannot be trusted to get them right. A batch that is valid says the same afterwards. Otherwise, of
  /// sections first and then of items:
  ///
  /// - Places that do not exist are dropped.
  /// - A move is a delete and an insert that belong together. Where its place before is deleted too, or is that of an earlier
  ///   move (in the order of the pairs), only the insert is left of it; where its place after is inserted too, or is that of an
  ///   earlier move, only the delete; where both are so, nothing.
  /// - Places of deletes and inserts that are named several times count once. If the numbers of a section do not add up that
  ///   way, they are read one after the other: a place named *k* times means *k* neighbours from there on.
  /// - An update of something that is deleted or inserted is dropped; an update that leads to a wrong place gets the right one.
  ///
  /// ```swift
  /// let batch = UpdateBatch(items: Edits(deletes: [ItemPath(0, 1)], moves: [
  ///   Pair(ItemPath(0, 1), ItemPath(0, 2))
  /// ]))
  /// let sanitised = try batch.sanitised(before: [3], after: [3])   // a delete and an insert
  /// ```
  ///
  /// - Parameters:
  ///   - before: The number of items of each section before.
  ///   - after: The number of items of each section after.
  ///   - link: The link of the chain that the batch comes from, for the message.
  /// - Returns: A batch that `validate(before:after:)` accepts.
  /// - Throws: ``UpdateError`` if the numbers cannot be reconciled.
  /// - Complexity: O((*k* + *s*) log (*k* + *s*)), *k* being ``count`` and *s* the number of sections.
  public func sanitised(before: [Int], after: [Int], link: String? = nil) throws -> UpdateBatch {
    if isReload { return .reload }
    var batch = UpdateBatch(sections: sections.reconciled(before: before.count, after: after.count))
    let lists = batch.sectionCorrespondence
    let survivors = before.indices.compactMap { section in lists.image(of: section).map { Pair(section, $0) } }
    batch.items = items.reconciled(
      within: survivors.filter { after.indices.contains($0.after) }, before: before, after: after)
    try batch.validate(before: before, after: after, link: link)

    let places = batch.itemCorrespondence
    batch.sections.updates = sections.updates.corrected(
      by: lists, before: before.indices.contains, after: after.indices.contains)
    batch.items.updates = items.updates.corrected(by: places, before: before.holds, after: after.holds)
    return batch.normalised()
  }
}

extension Edits<Int> {
  /// The edits that these must have meant, in normal form: without contradictions, and leading from a list of the one count to
  /// one of the other. The rules are those of ``UpdateBatch/sanitised(before:after:link:)``.
  ///
  /// - Parameters:
  ///   - before: The number of elements before.
  ///   - after: The number of elements after.
  ///   - link: The link of the chain that the edits come from, for the message.
  /// - Returns: Edits that `validate(before:after:)` accepts.
  /// - Throws: ``UpdateError`` if the numbers cannot be reconciled.
  /// - Complexity: O(*k* log *k*), *k* being ``count``.
  public func sanitised(before: Int, after: Int, link: String? = nil) throws -> Edits {
    if isReload { return .reload }
    return try UpdateBatch(items: inSection(0)).sanitised(before: [before], after: [after], link: link).items
      .withoutSections
  }

  /// These edits of sections without contradictions, and without updates.
  fileprivate func reconciled(before: Int, after: Int) -> Edits {
    inSection(0).reconciled(within: [Pair(0, 0)], before: [before], after: [after]).withoutSections
  }
}

// MARK: - Deletes, inserts and moves

extension Edits<ItemPath> {
  /// These edits without contradictions, and without updates.
  ///
  /// - Parameters:
  ///   - sections: The sections in which the numbers have to add up.
  ///   - before: The number of items of each section before.
  ///   - after: The number of items of each section after.
  fileprivate func reconciled(within sections: [Pair<Int>], before: [Int], after: [Int]) -> Edits {
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
  /// Whether a path exists where each section has this number of items.
  fileprivate func holds(_ path: ItemPath) -> Bool {
    indices.contains(path.section) && path.isPossible && path.item < self[path.section]
  }
}

extension Set<ItemPath> {
  /// The number of paths in each section.
  fileprivate var counts: [Int: Int] { reduce(into: [:]) { $0[$1.section, default: 0] += 1 } }
}

extension [ItemPath] {
  /// What is named again, once for each time, in order, by section.
  fileprivate var repeats: [Int: [ItemPath]] {
    let paths = sorted()
    let repeated = zip(paths, paths.dropFirst()).filter { $0 == $1 }.map(\.1)
    return Dictionary(grouping: repeated, by: \.section)
  }

  /// For each path the next one after it that is free: not taken, and not given to a path before. Where none is left, the rest
  /// gets nothing. The paths are sorted, and of one section.
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
  /// These updates without those of what is deleted or inserted, and with the right places after.
  ///
  /// - Parameters:
  ///   - places: Which place is which.
  ///   - before: Whether a place exists before.
  ///   - after: Whether a place exists after.
  fileprivate func corrected<Place>(
    by places: Correspondence<Place>, before: (Place) -> Bool, after: (Place) -> Bool
  ) -> EditList where Element == Pair<Place> {
    let back = places.inverted
    return EditList(
      compactMap { update in
        if after(update.after), back.image(of: update.after) == nil { return nil }
        guard before(update.before), let place = places.image(of: update.before) else { return nil }
        return Pair(update.before, place)
      })
  }
}
