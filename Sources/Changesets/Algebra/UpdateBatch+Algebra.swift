extension UpdateBatch {
  /// The shortest way to say the same: lists are sorted and name no place twice, what a deleted or an inserted section says
  /// for its items goes without saying, and there are as few moves as can be.
  ///
  /// Among the sections, and among the items of each section that survives, what stays in place is the leftmost of the
  /// longest increasing subsequences; an item that goes to another section always moves. So any two batches that say the
  /// same have the same normal form. For batches that contradict themselves see ``Edits/normalised()``. A batch that is a
  /// reload becomes ``reload``.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits; O(*k*), without allocating memory, where the batch is in
  ///   normal form without moves, and of sections or of items alone.
  public func normalised() -> UpdateBatch {
    isPlain ? self : UpdateBatch(sections: sectionCorrespondence, items: itemCorrespondence)
  }

  /// Brings a batch into normal form that was translated edit by edit, so that its lists may be in any order and a move may lead nowhere.
  ///
  /// - Complexity: As of ``normalised()``.
  package mutating func settle() {
    // An item that moves alone, and to where it is, stays.
    if sections.isEmpty, let single = items.single, single.places.before == single.places.after {
      switch single.kind {
      case .move: items = Edits()
      case .moveAndUpdate: items.single?.kind = .update
      case .delete, .insert, .update: break
      }
    }
    items.sort()
    if !isPlain { self = normalised() }
  }

  /// The batch, in normal form, that does what this one and then another one do.
  ///
  /// What was inserted and then deleted never was; what was inserted and then updated or moved is inserted; what was updated
  /// or moved and then deleted, by itself or with its section, is deleted. Items go with their section where they do not
  /// move by themselves. A reload before or after anything is a reload.
  ///
  /// - Parameter next: A batch whose before space is the after space of this one.
  /// - Complexity: O((*a* + *b*) log(*a* + *b*)) for *a* and *b* edits.
  public func composed(with next: UpdateBatch) -> UpdateBatch {
    UpdateBatch(
      sections: sectionCorrespondence.followed(by: next.sectionCorrespondence),
      items: itemCorrespondence.followed(by: next.itemCorrespondence))
  }

  /// The batch, in normal form, that leads back.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  public func inverted() -> UpdateBatch {
    UpdateBatch(sections: sectionCorrespondence.inverted, items: itemCorrespondence.inverted)
  }
}

extension UpdateBatch {
  /// Whether a quick look finds the batch in normal form: see ``Edits/isPlain``.
  private var isPlain: Bool {
    (sections.isEmpty || items.isEmpty) && sections.isPlain && items.isPlain
  }

  /// Which section is which, in runs even where nothing happened to sections: they are the lists that the items are in.
  var sectionCorrespondence: Correspondence<Int> {
    isReload ? .reload : Correspondence(sections).spelledOut(in: [0])
  }

  /// Which item is which.
  var itemCorrespondence: Correspondence<ItemPath> {
    isReload ? .reload : Correspondence(items, lists: sectionCorrespondence.runs)
  }

  /// Writes down in normal form which section and which item is which.
  init(sections: Correspondence<Int>, items: Correspondence<ItemPath>) {
    self = sections.isReload ? .reload : UpdateBatch(sections: Edits(sections), items: Edits(items))
  }
}

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
  package func refined<SectionMatching: Matching, ItemMatching: Matching>(
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

// MARK: - Where places went

/// Where the places of the state before a batch are in the state after it.
///
/// ```swift
/// let map = PathMap(batch)
/// let place = map.path(after: path)   // nil if the item was deleted
/// ```
///
/// To look the other way, create it of the batch's ``UpdateBatch/inverted()``.
public struct PathMap: Sendable {
  private let sections: Correspondence<Int>
  private let items: Correspondence<ItemPath>
  private let isIdentity: Bool

  /// Creates the map of a batch.
  ///
  /// - Parameter batch: A valid batch.
  /// - Complexity: O(*k* log *k*), *k* being the batch's ``UpdateBatch/count``.
  public init(_ batch: UpdateBatch) {
    isIdentity = batch.isEmpty
    sections = batch.sectionCorrespondence
    items = batch.itemCorrespondence
  }

  /// Where an item went; nil if it was deleted.
  ///
  /// - Parameter path: Its place before.
  /// - Complexity: O(log *k*), *k* being the batch's ``UpdateBatch/count``.
  public func path(after path: ItemPath) -> ItemPath? {
    isIdentity ? path : items.image(of: path)
  }

  /// Where a section went; nil if it was deleted.
  ///
  /// - Parameter section: Its index before.
  /// - Complexity: O(log *k*), *k* being the batch's ``UpdateBatch/count``.
  public func section(after section: Int) -> Int? {
    isIdentity ? section : sections.image(of: section)
  }
}
