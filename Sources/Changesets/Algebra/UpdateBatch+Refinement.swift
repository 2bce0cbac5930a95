extension UpdateBatch {
  /// What the batch comes to, in normal form, when both states are looked at: what has the same content is no update, and
  /// what was deleted and inserted again, be it a section or an item, is retained or moved, and updated if its content
  /// changed.
  ///
  /// Items of the same identity are paired within their section first, then across all sections, in order. A reload stays
  /// one: `diff` is there for that. Places that do not exist in the states are left as they are.
  ///
  /// - Parameters:
  ///   - old: The sections before.
  ///   - new: The sections after.
  ///   - sections: How sections are matched. Its content is that of the section itself, without its items.
  ///   - items: The items of a section; asked only for sections with edits.
  ///   - matching: How items are matched.
  /// - Complexity: O(*k* log *k*) on average, *k* being the number of edits and of the items in deleted and inserted
  ///   sections.
  public func refined<SectionMatching: Matching, ItemMatching: Matching>(
    from old: [SectionMatching.Element], to new: [SectionMatching.Element], sections: SectionMatching,
    items: (SectionMatching.Element) -> [ItemMatching.Element], matching: ItemMatching
  ) -> UpdateBatch {
    guard !isReload else { return .reload }
    let plain = (sections: sectionCorrespondence, items: itemCorrespondence)
    let (deleted, inserted) = (plain.sections.deletes, plain.sections.inverted.deletes)
    let refinedSections = plain.sections.refined(
      deletes: deleted, inserts: inserted, matching: sections,
      old: { old.element(at: $0) }, new: { new.element(at: $0) })

    // The items of the sections that anything happened to.
    let touched = (before: plain.items.listsWithRuns, after: plain.items.inverted.listsWithRuns)
    let updated = (before: plain.items.updates.map(\.before.section), after: plain.items.updates.map(\.after.section))
    let oldItems = old.lists(Set(deleted + touched.before + updated.before), items)
    let newItems = new.lists(Set(inserted + touched.after + updated.after), items)

    // A section that was deleted and inserted again now survives: its items are at the gaps before an endless run.
    let found = deleted.compactMap { section in
      refinedSections.image(of: section).map { target in
        Run(
          ItemPath(section: section, item: oldItems[section]?.count ?? 0),
          ItemPath(section: target, item: newItems[target]?.count ?? 0))
      }
    }
    let matched = Correspondence(
      lists: refinedSections.runs, runs: Runs(plain.items.runs.all + found), updates: plain.items.updates)
    let goneItems = refinedSections.deletes.flatMap { matched.runs.gaps(in: $0, end: oldItems[$0]?.count ?? 0) }
    let back = matched.inverted
    let newSections = refinedSections.inverted.deletes
    let freshItems = newSections.flatMap { back.runs.gaps(in: $0, end: newItems[$0]?.count ?? 0) }
    return UpdateBatch(
      sections: refinedSections,
      items: matched.refined(
        deletes: matched.deletes + goneItems, inserts: back.deletes + freshItems, matching: matching,
        old: { oldItems[$0.section]?.element(at: $0.item) }, new: { newItems[$0.section]?.element(at: $0.item) }))
  }
}

extension Array {
  /// The items of those of the given sections that there are.
  fileprivate func lists<Item>(_ sections: Set<Int>, _ items: (Element) -> [Item]) -> [Int: [Item]] {
    Dictionary(
      uniqueKeysWithValues: sections.compactMap { section in element(at: section).map { (section, items($0)) } })
  }
}
