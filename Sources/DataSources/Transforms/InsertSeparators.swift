public import Changesets
import OrderedTrees

extension Mapping {
  /// Inserts separators between the items of each section.
  ///
  /// - Parameter separator: What stands in the gap between two items; nil stands before the first and after the last item of a section.
  public static func insertSeparators<SourceItem, Separator: Equatable>(
    _ separator: @escaping (_ before: SourceItem?, _ after: SourceItem?) -> Separator?
  ) -> Self where Self == Mappings.InsertSeparators<SourceItem, Separator> {
    Self(separator)
  }
}

extension Mappings {
  /// Puts separators between the items of each section, wherever a closure wants one: headings, dates, advertisements.
  ///
  /// ```swift
  /// let listed = words.applying(.insertSeparators { before, after in after?.first == before?.first ? nil : after?.first })
  /// // A, apple, apricot, B, banana
  /// ```
  ///
  /// The closure is asked about every gap: between two neighbours, before the first item (nil stands before) and after the last
  /// one (nil stands after). A section without items has one gap, with nil before and nil after it.
  ///
  /// A separator belongs to the item before it, and the one in the first gap to its section: with them it stays, moves and goes. So one
  /// between the same two neighbours stays; and where an item is inserted before the second of them, so does what is now between the
  /// first and the new one, if there is still a separator. It is an update if it is no longer equal.
  ///
  /// Only gaps next to something that changed are asked about again. What the closure says is kept.
  public struct InsertSeparators<SourceItem, Separator: Equatable>: SectionPreservingMapping {
    /// Items of the source, and separators.
    public typealias Item = Separated<SourceItem, Separator>

    /// What stands in the gap between two items; nil stands before the first and after the last item of a section.
    public var separator: (_ before: SourceItem?, _ after: SourceItem?) -> Separator? {
      didSet { isSettled = false }
    }

    private var sections: [SeparatedSection<Separator>] = []
    private var isSettled = true

    package init(_ separator: @escaping (_ before: SourceItem?, _ after: SourceItem?) -> Separator?) {
      self.separator = separator
    }

    /// Asks about every gap.
    ///
    /// - Complexity: O(*n* log *n*), *n* being the number of items.
    public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
      sections = (0..<sources[0].numberOfSections).map { section($0, of: sources[0]) }
      isSettled = true
    }

    private func section(_ section: Int, of source: any DataSource<SourceItem>) -> SeparatedSection<Separator> {
      let items = source.items(inSection: section)
      return SeparatedSection(
        gaps: (0...items.count).lazy.map { gap in
          separator(gap > 0 ? items[gap - 1] : nil, gap < items.count ? items[gap] : nil)
        })
    }

    /// The number of the source's sections.
    public var numberOfSections: Int { sections.count }

    /// The number of items and separators.
    public func numberOfItems(inSection section: Int) -> Int { sections[section].count }

    /// Returns nil for a separator.
    ///
    /// - Complexity: O(log *n*), *n* being the number of items in the section.
    public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
      (0..<sections[section].count).contains(item) ? sections[section].item(at: item) : nil
    }

    /// - Complexity: O(log *n*), *n* being the number of items in the section.
    public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
      sections[section].place(ofItem: item)
    }

    /// The source's item, or a separator.
    ///
    /// - Complexity: O(log *n*), *n* being the number of items in the section.
    public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Separated<SourceItem, Separator>
    {
      if let origin = sourcePath(for: path) { return .item(sources[0].item(at: origin.path)) }
      return .separator(sections[path.section].separator(at: path.item))
    }
  }
}

// MARK: - Updates

