public import Changesets
import OrderedTrees

/// The items that a fold combines.
public enum FoldScope: Hashable, Sendable {
  /// All items of the source: the transform has one section with one value.
  case all
  /// The items of each section: the transform has a section with one value for each section of the source, with the
  /// same name.
  case eachSection
}

extension Mapping {
  /// Shows a value that is computed from contributions of the items.
  ///
  /// - Parameters:
  ///   - total: The aggregate without contributions.
  ///   - scope: The items that are combined.
  ///   - contribution: Returns the contribution of an item, or `nil` if it does not count.
  public static func fold<SourceItem, Total: Aggregate>(
    _ total: Total, _ scope: FoldScope = .all, contribution: @escaping (SourceItem) -> Total.Contribution?
  ) -> Self where Self == Mappings.Fold<SourceItem, Total> { Self(total, scope, contribution: contribution) }

  /// Shows the number of items.
  ///
  /// - Parameters:
  ///   - scope: The items that are combined.
  ///   - isCounted: Returns whether an item is counted.
  public static func count<SourceItem>(
    _ scope: FoldScope = .all, where isCounted: @escaping (SourceItem) -> Bool = { _ in true }
  ) -> Self where Self == Mappings.Fold<SourceItem, ItemCount> {
    Self(ItemCount(), scope) { isCounted($0) ? () : nil }
  }

  /// Shows the sum of integers, in a type that is wide enough for any number of them.
  ///
  /// - Parameters:
  ///   - scope: The items that are combined.
  ///   - number: Returns the number of an item, or `nil` if it does not count.
  public static func sum<SourceItem>(
    _ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Int?
  ) -> Self where Self == Mappings.Fold<SourceItem, IntegerSum> {
    Self(IntegerSum(), scope, contribution: number)
  }

  /// Shows the sum of floating-point numbers, rounded once.
  ///
  /// - Parameters:
  ///   - scope: The items that are combined.
  ///   - number: Returns the number of an item, or `nil` if it does not count.
  public static func sum<SourceItem>(
    _ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Double?
  ) -> Self where Self == Mappings.Fold<SourceItem, FloatingPointSum> {
    Self(FloatingPointSum(), scope, contribution: number)
  }

  /// Shows the arithmetic mean of numbers, rounded once; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - scope: The items that are combined.
  ///   - number: Returns the number of an item, or `nil` if it does not count.
  public static func mean<SourceItem>(
    _ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Double?
  ) -> Self where Self == Mappings.Fold<SourceItem, Mean> { Self(Mean(), scope, contribution: number) }

  /// Shows the smallest key; `nil` if no item has one.
  ///
  /// - Parameters:
  ///   - scope: The items that are combined.
  ///   - key: Returns the key of an item, or `nil` if it does not count.
  public static func minimum<SourceItem, Key: Comparable>(
    _ scope: FoldScope = .all, of key: @escaping (SourceItem) -> Key?
  ) -> Self where Self == Mappings.Fold<SourceItem, Extremum<Key>> {
    Self(Extremum(isLargest: false), scope, contribution: key)
  }

  /// Shows the largest key; `nil` if no item has one.
  ///
  /// - Parameters:
  ///   - scope: The items that are combined.
  ///   - key: Returns the key of an item, or `nil` if it does not count.
  public static func maximum<SourceItem, Key: Comparable>(
    _ scope: FoldScope = .all, of key: @escaping (SourceItem) -> Key?
  ) -> Self where Self == Mappings.Fold<SourceItem, Extremum<Key>> {
    Self(Extremum(isLargest: true), scope, contribution: key)
  }

  /// Shows the smallest number; `nil` if no item has one.
  ///
  /// - Parameters:
  ///   - scope: The items that are combined.
  ///   - number: Returns the number of an item, or `nil` if it does not count.
  public static func minimum<SourceItem, Number: FloatingPoint>(
    _ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Number?
  ) -> Self where Self == Mappings.Fold<SourceItem, Extremum<Number>> {
    Self(Extremum(isLargest: false), scope, contribution: number)
  }

