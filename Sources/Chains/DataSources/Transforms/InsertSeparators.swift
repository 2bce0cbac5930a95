public import Changesets
import OrderedTrees

extension Mapping {
  /// Inserts separators between the items of each section.
  ///
  /// - Parameter separator: Returns the separator in the gap between two items, or `nil` for none. The item before the
  ///   first gap, and the item after the last gap of a section, are `nil`.
  public static func insertSeparators<SourceItem, Separator: Equatable>(
    _ separator: @escaping (_ before: SourceItem?, _ after: SourceItem?) -> Separator?
  ) -> Self where Self == Mappings.InsertSeparators<SourceItem, Separator> { Self(separator) }
}

extension Mappings {
  /// Inserts separators between the items of each section, wherever a closure returns one: headings, dates,
  /// advertisements.
  ///
  /// ```swift
  /// let listed = words.applying(
  ///   .insertSeparators { before, after in after?.first == before?.first ? nil : after?.first })
  /// // A, apple, apricot, B, banana
  /// ```
  ///
  /// The closure is called for every gap: between two neighbours, before the first item (the item before is `nil`) and
  /// after the last one (the item after is `nil`). A section without items has one gap, with `nil` on both sides.
  ///
  /// A separator belongs to the item before it, and the one in the first gap to its section: it is retained, moved and
  /// removed with them. So a separator between the same two neighbours is retained. If an item is inserted before the
  /// second of them, the separator between the first and the new one is retained, if the closure still returns one. It
  /// is updated if it is not equal to the former one.
  ///
  /// The closure is called again only for gaps next to changed items. Its results are stored.
  public struct InsertSeparators<SourceItem, Separator: Equatable>: SectionPreservingMapping {
    /// The type of the transform's items: items of the source, and separators.
    public typealias Item = Separated<SourceItem, Separator>

    /// Returns the separator in the gap between two items, or `nil` for none. The item before the first gap, and the
    /// item after the last gap of a section, are `nil`.
    public var separator: (_ before: SourceItem?, _ after: SourceItem?) -> Separator? {
      didSet { isSettled = false }
    }

    private var sections: [SeparatedSection<Separator>] = []
    private var isSettled = true

    package init(_ separator: @escaping (_ before: SourceItem?, _ after: SourceItem?) -> Separator?) {
      self.separator = separator
    }

    /// Calls the closure for every gap.
    ///
    /// - Complexity: O(*n*), *n* being the number of items.
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

    public var numberOfSections: Int { sections.count }

    public func numberOfItems(inSection section: Int) -> Int { sections[section].count }

    /// Returns `nil` for a separator.
    ///
    /// - Complexity: O(log *n*), *n* being the number of items in the section.
    public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
      (0..<sections[section].count).contains(item) ? sections[section].item(at: item) : nil
    }

