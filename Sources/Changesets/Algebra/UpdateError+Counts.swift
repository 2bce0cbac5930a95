/// How edits change the number of items of a section.
struct SectionChange {
  var inserted: Int
  var deleted: Int
  /// How many items came from other sections.
  var movedIn: Int
  /// How many items went to other sections.
  var movedOut: Int

  /// By how much the number changes.
  var total: Int { inserted - deleted + movedIn - movedOut }
}

extension UpdateError {
  /// The edits do not explain the number of items of a section.
  static func wrongItemCount(of section: Int, before: Int, after: Int, _ change: SectionChange) -> UpdateError {
    UpdateError(
      .wrongCount,
      """
      Invalid update: invalid number of rows in section \(section). The number of rows contained in an existing section \
      after the update (\(after)) must be equal to the number of rows contained in that section before the update \
      (\(before)), plus or minus the number of rows inserted or deleted from that section (\(change.inserted) inserted, \
      \(change.deleted) deleted) and plus or minus the number of rows moved into or out of that section \
      (\(change.movedIn) moved in, \(change.movedOut) moved out).
      """)
  }

  /// The edits do not explain the number of sections.
  static func wrongSectionCount(before: Int, after: Int, inserted: Int, deleted: Int) -> UpdateError {
    UpdateError(
      .wrongCount,
      """
      Invalid update: invalid number of sections. The number of sections contained in the source after the update \
      (\(after)) must be equal to the number of sections contained in the source before the update (\(before)), plus or \
      minus the number of sections inserted or deleted (\(inserted) inserted, \(deleted) deleted).
      """)
  }
}