  /// Shows the largest number; `nil` if no item has one.
  ///
  /// - Parameters:
  ///   - scope: The items that are combined.
  ///   - number: Returns the number of an item, or `nil` if it does not count.
  public static func maximum<SourceItem, Number: FloatingPoint>(
    _ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Number?
  ) -> Self where Self == Mappings.Fold<SourceItem, Extremum<Number>> {
    Self(Extremum(isLargest: true), scope, contribution: number)
  }
}

extension Mappings {
  /// Shows a value that is computed from all items: their number, their sum, the smallest.
  ///
  /// ```swift
  /// let total = prices.applying(.sum { $0.amount })
  /// let sum = total.mapping.value()                    // or, as with any source: total.items[0]
  /// let stock = shelves.applying(.count(.eachSection) { $0.isInStock })
  /// ```
  ///
  /// The values are the transform's items. An update is reported only if a value changes. The contributions of the
  /// items are stored, so that they need not be computed again when the items are removed.
  public struct Fold<SourceItem, Total: Aggregate>: Mapping {
    public typealias Item = Total.Value

    /// The items that are combined.
    public var scope: FoldScope { didSet { if scope != oldValue { isSettled = false } } }
    /// Returns the contribution of an item, or `nil` if it does not count.
    public var contribution: (SourceItem) -> Total.Contribution? { didSet { isSettled = false } }

    private let empty: Total
    /// The contributions of the items of each section of the source.
    private var contributions: [ChunkedArray<Total.Contribution?>] = []
    /// The aggregates: a single one, or one for each section.
    private var totals: [RunningTotal] = []
    private var isSettled = true

    private struct RunningTotal {
      var aggregate: Total
      /// The value that was last reported.
      var value: Total.Value
    }

    package init(
      _ total: Total, _ scope: FoldScope = .all, contribution: @escaping (SourceItem) -> Total.Contribution?
    ) {
      empty = total
      self.scope = scope
      self.contribution = contribution
    }

    /// Returns the value of a section.
    ///
    /// - Parameter section: The index of the section; 0 if all items are combined.
    public func value(ofSection section: Int = 0) -> Total.Value { totals[section].value }

    public var isLoaded: Bool { !totals.isEmpty }

    /// Reads the contribution of every item.
    ///
    /// - Complexity: O(*n*) contributions that are added, *n* being the number of items.
    public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
      contributions = (0..<sources[0].numberOfSections).map { contributions(ofSection: $0, in: sources[0]) }
      switch scope {
      case .all: totals = [total(of: contributions[...])]
      case .eachSection: totals = contributions.indices.map { total(of: contributions[$0...$0]) }
      }
      isSettled = true
    }

    private func contributions(
      ofSection section: Int, in source: any DataSource<SourceItem>
    ) -> ChunkedArray<Total.Contribution?> {
      ChunkedArray(source.items(inSection: section).lazy.map(contribution))
    }

    private func total(of sections: ArraySlice<ChunkedArray<Total.Contribution?>>) -> RunningTotal {
      var aggregate = empty
      aggregate.add(contentsOf: sections.flatMap { $0.present() })
      return RunningTotal(aggregate: aggregate, value: aggregate.value)
    }

    /// 1, or the number of the source's sections.
    public var numberOfSections: Int { totals.count }

    /// Returns 1.
    public func numberOfItems(inSection section: Int) -> Int { 1 }

    /// Returns `nil`: a value is not an item of the source.
    public func sourcePath(for path: ItemPath) -> SourcePath? { nil }

    /// Returns `nil`: items of the source are not shown.
    public func path(for sourcePath: SourcePath) -> ItemPath? { nil }

    /// Returns the same section of the source, if each section has a value.
    public func sourceSection(for section: Int) -> SourceSection? {
      scope == .eachSection && totals.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
    }

    /// Returns the same section, if each section has a value.
    public func section(for sourceSection: SourceSection) -> Int? {
      scope == .eachSection && sourceSection.source == 0 && totals.indices.contains(sourceSection.section)
        ? sourceSection.section : nil
    }

    /// Returns the value of a section.
    public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Total.Value {
      guard path.item == 0 else { fatalError("There is no item at \(path) of a fold.") }
      return value(ofSection: path.section)
    }
  }
}

// MARK: - Updates