    /// - Complexity: O(log *n*), *n* being the number of items in the section.
    public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
      sections[section].place(ofItem: item)
    }

    /// Returns the source's item, or a separator.
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
  /// Updates the separators, and then calls the closure for the gaps next to changed items.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s*) more for *s* sections if
  ///   some were deleted, inserted or moved. An inserted section counts as many edits as it has items.
  public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    guard let batch = changes.onlyBatch else {
      refresh(from: changes.sources)
      return .reload
    }
    let carried = carryOver(batch, changes.sources[0])
    return carried.followed(by: ask(about: gaps(nextTo: batch), in: changes.sources[0]))
  }

  /// Calls the closure for every gap again, if it was replaced.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items; O(1) if nothing changed.
  public mutating func configure(
    over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void
  ) -> UpdateBatch {
    change(&self)
    return isSettled ? UpdateBatch() : reload(over: sources)
  }

  /// Calls the closure for every gap again.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items.
  public mutating func reload(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
    isSettled = true
    let gaps = sections.indices.flatMap { section in
      (0...sections[section].itemCount).map { ItemPath(section: section, item: $0) }
    }
    return ask(about: gaps, in: sources[0])
  }

  /// Applies a batch. Separators stay with the items or sections that they belong to.
  private mutating func carryOver(_ batch: UpdateBatch, _ source: any DataSource<SourceItem>) -> UpdateBatch {
    var edits = Edits<ItemPath>()
    // First, the paths before are translated, while `sections` is in the former state. Moves and updates keep the
    // source's paths after, until these can be translated as well.
    for path in batch.items.deletes {
      edits.deletes.append(place(of: path))
      if separator(after: path) != nil { edits.deletes.append(place(of: path).next) }
    }
    for move in batch.items.moves { edits.moves.append(PlacePair(place(of: move.before), move.after)) }
    for update in batch.items.updates { edits.updates.append(PlacePair(place(of: update.before), update.after)) }
    // The separators that move with their items, by the items' paths after the batch.
    var companions: [ItemPath: (place: ItemPath, separator: Separator)] = [:]
    for move in batch.items.moves {
      if let separator = separator(after: move.before) {
        companions[move.after] = (place(of: move.before).next, separator)
      }
    }

    // Then the sections are edited. Separators that stay with their items are taken out and put back with them.
    for path in batch.removals { sections[path.section].removeItem(at: path.item) }
    batch.sections.apply(to: &sections) { [self] in section($0, of: source) }
    for path in batch.insertions {
      sections[path.section].insertItem(at: path.item, followedBy: companions[path]?.separator)
    }

    // Now the paths after can be translated.
    for path in batch.items.inserts { edits.inserts.append(place(of: path)) }
    for index in edits.moves.indices { edits.moves[index].after = place(of: edits.moves[index].after) }
    for index in edits.updates.indices { edits.updates[index].after = place(of: edits.updates[index].after) }
    for move in batch.items.moves {
      guard let companion = companions[move.after] else { continue }
      // The closure has already been called for the gaps of an inserted section.
      guard let separator = separator(after: move.after) else {
        edits.deletes.append(companion.place)
        continue
      }
      let pair = PlacePair(companion.place, place(of: move.after).next)
      edits.moves.append(pair)
      if separator != companion.separator { edits.updates.append(pair) }
    }
    return UpdateBatch(sections: batch.sections, items: edits).normalized()
  }

  /// Returns the gaps, by their number in their section, that have another neighbour after the batch than before.
  private func gaps(nextTo batch: UpdateBatch) -> [ItemPath] {
    let items = batch.items
    // The index of an item is also the number of the gap before it.
    var gaps = items.inserts.flatMap { [$0, $0.next] }
    for pair in items.moves + items.updates { gaps += [pair.after, pair.after.next] }
    // A single deletion needs no map: the gap where the item was has its number.
    if batch.count == 1, items.moves.isEmpty {
      gaps += items.deletes
    } else if !(items.deletes.isEmpty && items.moves.isEmpty) {
      let map = PathMap(batch)
      for path in items.deletes + items.moves.map(\.before) {
        // For neighbours that were deleted together, the item before the first one still exists, and its gap is found.
        if path.item == 0 {
          if let section = map.newIndex(ofSection: path.section) { gaps.append(ItemPath(section: section, item: 0)) }
        } else if let item = map.newPath(of: ItemPath(section: path.section, item: path.item - 1)) {
          gaps.append(item.next)
        }
      }
    }
    return gaps.count > 1 ? gaps.sortedSet() : gaps
  }

  /// Calls the closure for gaps, and stores its results.
  ///
  /// - Parameter gaps: The gaps, by their number in their section, in order.
  /// - Returns: The changes, in normal form.
  private mutating func ask(about gaps: [ItemPath], in source: any DataSource<SourceItem>) -> UpdateBatch {
    // All separators are determined before any is changed, so that the places before are those of one state.
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
      // The gaps are in order, so later ones do not change the place after.
      let isThere = sections[gap.section][gap.item] != nil
      sections[gap.section][gap.item] = separator
      let target = ItemPath(section: gap.section, item: sections[gap.section].place(ofGap: gap.item))
      switch (isThere, separator != nil) {
      case (true, true): edits.updates.append(PlacePair(place, target))
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
  fileprivate var next: ItemPath { ItemPath(section: section, item: item + 1) }
}

/// An element of a list with separators: an item, or a separator in a gap between items.
public enum Separated<Item, Separator> {
  /// An item of the source.
  case item(Item)
  /// A separator in a gap.
  case separator(Separator)
}

extension Separated: Equatable where Item: Equatable, Separator: Equatable {}
extension Separated: Hashable where Item: Hashable, Separator: Hashable {}
extension Separated: Sendable where Item: Sendable, Separator: Sendable {}

/// The items of a section, and the separators in the gaps between them.
///
/// A section of *n* items has *n* + 1 gaps: there are *g* items before gap *g*. A separator belongs to the item before
/// it, and the one in the first gap to the section.
///
///     shown           A   apple   apricot   B   banana
///     isItem          0     1        1      0     1
///     gaps            0          1        2            3          gaps 1 and 3 are empty
///
/// The number of ones before a position is the index of the item there, and the number of zeros that of the separator.
struct SeparatedSection<Separator> {
  /// Whether there is an item at each position, and not a separator.
  private var isItem: BitSequence
  /// The separators, in order.
  private var separators: ChunkedArray<Separator>

  /// Creates a section from the contents of its gaps, of which there is one more than items.
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

  /// The number of items and separators.
  var count: Int { isItem.count }

  var itemCount: Int { isItem.ones }

  /// Returns the index of the item at a position, or `nil` for a separator.
  func item(at place: Int) -> Int? { isItem[place] ? isItem.rank(of: place) : nil }

  /// Returns the position of an item, or `nil` if it does not exist.
  func place(ofItem item: Int) -> Int? { item < 0 ? nil : isItem.select(item) }

  func separator(at place: Int) -> Separator { separators[place - isItem.rank(of: place)] }

  /// Returns the position of the separator in a gap, or where it would be inserted.
  func place(ofGap gap: Int) -> Int { place(ofItem: gap - 1).map { $0 + 1 } ?? 0 }

  subscript(gap: Int) -> Separator? {
    get {
      let place = place(ofGap: gap)
      return hasSeparator(at: place) ? separators[place - gap] : nil
    }
    set {
      let place = place(ofGap: gap)
      // There are as many items before a gap as its number says; the rest are separators.
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

  /// Inserts an item behind the separator in the gap there.
  ///
  /// - Parameters:
  ///   - item: The index of the new item.
  ///   - separator: The separator that belongs to it.
  mutating func insertItem(at item: Int, followedBy separator: Separator?) {
    isItem.insert(true, at: place(ofItem: item) ?? isItem.count)
    if let separator { self[item + 1] = separator }
  }

  /// Removes an item, with the separator that belongs to it.
  mutating func removeItem(at item: Int) {
    self[item + 1] = nil
    if let place = place(ofItem: item) { isItem.remove(at: place) }
  }
}
