import Changesets

extension SourceChanges {
  /// Returns the items that enter or leave a mapping that shows a range of each section of its only source, although no
  /// batch names them: they are pushed across a bound of the range.
  ///
  ///     source before    a  b  c | d  e        the range shows the first three items
  ///     x inserted       x  a  b | c  d  e
  ///                              └─ c leaves the range
  ///
  /// - Parameter range: Returns the range that is shown of a section, given its index after the batch and its number of
  ///   items. Called with the number before and with the number after.
  /// - Returns: Deletions and insertions, as paths of the mapping; not in order.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits and of items that cross a bound; O(*s* log *k*) more
  ///   if sections were edited, *s* being the number of sections.
  func windowEdits(ofRange range: (_ section: Int, _ count: Int) -> Range<Int>) -> Edits<ItemPath> {
    let batch = batch(ofSource: 0)
    let sections = SectionMap(batch), retained = RetainedItems(batch)
    var edits = Edits<ItemPath>()
    func look(at section: Int) {
      guard let target = sections.newIndex(ofSection: section) else { return }
      // The range is a rule about the section, given its present index, so `target` is passed for both states.
      let old = range(target, numberOfItemsBefore(in: SourceSection(source: 0, section: section)))
      let new = range(target, sources[0].numberOfItems(inSection: target))
      let before = retained.before.ranks(in: old, ofSection: section)
      let after = retained.after.ranks(in: new, ofSection: target)
      // Retained items have the same rank in both states, so the ranges of ranks tell which of them enter and leave.
      if before == after { return }
      for rank in before.subtracting(after) {
        var path = retained.before.path(ofRank: rank, inSection: section)
        path.item -= old.lowerBound
        edits.deletes.append(path)
      }
      for rank in after.subtracting(before) {
        var path = retained.after.path(ofRank: rank, inSection: target)
        path.item -= new.lowerBound
        edits.inserts.append(path)
      }
    }
    if sections.isIdentity {
      batch.forEachSectionWithRemovals(look)
      batch.forEachSectionWithInsertions(look)
    } else {
      (0..<numberOfSectionsBefore(inSource: 0)).forEach(look)
    }
    return edits
  }
}

extension RetainedItems.Side {
  /// Returns the ranks of the retained items within a range of a section's items.
  fileprivate func ranks(in range: Range<Int>, ofSection section: Int) -> Range<Int> {
    rank(
      of: ItemPath(section: section, item: range.lowerBound))..<rank(
        of: ItemPath(section: section, item: range.upperBound))
  }
}

extension Range<Int> {
  /// Returns the elements of this range that are not in another one, in order.
  func subtracting(_ other: Range<Int>) -> some Sequence<Int> {
    // An empty range may lie in the midst of this one, which must not be cut there.
    let other = other.isEmpty ? upperBound..<upperBound : other.clamped(to: self)
    return [lowerBound..<Swift.min(other.lowerBound, upperBound), Swift.max(other.upperBound, lowerBound)..<upperBound]
      .joined()
  }
}