extension Mappings.Fold {
  /// Removes the contributions of removed items, and adds those of new ones.
  ///
  /// - Complexity: O(*k* log *n*) and *k* contributions that are added or removed, *k* being the number of edits and
  ///   *n* that of items. An edit of a section counts as many edits as it has items. O(*s*) more for *s* sections if
  ///   some were deleted, inserted or moved.
  public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    guard let batch = changes.onlyBatch else {
      // The single value stays, whatever the source shows now, and is updated if it differs.
      if scope == .all { return reload(over: changes.sources) }
      refresh(from: changes.sources)
      return .reload
    }
    let source = changes.sources[0]
    for path in batch.removals {
      if let gone = contributions[path.section].remove(at: path.item) {
        totals[total(of: path.section)].aggregate.remove(gone)
      }
    }
    apply(batch.sections, source)
    for path in batch.insertions {
      let new = contribution(source.item(at: path))
      contributions[path.section].insert(new, at: path.item)
      if let new { totals[total(of: path.section)].aggregate.add(new) }
    }
    for path in batch.replacements {
      let new = contribution(source.item(at: path))
      if let old = contributions[path.section][path.item] { totals[total(of: path.section)].aggregate.remove(old) }
      contributions[path.section][path.item] = new
      if let new { totals[total(of: path.section)].aggregate.add(new) }
    }
    if scope == .all { return announce([0]) }
    guard batch.sections.isEmpty else {
      return UpdateBatch(sections: batch.sections).followed(by: announce(totals.indices))
    }
    // The sections are the same before and after, so the paths of both states can be mixed.
    let items = batch.items
    let paths =
      items.deletes + items.inserts + items.moves.map(\.before) + items.moves.map(\.after) + items.updates.map(\.after)
    return announce(paths.map(\.section).sorted())
  }

  private mutating func apply(_ sections: Edits<Int>, _ source: any DataSource<SourceItem>) {
    if scope == .all {
      // Subtracted before they are removed with their section. A section that moves adds nothing to the total.
      for section in sections.deletes {
        for gone in contributions[section].present() { totals[0].aggregate.remove(gone) }
      }
    }
    // The contributions come first: the totals of inserted sections are computed from them.
    sections.apply(to: &contributions) { [self] in contributions(ofSection: $0, in: source) }
    switch scope {
    case .all: for section in sections.inserts { totals[0].aggregate.add(contentsOf: contributions[section].present()) }
    case .eachSection: sections.apply(to: &totals) { [self] in total(of: contributions[$0...$0]) }
    }
  }

  /// Returns the index of the aggregate that combines a section of the source.
  private func total(of section: Int) -> Int { scope == .all ? 0 : section }

  /// Returns the updates of the values that changed since they were last reported.
  private mutating func announce(_ sections: some Sequence<Int>) -> UpdateBatch {
    var updates: [PlacePair<ItemPath>] = []
    for section in sections {
      let value = totals[section].aggregate.value
      guard !totals[section].aggregate.isSame(totals[section].value, value) else { continue }
      totals[section].value = value
      updates.append(PlacePair(ItemPath(section: section, item: 0), ItemPath(section: section, item: 0)))
    }
    return UpdateBatch(items: Edits(updates: updates))
  }

  /// Reads the contribution of every item again, if the scope or the contributions changed.
  ///
  /// - Complexity: O(*n*) contributions that are added, *n* being the number of items; O(1) if nothing changed.
  public mutating func configure(
    over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void
  ) -> UpdateBatch {
    let scope = scope
    change(&self)
    if isSettled { return UpdateBatch() }
    if scope == self.scope { return reload(over: sources) }
    let count = totals.count
    refresh(from: sources)
    return UpdateBatch(sections: Edits(deletes: Array(0..<count), inserts: Array(totals.indices)))
  }

  /// Reads the contribution of every item again.
  ///
  /// - Complexity: O(*n*) contributions that are added, *n* being the number of items.
  public mutating func reload(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
    // `refresh` computes the values from scratch. The former ones are put back, so that `announce` reports those that
    // differ.
    let told = totals.map(\.value)
    refresh(from: sources)
    for (section, value) in told.enumerated() { totals[section].value = value }
    return announce(totals.indices)
  }
}

extension ChunkedArray {
  /// Returns the elements that are not `nil`.
  fileprivate func present<Wrapped>() -> [Wrapped] where Element == Wrapped? { (0..<count).compactMap { self[$0] } }
}
