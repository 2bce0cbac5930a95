public import Changesets
import OrderedTrees

/// Which items a fold takes together.
public enum FoldScope: Hashable, Sendable {
  /// All items of the source: there is one section with one value, whatever the source has.
  case all
  /// The items of each section: there is a section with one value for each section of the source, of the same name.
  case eachSection
}

extension Mapping {
  /// Shows what the contributions of items come to.
  ///
  /// - Parameters:
  ///   - total: What contributions come to, with none in it.
  ///   - scope: Which items are taken together.
  ///   - contribution: What an item contributes; nil if it does not count.
  public static func fold<SourceItem, Total: Aggregate>(
    _ total: Total, _ scope: FoldScope = .all, contribution: @escaping (SourceItem) -> Total.Contribution?
  ) -> Self where Self == Mappings.Fold<SourceItem, Total> {
    Self(total, scope, contribution: contribution)
  }

  /// Shows the number of items.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - isCounted: Whether an item counts.
  public static func count<SourceItem>(
    _ scope: FoldScope = .all, where isCounted: @escaping (SourceItem) -> Bool = { _ in true }
  ) -> Self where Self == Mappings.Fold<SourceItem, ItemCount> {
    Self(ItemCount(), scope) { isCounted($0) ? () : nil }
  }

  /// Shows the sum of integers, which is wide enough for any number of them.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - number: The number of an item; nil if it does not count.
  public static func sum<SourceItem>(
    _ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Int?
  ) -> Self where Self == Mappings.Fold<SourceItem, IntegerSum> {
    Self(IntegerSum(), scope, contribution: number)
  }

  /// Shows the sum of floating-point numbers, rounded once.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - number: The number of an item; nil if it does not count.
  public static func sum<SourceItem>(
    _ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Double?
  ) -> Self where Self == Mappings.Fold<SourceItem, FloatingPointSum> {
    Self(FloatingPointSum(), scope, contribution: number)
  }

  /// Shows the arithmetic mean of numbers, rounded once; nil if none counts.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - number: The number of an item; nil if it does not count.
  public static func mean<SourceItem>(
    _ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Double?
  ) -> Self where Self == Mappings.Fold<SourceItem, Mean> {
    Self(Mean(), scope, contribution: number)
  }

  /// Shows the smallest key; nil if no item has one.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - key: The key of an item; nil if it does not count.
  public static func minimum<SourceItem, Key: Comparable>(
    _ scope: FoldScope = .all, of key: @escaping (SourceItem) -> Key?
  ) -> Self where Self == Mappings.Fold<SourceItem, Extreme<Key>> {
    Self(Extreme(isLargest: false), scope, contribution: key)
  }

  /// Shows the largest key; nil if no item has one.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - key: The key of an item; nil if it does not count.
  public static func maximum<SourceItem, Key: Comparable>(
    _ scope: FoldScope = .all, of key: @escaping (SourceItem) -> Key?
  ) -> Self where Self == Mappings.Fold<SourceItem, Extreme<Key>> {
    Self(Extreme(isLargest: true), scope, contribution: key)
  }

  /// Shows the smallest number; nil if no item has one.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - number: The number of an item; nil if it does not count.
  public static func minimum<SourceItem, Number: FloatingPoint>(
    _ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Number?
  ) -> Self where Self == Mappings.Fold<SourceItem, Extreme<Number>> {
    Self(Extreme(isLargest: false), scope, contribution: number)
  }

  /// Shows the largest number; nil if no item has one.
  ///
  /// - Parameters:
  ///   - scope: Which items are taken together.
  ///   - number: The number of an item; nil if it does not count.
  public static func maximum<SourceItem, Number: FloatingPoint>(
    _ scope: FoldScope = .all, of number: @escaping (SourceItem) -> Number?
  ) -> Self where Self == Mappings.Fold<SourceItem, Extreme<Number>> {
    Self(Extreme(isLargest: true), scope, contribution: number)
  }
}

extension Mappings {
  /// Shows what the items of a source come to: how many there are, their sum, the smallest.
  ///
  /// ```swift
  /// let total = prices.applying(.sum { $0.amount })
  /// let sum = total.mapping.value()                    // or, as with any source: total.items[0]
  /// let stock = shelves.applying(.count(.eachSection) { $0.isInStock })
  /// ```
  ///
  /// The values are the items. There is an update when a value is another one than before, and only then. What an item contributes is
  /// remembered, so that it is not asked for again when the item is gone.
  public struct Fold<SourceItem, Total: Aggregate>: Mapping {
    /// A value.
    public typealias Item = Total.Value

