public import Changesets
import PomonaSupport

/// The changes of a transform's sources in one epoch.
public struct SourceChanges<Item> {
  /// The sources, in the state after.
  public let sources: [any DataSource<Item>]
  @usableFromInline var batches: SourceBatches
  /// The former indexes of the sources, if the sources were replaced; `nil` for a new source.
  @usableFromInline let origins: [Int?]?
  /// Whether properties of the mapping may have changed too.
  @usableFromInline var mappingMayDiffer: Bool

  /// Creates the changes of sources, or of a list of sources that was replaced.
  @inlinable init(
    sources: [any DataSource<Item>], batches: SourceBatches, origins: [Int?]? = nil
  ) {
    self.sources = sources
    self.batches = batches
    self.origins = origins
    mappingMayDiffer = false
  }

  /// Creates changes for sources that did not change, but the mapping's own properties may have.
  init(unchanged sources: [any DataSource<Item>]) {
    self.init(
      sources: sources,
      batches: SourceBatches(count: sources.count) { .init(batch: UpdateBatch(), counts: SectionCounts(sources[$0])) })
    mappingMayDiffer = true
  }

  /// Returns the batch of a source, in normal form.
  ///
  /// The reload of one of several sources is replaced by deletions and insertions of all its sections. The batch of a
  /// new source is a reload.
  ///
  /// - Parameter source: The index of the source.
  @inlinable public func batch(ofSource source: Int) -> UpdateBatch { batches[source] }

  /// Returns the number of sections that a source had before.
  ///
  /// - Parameter source: The index of the source.
  public func numberOfSectionsBefore(inSource source: Int) -> Int { batches.counts(ofSource: source).count }

  /// Returns the number of items that a section of a source had before.
  ///
  /// - Parameter section: The section, in the state before.
  public func numberOfItemsBefore(in section: SourceSection) -> Int {
    batches.counts(ofSource: section.source)[section.section]
  }

  /// Returns the former index of a source, or `nil` if it is new.
  func origin(ofSource source: Int) -> Int? { origins.map { $0[source] } ?? source }

  /// The batch of the only source, or `nil` if it was reloaded or replaced.
  package var onlyBatch: UpdateBatch? {
    guard origin(ofSource: 0) == 0 else { return nil }
    let batch = batch(ofSource: 0)
    return batch.isReload ? nil : batch
  }

  /// Whether no batches lead from the former state of the sources to the present one: the only source was reloaded, or
  /// the sources were replaced.
  @inlinable var needComparison: Bool { origins != nil || isSingleReload }

  @inlinable var isSingleReload: Bool { batches.isSingleReload }
}

/// The batches of the sources of a transform, and the counts of the sources before.
@usableFromInline struct SourceBatches {
  /// The batch of a source, and the number of items in each of its sections in the state before.
  @usableFromInline struct Element {
    @usableFromInline let batch: UpdateBatch
    let counts: SectionCounts
  }

  /// The first source, which is usually the only one.
  @usableFromInline let first: Element
  @usableFromInline let others: [Element]

  /// Collects the batches of sources.
  ///
  /// - Parameter element: Returns the batch of a source, and its counts.
  init(count: Int, _ element: (_ source: Int) -> Element) {
    first = count == 0 ? Element(batch: UpdateBatch(), counts: SectionCounts()) : element(0)
    others = count > 1 ? (1..<count).map(element) : []
  }

  @inlinable subscript(source: Int) -> UpdateBatch { source == 0 ? first.batch : others[source - 1].batch }

  /// Returns the number of items in each section of a source, in the state before.
  func counts(ofSource source: Int) -> SectionCounts { source == 0 ? first.counts : others[source - 1].counts }

  /// Calls a closure with every source that has a batch.
  func forEach(_ body: (_ source: Int, _ batch: UpdateBatch) -> Void) {
    if !first.batch.isEmpty { body(0, first.batch) }
    for (index, element) in others.enumerated() where !element.batch.isEmpty { body(index + 1, element.batch) }
  }

  /// Whether there is only one source, and it was reloaded.
  @usableFromInline var isSingleReload: Bool { others.isEmpty && first.batch.isReload }
}

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

extension Range<Int> {
  /// Returns the elements of this range that are not in another one, in order.
  func subtracting(_ other: Range<Int>) -> some Sequence<Int> {
    // An empty range may lie in the midst of this one, which must not be cut there.
    let other = other.isEmpty ? upperBound..<upperBound : other.clamped(to: self)
    return [lowerBound..<Swift.min(other.lowerBound, upperBound), Swift.max(other.upperBound, lowerBound)..<upperBound]
      .joined()
  }
}

/// The items that a batch does not name, in sections that are retained. They keep their relative order, whatever is
/// inserted or removed between them, so the rank of an item among them is the same before and after.
///
///     before    a  [b]  c   d            b is deleted, x is inserted
///     rank      0       1   2
///     after     a   c  [x]  d
///     rank      0   1       2
///
/// A mapping that shows a range of each section finds with it which of these items cross the bounds of the range: the
/// only changes of the mapping beyond the edits of the batch.
struct RetainedItems {
  let before: Side
  let after: Side

  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  init(_ batch: UpdateBatch) {
    let items = batch.items
    before = Side(named: (items.deletes + items.moves.lazy.map(\.before)).sorted())
    after = Side(named: (items.inserts + items.moves.lazy.map(\.after)).sorted())
  }

  /// One of the two states.
  struct Side {
    /// The paths that the batch names, in order.
    let named: [ItemPath]

    /// Returns the number of retained items of the same section before a path.
    ///
    /// - Complexity: O(log *k*), *k* being the number of edits.
    func rank(of path: ItemPath) -> Int {
      let first = named.partitioningIndex { $0.section >= path.section }
      return path.item - (named.partitioningIndex { $0 >= path } - first)
    }

    /// Returns the ranks of the retained items within a range of a section's items.
    func ranks(in range: Range<Int>, ofSection section: Int) -> Range<Int> {
      let start = rank(of: ItemPath(section: section, item: range.lowerBound))
      return start..<rank(of: ItemPath(section: section, item: range.upperBound))
    }

    /// Returns the path of the retained item of a section with a given rank.
    ///
    /// - Complexity: O(log *k*), *k* being the number of edits.
    func path(ofRank rank: Int, inSection section: Int) -> ItemPath {
      let first = named.partitioningIndex { $0.section >= section }
      let next = (first..<named.count).partitioningIndex { position in
        named[position].section > section || named[position].item - (position - first) > rank
      }
      return ItemPath(section: section, item: rank + next - first)
    }
  }
}
