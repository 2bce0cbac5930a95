extension UpdateBatch {
  /// Returns the shortest batch with the same meaning: sorted lists without repetitions, no edits of items that follow
  /// from a deleted or inserted section, and the fewest moves.
  ///
  /// Among the sections, and among the items of each section that survives, the elements that do not move are the
  /// leftmost of the longest increasing subsequences. An item that goes to another section always moves. Therefore any
  /// two batches with the same meaning have the same normal form. For contradictory batches see ``Edits/normalized()``.
  /// A batch that is a reload becomes ``reload``.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits; O(*k*), without allocating memory, for a batch in
  ///   normal form without moves, and with edits of sections or of items only.
  public func normalized() -> UpdateBatch {
    isPlain ? self : UpdateBatch(sections: sectionCorrespondence, items: itemCorrespondence)
  }

  /// Brings a batch into normal form that was translated edit by edit. Its lists may be in any order, and a move may
  /// lead to its own place.
  ///
  /// - Complexity: As of ``normalized()``.
  package mutating func settle() {
    // An item that is the only one to move, and moves to its own place, stays.
    if sections.isEmpty, let single = items.single, single.places.before == single.places.after {
      switch single.kind {
      case .move: items = Edits()
      case .moveAndUpdate: items.single?.kind = .update
      case .delete, .insert, .update: break
      }
    }
    items.sort()
    if !isPlain { self = normalized() }
  }

  /// Returns the batch, in normal form, that has the effect of this one followed by another.
  ///
  /// An element that is inserted and then deleted is in neither. An element that is inserted and then updated or moved
  /// is inserted. An element that is updated or moved and then deleted, separately or with its section, is deleted.
  /// Items move with their section unless they are moved separately. A reload before or after any batch is a reload.
  ///
  /// - Parameter next: A batch whose before space is the after space of this one.
  /// - Complexity: O((*a* + *b*) log(*a* + *b*)) for *a* and *b* edits.
  public func composed(with next: UpdateBatch) -> UpdateBatch {
    UpdateBatch(
      sections: sectionCorrespondence.followed(by: next.sectionCorrespondence),
      items: itemCorrespondence.followed(by: next.itemCorrespondence))
  }

  /// Returns the batch, in normal form, that leads from the state after to the state before.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  public func inverted() -> UpdateBatch {
    UpdateBatch(sections: sectionCorrespondence.inverted, items: itemCorrespondence.inverted)
  }

  /// Whether a quick check finds the batch to be in normal form: see ``Edits/isPlain``.
  private var isPlain: Bool { (sections.isEmpty || items.isEmpty) && sections.isPlain && items.isPlain }

  /// The correspondence of the sections. It has explicit runs even if there are no edits of sections, because the runs
  /// are the lists that the items are in.
  var sectionCorrespondence: Correspondence<Int> {
    isReload ? .reload : Correspondence(sections).withRuns(in: [0])
  }

  var itemCorrespondence: Correspondence<ItemPath> {
    isReload ? .reload : Correspondence(items, lists: sectionCorrespondence.runs)
  }

  /// Creates the batch of two correspondences, in normal form.
  init(sections: Correspondence<Int>, items: Correspondence<ItemPath>) {
    self = sections.isReload ? .reload : UpdateBatch(sections: Edits(sections), items: Edits(items))
  }

  /// Returns the batch, in normal form, after a comparison of both states: an update without a change of content is
  /// dropped, and a section or an item that was deleted and inserted again stays or moves, and is updated if its
  /// content changed.
  ///
  /// Items of equal identity are paired in order, first within their section, then across all sections. A reload stays
  /// a reload; use `diff` for that. Places that do not exist in the states are left as they are.
  ///
  /// - Parameters:
  ///   - sections: How sections are matched. Its content is that of the section itself, without its items.
  ///   - items: Returns the items of a section. It is called for sections with edits only.
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

    // The items of the sections that have edits.
    let touched = (before: plain.items.listsWithRuns, after: plain.items.inverted.listsWithRuns)
    let updated = (before: plain.items.updates.map(\.before.section), after: plain.items.updates.map(\.after.section))
    let oldItems = old.lists(Set(deleted + touched.before + updated.before), items)
    let newItems = new.lists(Set(inserted + touched.after + updated.after), items)

    // A section that was deleted and inserted again now survives. Its items become gaps in front of an endless run, so
    // that they count as deleted and inserted below.
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
  /// Returns the items of those of the given sections that exist.
  fileprivate func lists<Item>(_ sections: Set<Int>, _ items: (Element) -> [Item]) -> [Int: [Item]] {
    Dictionary(
      uniqueKeysWithValues: sections.compactMap { section in element(at: section).map { (section, items($0)) } })
  }
}

// MARK: - Mapping places

/// A map from the places of the state before a batch to the places of the state after it.
///
/// ```swift
/// let map = PathMap(batch)
/// let place = map.newPath(of: path)   // nil if the item was deleted
/// ```
///
/// To map in the other direction, create it from the batch's ``UpdateBatch/inverted()``.
///
/// No place before a reload has a place after: all results are `nil`.
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

  /// Returns the path of an item after the batch, or `nil` if the item was deleted.
  ///
  /// - Parameter path: The path of the item before.
  /// - Complexity: O(log *k*), *k* being the batch's ``UpdateBatch/count``.
  public func newPath(of path: ItemPath) -> ItemPath? { isIdentity ? path : items.image(of: path) }

  /// Returns the index of a section after the batch, or `nil` if the section was deleted.
  ///
  /// - Parameter section: The index of the section before.
  /// - Complexity: O(log *k*), *k* being the batch's ``UpdateBatch/count``.
  public func newIndex(ofSection section: Int) -> Int? { isIdentity ? section : sections.image(of: section) }
}
