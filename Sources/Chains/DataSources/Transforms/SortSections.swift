public import Changesets

/// The properties of a section by which sections are sorted.
public struct SectionInfo: Hashable, Sendable {
  /// The section's name.
  public let name: String?
  /// The number of items in the section.
  public let count: Int

  package init(name: String?, count: Int) { (self.name, self.count) = (name, count) }
}

extension Mapping {
  /// Sorts the sections.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first section must come before the second: a strict weak order.
  public static func sortSections<Item>(by areInIncreasingOrder: @escaping (SectionInfo, SectionInfo) -> Bool) -> Self
  where Self == Mappings.SortSections<Item> { Self(by: areInIncreasingOrder) }

  /// Sorts the sections by criteria that depend on all of them together.
  ///
  /// - Parameter ranks: Returns for all sections of the source, in order, the position of each among them. The
  ///   positions must be a permutation.
  package static func sortSections<Item>(together ranks: @escaping ([SectionInfo]) -> [Int]) -> Self
  where Self == Mappings.SortSections<Item> { Self(together: ranks) }

  /// Sorts the sections by their names. Sections without a name come last.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first name must come before the second: a strict weak order.
  public static func sortSectionsByName<Item>(
    _ areInIncreasingOrder: @escaping (String, String) -> Bool = (<)
  ) -> Self where Self == Mappings.SortSections<Item> {
    Self { first, second in
      guard let first = first.name, let second = second.name else { return first.name != nil && second.name == nil }
      return areInIncreasingOrder(first, second)
    }
  }
}

extension Mappings {
  /// Sorts the sections, without changing their items. Sections of which neither comes before the other keep the order
  /// of the source.
  ///
  /// ```swift
  /// let byName = shelves.applying(.sortSectionsByName())
  /// let fullest = shelves.applying(.sortSections { $0.count > $1.count })
  /// ```
  ///
  /// If the name or the number of items of a section changes, the section moves to its sorted position.
  public struct SortSections<Item>: SectionArrangingMapping {
    /// Whether the first section must come before the second: a strict weak order.
    public var areInIncreasingOrder: (SectionInfo, SectionInfo) -> Bool { didSet { isSettled = false } }

    /// Returns the positions of all sections, if these depend on all of them together.
    private let togetherRanks: (([SectionInfo]) -> [Int])?
    /// The source's section that each section shows.
    private var order: [Int] = []
    /// The position of each of the source's sections: the inverse of `order`.
    private var ranks: [Int] = []
    /// The number of items in each of the source's sections.
    private(set) var counts = SectionCounts()
    private var isSettled = true

    package init(by areInIncreasingOrder: @escaping (SectionInfo, SectionInfo) -> Bool) {
      self.areInIncreasingOrder = areInIncreasingOrder
      togetherRanks = nil
    }

    package init(together ranks: @escaping ([SectionInfo]) -> [Int]) {
      areInIncreasingOrder = { _, _ in false }
      togetherRanks = ranks
    }

    /// Sorts the sections.
    ///
    /// - Complexity: O(*s* log *s*) comparisons, *s* being the number of sections.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = SectionCounts(sources[0])
      order = sortedSections(of: sources[0], Array(0..<counts.count))
      ranks = order.inverse
      isSettled = true
    }

    /// Updates the sections, each at its position; new ones are at the end until they are sorted.
    ///
    /// - Complexity: O(*k* log *s*) for *k* edits of items and names, and O(*s* log *s*) if sections were deleted,
    ///   inserted or moved, *s* being their number.
    public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      let source = changes.sources[0]
      let batch = changes.batch(ofSource: 0)
      counts.apply(batch, source)
      let edits = batch.sections
      guard edits.deletes.isEmpty && edits.inserts.isEmpty && edits.moves.isEmpty else {
        let map = PathMap(batch)
        order = order.compactMap(map.newIndex(ofSection:)) + edits.inserts
        ranks = order.inverse
        isSettled = false
        return UpdateBatch()
      }
      // The sections were in order, so it suffices to compare each one that changed with its neighbours.
      for update in edits.updates { check(update.after, of: source) }
      for path in batch.items.deletes { check(path.section, of: source) }
      for path in batch.items.inserts { check(path.section, of: source) }
      for move in batch.items.moves {
        check(move.before.section, of: source)
        check(move.after.section, of: source)
      }
      return UpdateBatch()
    }

    /// Checks whether a section is still in order with its neighbours.
    private mutating func check(_ section: Int, of source: any DataSource<Item>) {
      guard isSettled else { return }
      guard togetherRanks == nil else { return isSettled = false }
      let rank = ranks[section]
      if rank > 0 { isSettled = isSorted(order[rank - 1], section, of: source) }
      if rank + 1 < order.count { isSettled = isSettled && isSorted(section, order[rank + 1], of: source) }
    }

    /// Sorts the sections, if they may be out of order.
    ///
    /// - Complexity: O(*s* log *s*), *s* being the number of sections; O(1) if nothing changed.
    public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      if isSettled { return UpdateBatch() }
      isSettled = true
      let old = ranks
      order = sortedSections(of: sources[0], order)
      ranks = order.inverse
      let moves = zip(old, ranks).lazy.filter { $0 != $1 }.map { PlacePair($0, $1) }.sorted()
      // All sections whose position changes are named. In normal form, only those move that others cannot make way
      // for.
      return moves.isEmpty ? UpdateBatch() : UpdateBatch(sections: Edits(moves: moves)).normalized()
    }

    private func sortedSections(of source: any DataSource<Item>, _ sections: [Int]) -> [Int] {
      let infos = (0..<source.numberOfSections).map { info(of: $0, in: source) }
      if let togetherRanks { return togetherRanks(infos).inverse }
      return sections.sorted { isSorted($0, infos[$0], $1, infos[$1]) }
    }

    private func isSorted(_ first: Int, _ second: Int, of source: any DataSource<Item>) -> Bool {
      isSorted(first, info(of: first, in: source), second, info(of: second, in: source))
    }

    private func isSorted(_ first: Int, _ firstInfo: SectionInfo, _ second: Int, _ secondInfo: SectionInfo) -> Bool {
      if areInIncreasingOrder(firstInfo, secondInfo) { return true }
      return first < second && !areInIncreasingOrder(secondInfo, firstInfo)
    }

    private func info(of section: Int, in source: any DataSource<Item>) -> SectionInfo {
      SectionInfo(name: source.name(ofSection: section), count: source.numberOfItems(inSection: section))
    }

    public var numberOfSections: Int { order.count }

    /// - Complexity: O(1).
    public func sourceSection(for section: Int) -> SourceSection? {
      order.indices.contains(section) ? SourceSection(source: 0, section: order[section]) : nil
    }

    /// - Complexity: O(1).
    public func section(for sourceSection: SourceSection) -> Int? {
      sourceSection.source == 0 && ranks.indices.contains(sourceSection.section) ? ranks[sourceSection.section] : nil
    }
  }
}

extension [Int] {
  /// The inverse of the permutation.
  fileprivate var inverse: [Int] {
    var inverse = self
    for (position, element) in enumerated() { inverse[element] = position }
    return inverse
  }
}
