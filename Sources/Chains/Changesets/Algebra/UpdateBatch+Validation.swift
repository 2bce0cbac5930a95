extension UpdateBatch {
  /// Checks whether the batch is consistent with the numbers of sections and items of two states.
  ///
  /// Every place has to exist in its space. No edit may contradict another one. The counts have to agree with the
  /// edits. The two places of an update have to belong to the same surviving section or item. A reload is always valid.
  ///
  /// - Parameters:
  ///   - before: The number of items of each section before.
  ///   - after: The number of items of each section after.
  ///   - link: The link of the chain that the batch comes from, for the message of the error.
  /// - Throws: ``UpdateError`` if the batch is inconsistent.
  /// - Complexity: O((*s* + *k*) log *k*) for *s* sections and *k* edits.
  public func validate(before: [Int], after: [Int], link: String? = nil) throws {
    guard !isReload else { return }
    do {
      // The sections come first, because an error there makes the paths of items look wrong. Each check relies on
      // those before.
      try sections.checkPlaces(before: [before.count], after: [after.count])
      try sections.checkContradictions()
      let inserted = Set(sections.inserts).count
      let deleted = Set(sections.deletes).count
      guard before.count + inserted - deleted == after.count else {
        throw UpdateError.wrongSectionCount(
          before: before.count, after: after.count, inserted: inserted, deleted: deleted)
      }
      let sectionCorrespondence = sectionCorrespondence
      try sections.checkUpdates(sectionCorrespondence)

      try items.checkPlaces(before: before, after: after)
      try items.checkContradictions()
      try checkItemCounts(before: before, after: after, sections: sectionCorrespondence.runs)
      try items.checkUpdates(itemCorrespondence)
    } catch var error as UpdateError {
      error.link = link
      throw error
    }
  }

  /// Throws an error if the number of items of a surviving section is inconsistent with the edits.
  private func checkItemCounts(before: [Int], after: [Int], sections: Runs<Int>) throws {
    let inserted = Set(items.inserts).counts, deleted = Set(items.deletes).counts
    var movedIn: [Int: Int] = [:], movedOut: [Int: Int] = [:]
    // A move within a surviving section does not change its count.
    for move in items.moves where sections.image(of: move.before.section) != move.after.section {
      movedOut[move.before.section, default: 0] += 1
      movedIn[move.after.section, default: 0] += 1
    }
    let back = sections.inverted
    for section in after.indices {
      guard let old = back.image(of: section) else { continue }
      let change = SectionChange(
        inserted: inserted[section] ?? 0, deleted: deleted[old] ?? 0, movedIn: movedIn[section] ?? 0,
        movedOut: movedOut[old] ?? 0)
      guard before[old] &+ change.total == after[section] else {
        throw UpdateError.wrongItemCount(of: section, before: before[old], after: after[section], change)
      }
    }
  }
}

extension Edits where Place == Int {
  /// Checks whether the edits of a flat list are consistent with its number of elements in two states.
  ///
  /// Error messages call the list section 0 and its elements rows. See ``UpdateBatch/validate(before:after:link:)``.
  ///
  /// - Parameters:
  ///   - before: The number of elements before.
  ///   - after: The number of elements after.
  ///   - link: The link of the chain that the edits come from, for the message of the error.
  /// - Throws: ``UpdateError`` if the edits are inconsistent.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  public func validate(before: Int, after: Int, link: String? = nil) throws {
    guard !isReload else { return }
    try UpdateBatch(items: inSection(0)).validate(before: [before], after: [after], link: link)
  }
}

/// The effect of edits on the number of items of a section.
struct SectionChange {
  var inserted: Int
  var deleted: Int
  /// The number of items that moved in from other sections.
  var movedIn: Int
  /// The number of items that moved out to other sections.
  var movedOut: Int

  /// The difference between the numbers of items after and before.
  var total: Int { inserted - deleted + movedIn - movedOut }
}
