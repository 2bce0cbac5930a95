import Changesets

extension SourceChanges {
  /// What comes and goes in a mapping of one source that shows a range of each section's items, though no batch names
  /// it: it is pushed over a border of the range.
  ///
  /// - Parameter range: The range that is shown of a section, given its index after and a number of items; asked for
  ///   the number before and for the number after.
  /// - Returns: Deletes and inserts, in places of the mapping; not in order.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits and of items that are pushed; O(*s* log *k*) more
  ///   where sections were edited, *s* being the number of sections.
  func crossings(ofRange range: (_ section: Int, _ count: Int) -> Range<Int>) -> Edits<ItemPath> {
    let batch = batch(ofSource: 0)
    let sections = SectionMap(batch), retained = RetainedItems(batch)
    var edits = Edits<ItemPath>()
    func look(at section: Int) {
      guard let target = sections.section(after: section) else { return }
      let old = range(target, numberOfItemsBefore(in: SourceSection(source: 0, section: section)))
      let new = range(target, sources[0].numberOfItems(inSection: target))
      let before = retained.before.ranks(in: old, ofSection: section)
      let after = retained.after.ranks(in: new, ofSection: target)
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
  /// The ranks of those retained items that stand in a range of places.
  fileprivate func ranks(in range: Range<Int>, ofSection section: Int) -> Range<Int> {
    rank(
      of: ItemPath(section: section, item: range.lowerBound))..<rank(
        of: ItemPath(section: section, item: range.upperBound))
  }
}

extension Range<Int> {
  /// What is in this range and not in another one, in order.
  func subtracting(_ other: Range<Int>) -> some Sequence<Int> {
    let other = other.isEmpty ? upperBound..<upperBound : other.clamped(to: self)
    return [lowerBound..<Swift.min(other.lowerBound, upperBound), Swift.max(other.upperBound, lowerBound)..<upperBound]
      .joined()
  }
}