extension Mappings.InsertSeparators {
  /// Carries the separators over, and then asks about the gaps next to what changed.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s*) more for *s* sections where some were
  ///   deleted, inserted or moved.
  public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    guard let batch = changes.onlyBatch else {
      refresh(from: changes.sources)
      return .reload
    }
    let carried = carryOver(batch, changes.sources[0])
    return carried.followed(by: ask(about: gaps(nextTo: batch), in: changes.sources[0]))
  }

  /// Asks about every gap again, if the closure is another one.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items; O(1) if nothing changed.
  public mutating func configure(
    over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void
  ) -> UpdateBatch {
    change(&self)
    return isSettled ? UpdateBatch() : reload(over: sources)
  }

  /// Asks about every gap again.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items.
  public mutating func reload(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
    isSettled = true
    let gaps = sections.indices.flatMap { section in
      (0...sections[section].itemCount).map { ItemPath(section: section, item: $0) }
    }
    return ask(about: gaps, in: sources[0])
  }

  /// Takes over a batch. Separators stay with what they belong to.
  private mutating func carryOver(_ batch: UpdateBatch, _ source: any DataSource<SourceItem>) -> UpdateBatch {
    var edits = Edits<ItemPath>()
    for path in batch.items.deletes {
      edits.deletes.append(place(of: path))
      if separator(after: path) != nil { edits.deletes.append(place(of: path).next) }
    }
    for move in batch.items.moves { edits.moves.append(Pair(place(of: move.before), move.after)) }
    for update in batch.items.updates { edits.updates.append(Pair(place(of: update.before), update.after)) }
    // By the items' places after.
    var companions: [ItemPath: (place: ItemPath, separator: Separator)] = [:]
    for move in batch.items.moves {
      if let separator = separator(after: move.before) {
        companions[move.after] = (place(of: move.before).next, separator)
      }
    }

    for path in batch.removals { sections[path.section].removeItem(at: path.item) }
    batch.sections.apply(to: &sections) { [self] in section($0, of: source) }
    for path in batch.insertions {
      sections[path.section].insertItem(at: path.item, followedBy: companions[path]?.separator)
    }

    for path in batch.items.inserts { edits.inserts.append(place(of: path)) }
    for index in edits.moves.indices { edits.moves[index].after = place(of: edits.moves[index].after) }
    for index in edits.updates.indices { edits.updates[index].after = place(of: edits.updates[index].after) }
    for move in batch.items.moves {
      guard let companion = companions[move.after] else { continue }
      // A section that was inserted has been asked about already.
      guard let separator = separator(after: move.after) else {
        edits.deletes.append(companion.place)
        continue
      }
      let pair = Pair(companion.place, place(of: move.after).next)
      edits.moves.append(pair)
      if separator != companion.separator { edits.updates.append(pair) }
    }
    return UpdateBatch(sections: batch.sections, items: edits).normalised()
  }

  /// The gaps, by their number in their section, on whose sides something else stands after a batch than before.
  private func gaps(nextTo batch: UpdateBatch) -> [ItemPath] {
    let items = batch.items
    // The place of an item is also the number of the gap before it.
    var gaps = items.inserts.flatMap { [$0, $0.next] }
    for pair in items.moves + items.updates { gaps += [pair.after, pair.after.next] }
    if batch.count == 1, items.moves.isEmpty {
      gaps += items.deletes
    } else if !(items.deletes.isEmpty && items.moves.isEmpty) {
      let map = PathMap(batch)
      for path in items.deletes + items.moves.map(\.before) {
        // Of neighbours that were deleted together, the item before the first one is there to be asked for.
        if path.item == 0 {
          if let section = map.section(after: path.section) { gaps.append(ItemPath(section: section, item: 0)) }
        } else if let item = map.path(after: ItemPath(section: path.section, item: path.item - 1)) {
          gaps.append(item.next)
        }
      }
    }
    guard gaps.count > 1 else { return gaps }
    gaps.sort()
    var distinct: [ItemPath] = []
    for gap in gaps where gap != distinct.last { distinct.append(gap) }
    return distinct
  }

  /// Asks about gaps, and puts there what the closure wants.
  ///
  /// - Parameter gaps: The gaps, by their number in their section, in order.
  /// - Returns: What changed, in normal form.
  private mutating func ask(about gaps: [ItemPath], in source: any DataSource<SourceItem>) -> UpdateBatch {
    var changes: [(gap: ItemPath, place: ItemPath, separator: Separator?)] = []
    for gap in gaps {
      let section = sections[gap.section]
      let before = gap.item > 0 ? source.item(at: ItemPath(section: gap.section, item: gap.item - 1)) : nil
      let after = gap.item < section.itemCount ? source.item(at: gap) : nil
      let separator = separator(before, after)
      guard separator != section[gap.item] else { continue }
      changes.append((gap, ItemPath(section: gap.section, item: section.place(ofGap: gap.item)), separator))
    }
    var edits = Edits<ItemPath>()
    for (gap, place, separator) in changes {
      let isThere = sections[gap.section][gap.item] != nil
      sections[gap.section][gap.item] = separator
      let target = ItemPath(section: gap.section, item: sections[gap.section].place(ofGap: gap.item))
      switch (isThere, separator != nil) {
      case (true, true): edits.updates.append(Pair(place, target))
      case (true, false): edits.deletes.append(place)
      default: edits.inserts.append(target)
      }
    }
    return UpdateBatch(items: edits)
  }

  private func place(of item: ItemPath) -> ItemPath {
    ItemPath(section: item.section, item: sections[item.section].place(ofItem: item.item) ?? 0)
  }

  private func separator(after item: ItemPath) -> Separator? { sections[item.section][item.item + 1] }
}

