public import Changesets

extension SectionCounts {
  /// Makes the counts those after a batch.
  ///
  /// What the edits tell is not asked: the count of a section that stays follows from them.
  ///
  /// - Parameters:
  ///   - batch: A batch in normal form that is valid for the counts.
  ///   - sectionsAfter: How many sections there are afterwards; asked only for a reload.
  ///   - countAfter: How many items a section has afterwards; asked only for a section that is inserted, and for all
  ///     after a reload.
  /// - Complexity: O(*k* log *s*) for *k* edits and *s* sections; O(*s*) more where there are edits of sections, or a reload.
  @usableFromInline
  mutating func apply(_ batch: UpdateBatch, sectionsAfter: @autoclosure () -> Int, countAfter: (Int) -> Int) {
    if batch.isReload {
      self = SectionCounts((0..<sectionsAfter()).map(countAfter))
    } else if batch.sections.keepsPlaces {
      // No count is negative in between: no more items leave a section than were there before.
      batch.items.forEachEdit { kind, places in
        switch kind {
        case .delete: add(-1, to: places.before.section)
        case .insert: add(1, to: places.after.section)
        case .move, .moveAndUpdate:
          if places.before.section == places.after.section { return }
          add(-1, to: places.before.section)
          add(1, to: places.after.section)
        case .update: break
        }
      }
    } else {
      self = SectionCounts(batch.counts(after: all, countAfter: countAfter))
    }
  }
}

extension UpdateBatch {
  /// The counts of the sections afterwards.
  fileprivate func counts(after before: [Int], countAfter: (Int) -> Int) -> [Int] {
    let (deletes, inserts) = (Set(sections.deletes), Set(sections.inserts))
    var counts = [Int?](repeating: nil, count: before.count - deletes.count + inserts.count)
    var targets = [Int?](repeating: nil, count: before.count)
    var isMoved = [Bool](repeating: false, count: counts.count)
    for move in sections.moves {
      targets[move.before] = move.after
      isMoved[move.after] = true
    }
    // All others stay in order.
    var places = counts.indices.lazy.filter { !isMoved[$0] && !inserts.contains($0) }.makeIterator()
    for section in before.indices where targets[section] == nil && !deletes.contains(section) {
      targets[section] = places.next()
    }

    for (section, target) in targets.enumerated() {
      if let target { counts[target] = before[section] }
    }
    for path in items.inserts { counts[path.section]? += 1 }
    for move in items.moves { counts[move.after.section]? += 1 }
    for section in items.deletes.map(\.section) + items.moves.map(\.before.section) {
      if let target = targets[section] { counts[target]? -= 1 }
    }
    return counts.enumerated().map { $1 ?? countAfter($0) }
  }
}
