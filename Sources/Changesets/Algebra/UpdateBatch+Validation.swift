extension UpdateBatch {
  /// Finds out whether the batch can lead from one state to another, as far as counts and places tell.
  ///
  /// Every place has to exist in the space that it is given in; no edit may exclude another one; the counts have to agree
  /// with the edits; an update has to be of something that survives, in both of its places. A reload is always valid.
  ///
  /// - Parameters:
  ///   - before: The number of items of each section before.
  ///   - after: The number of items of each section after.
  ///   - link: The link of the chain that the batch comes from, for the message.
  /// - Throws: ``UpdateError``.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* edits.
  public func validate(before: [Int], after: [Int], link: String? = nil) throws {
    guard !isReload else { return }
    do {
      try sections.checkPlaces(before: [before.count], after: [after.count])
      try sections.checkContradictions()
      let (inserted, deleted) = (Set(sections.inserts).count, Set(sections.deletes).count)
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

  /// Compares the number of items of each surviving section with what the edits make of it.
  private func checkItemCounts(before: [Int], after: [Int], sections: Runs<Int>) throws {
    var inserted: [Int: Int] = [:], deleted: [Int: Int] = [:], movedIn: [Int: Int] = [:], movedOut: [Int: Int] = [:]
    for path in Set(items.inserts) { inserted[path.section, default: 0] += 1 }
    for path in Set(items.deletes) { deleted[path.section, default: 0] += 1 }
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
  /// Finds out whether the edits of a flat list can lead from one state to another, as far as counts and places tell.
  ///
  /// Errors speak of the list as section 0, and of its elements as rows. See ``UpdateBatch/validate(before:after:link:)``.
  ///
  /// - Parameters:
  ///   - before: The number of elements before.
  ///   - after: The number of elements after.
  ///   - link: The link of the chain that the edits come from, for the message.
  /// - Throws: ``UpdateError``.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  public func validate(before: Int, after: Int, link: String? = nil) throws {
    guard !isReload else { return }
    try UpdateBatch(items: inSection(0)).validate(before: [before], after: [after], link: link)
  }
}

/// How edits change the number of items of a section.
struct SectionChange {
  var inserted: Int
  var deleted: Int
  /// The number of items that came from other sections.
  var movedIn: Int
  /// The number of items that went to other sections.
  var movedOut: Int

  /// By how much the number changes.
  var total: Int { inserted - deleted + movedIn - movedOut }
}