extension ItemPath {
  /// The next place in the section.
  fileprivate var next: ItemPath { ItemPath(section: section, item: item + 1) }
}

/// What a list with separators has: an item, or a separator in a gap between items.
public enum Separated<Item, Separator> {
  /// An item of the source.
  case item(Item)
  /// What stands in a gap.
  case separator(Separator)
}

extension Separated: Equatable where Item: Equatable, Separator: Equatable {}
extension Separated: Hashable where Item: Hashable, Separator: Hashable {}
extension Separated: Sendable where Item: Sendable, Separator: Sendable {}

/// The items of a section, and the separators in the gaps between them.
///
/// A section of *n* items has *n* + 1 gaps: before gap *g* there are *g* items. A separator belongs to the item before it, and the
/// one in the first gap to the section.
struct SeparatedSection<Separator> {
  /// For each place, whether an item stands there; else it is a separator.
  private var isItem: BitSequence
  /// The separators, in order.
  private var separators: ChunkedArray<Separator>

  /// Creates a section of what stands in its gaps, of which there is one more than items.
  init(gaps: some Sequence<Separator?>) {
    var places: [Bool] = []
    var separators: [Separator] = []
    for (gap, separator) in gaps.enumerated() {
      if gap > 0 { places.append(true) }
      guard let separator else { continue }
      places.append(false)
      separators.append(separator)
    }
    isItem = BitSequence(places)
    self.separators = ChunkedArray(separators)
  }

  /// The number of places, those of items and those of separators.
  var count: Int { isItem.count }

  /// The number of items.
  var itemCount: Int { isItem.ones }

  /// Returns the item at a place; nil for a separator.
  func item(at place: Int) -> Int? { isItem[place] ? isItem.rank(of: place) : nil }

  /// Where an item stands; nil if there is no such item.
  func place(ofItem item: Int) -> Int? { item < 0 ? nil : isItem.position(ofOne: item) }

  /// The separator that stands at a place.
  func separator(at place: Int) -> Separator { separators[place - isItem.rank(of: place)] }

  /// Where the separator in a gap stands, or would stand.
  func place(ofGap gap: Int) -> Int { place(ofItem: gap - 1).map { $0 + 1 } ?? 0 }

  /// What stands in a gap.
  subscript(gap: Int) -> Separator? {
    get {
      let place = place(ofGap: gap)
      return hasSeparator(at: place) ? separators[place - gap] : nil
    }
    set {
      let place = place(ofGap: gap)
      // Before a gap there are as many items as its number says; the rest is separators.
      let index = place - gap
      switch (hasSeparator(at: place), newValue) {
      case (true, let separator?): separators[index] = separator
      case (true, nil):
        separators.remove(at: index)
        isItem.remove(at: place)
      case (false, let separator?):
        separators.insert(separator, at: index)
        isItem.insert(false, at: place)
      case (false, nil): break
      }
    }
  }

  private func hasSeparator(at place: Int) -> Bool { place < isItem.count && !isItem[place] }

  /// Puts an item in, after what stands in the gap there.
  ///
  /// - Parameters:
  ///   - item: The number of items will stand before it.
  ///   - separator: The separator that belongs to it.
  mutating func insertItem(at item: Int, followedBy separator: Separator?) {
    isItem.insert(true, at: place(ofItem: item) ?? isItem.count)
    if let separator { self[item + 1] = separator }
  }

  /// Takes an item out, with the separator that belongs to it.
  mutating func removeItem(at item: Int) {
    self[item + 1] = nil
    if let place = place(ofItem: item) { isItem.remove(at: place) }
  }
}