    /// Which items are taken together.
    public var scope: FoldScope {
      didSet { if scope != oldValue { isSettled = false } }
    }
    /// What an item contributes; nil if it does not count.
    public var contribution: (SourceItem) -> Total.Contribution? {
      didSet { isSettled = false }
    }

    private let empty: Total
    /// For each section of the source, what its items contribute.
    private var contributions: [ChunkedArray<Total.Contribution?>] = []
    /// What they come to: a single one, or one for each section.
    private var totals: [RunningTotal] = []
    private var isSettled = true

    private struct RunningTotal {
      var aggregate: Total
      /// The value that was last told.
      var value: Total.Value
    }

    package init(
      _ total: Total, _ scope: FoldScope = .all, contribution: @escaping (SourceItem) -> Total.Contribution?
    ) {
      empty = total
      self.scope = scope
      self.contribution = contribution
    }

    /// The value of a section.
    ///
    /// - Parameter section: An index; 0 where all items are taken together.
    public func value(ofSection section: Int = 0) -> Total.Value { totals[section].value }

    /// Whether the sources were read and have sections.
    public var remembersSources: Bool { !totals.isEmpty }

    /// Asks every item for its contribution.
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

    /// Always 1.
    public func numberOfItems(inSection section: Int) -> Int { 1 }

    /// Nil: a value is no item of the source.
    public func sourcePath(for path: ItemPath) -> SourcePath? { nil }

    /// Nil: an item of the source is not shown.
    public func path(for sourcePath: SourcePath) -> ItemPath? { nil }

    /// The same section of the source, where each has a value.
    public func sourceSection(for section: Int) -> SourceSection? {
      scope == .eachSection && totals.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
    }

    /// The same section, where each has a value.
    public func section(for sourceSection: SourceSection) -> Int? {
      scope == .eachSection && sourceSection.source == 0 && totals.indices.contains(sourceSection.section)
        ? sourceSection.section : nil
    }

    /// The value of a section.
    public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Total.Value {
      guard path.item == 0 else { fatalError("There is no item at \(path) of a fold.") }
      return value(ofSection: path.section)
    }
  }
}

// MARK: - Updates

extension Mappings.Fold {
  /// Takes out what is gone and adds what is new.
  ///
  /// - Complexity: O(*k* log *n*) and *k* contributions that are added or taken out, *k* being the number of edits and *n* that of items;
  ///   an edit of a section counts as many as it has items. O(*s*) more for *s* sections where some were deleted, inserted or moved.
  public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    guard let batch = changes.onlyBatch else {
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
    let items = batch.items
    let paths =
      items.deletes + items.inserts + items.moves.map(\.before) + items.moves.map(\.after) + items.updates.map(\.after)
    return announce(paths.map(\.section).sorted())
  }

  private mutating func apply(_ sections: Edits<Int>, _ source: any DataSource<SourceItem>) {
    if scope == .all {
      for section in sections.deletes {
        for gone in contributions[section].present() { totals[0].aggregate.remove(gone) }
      }
    }
    sections.apply(to: &contributions) { [self] in contributions(ofSection: $0, in: source) }
    switch scope {
    case .all: for section in sections.inserts { totals[0].aggregate.add(contentsOf: contributions[section].present()) }
    case .eachSection: sections.apply(to: &totals) { [self] in total(of: contributions[$0...$0]) }
    }
  }

  /// The index of the total that a section of the source goes into.
  private func total(of section: Int) -> Int { scope == .all ? 0 : section }

  /// Says which values are other ones than last time.
  ///
  /// - Parameter sections: Where to look, in order.
  private mutating func announce(_ sections: some Sequence<Int>) -> UpdateBatch {
    var updates: [Pair<ItemPath>] = []
    for section in sections {
      let value = totals[section].aggregate.value
      guard !totals[section].aggregate.isSame(totals[section].value, value) else { continue }
      totals[section].value = value
      updates.append(Pair(ItemPath(section: section, item: 0), ItemPath(section: section, item: 0)))
    }
    return UpdateBatch(items: Edits(updates: updates))
  }

  /// Asks every item again for its contribution, if something is to be folded in another way.
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

  /// Asks every item again for its contribution.
  ///
  /// - Complexity: O(*n*) contributions that are added, *n* being the number of items.
  public mutating func reload(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
    let told = totals.map(\.value)
    refresh(from: sources)
    for (section, value) in told.enumerated() { totals[section].value = value }
    return announce(totals.indices)
  }
}

extension ChunkedArray {
  /// The elements that are there.
  fileprivate func present<Wrapped>() -> [Wrapped] where Element == Wrapped? { (0..<count).compactMap { self[$0] } }
}
