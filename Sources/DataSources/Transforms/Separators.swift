public import Changesets

/// Puts separators between the items of each section, wherever a closure wants one: headings, dates, advertisements.
///
/// ```swift
/// let listed = words.applying(
///   Separators { before, after in after?.first == before?.first ? nil : after?.first })
/// // A, apple, apricot, B, banana
/// ```
///
/// The closure is asked about every gap: between two neighbours, before the first item (nothing stands before) and after the last
/// one (nothing stands after). A section without items has one gap, with nothing before and nothing after it.
///
/// A separator belongs to the item before it, and the one in the first gap to its section: with them it stays, moves and goes. So one
/// between the same two neighbours stays; and where an item is inserted before the second of them, so does what is now between the
/// first and the new one, if there is still a separator. It is an update if it is no longer equal.
///
/// Only gaps next to something that changed are asked about again. What the closure says is kept.
public struct Separators<SourceItem, Separator: Equatable>: Mapping {
  /// Items of the source, and separators.
  public typealias Item = Separated<SourceItem, Separator>

  /// What stands in the gap between two items; nothing is before the first and after the last item of a section.
  public var separator: (_ before: SourceItem?, _ after: SourceItem?) -> Separator? {
    didSet { isSettled = false }
  }

  private var sections: [SeparatedSection<Separator>] = []
  private var isSettled = true

  /// Makes the mapping.
  ///
  /// - Parameter separator: What stands in the gap between two items; nothing is before the first and after the last item of a section.
  public init(_ separator: @escaping (_ before: SourceItem?, _ after: SourceItem?) -> Separator?) {
    self.separator = separator
  }

  /// Whether the sources were read and have sections.
  public var remembersSources: Bool { !sections.isEmpty }

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

  /// - Complexity: O(log *n*), *n* being the number of items in the section. Nothing for a separator.
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard sections.indices.contains(path.section), (0..<sections[path.section].count).contains(path.item),
      let item = sections[path.section].item(at: path.item)
    else { return nil }
    return SourcePath(source: 0, path: ItemPath(section: path.section, item: item))
  }

  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    let path = sourcePath.path
    guard sourcePath.source == 0, sections.indices.contains(path.section),
      let place = sections[path.section].place(ofItem: path.item)
    else { return nil }
    return ItemPath(section: path.section, item: place)
  }

  /// The same section of the source.
  public func sourceSection(for section: Int) -> SourceSection? {
    sections.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  /// The same section.
  public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && sections.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }

  /// The source's item, or a separator.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Separated<SourceItem, Separator> {
    if let origin = sourcePath(for: path) { return .item(sources[0].item(at: origin.path)) }
    return .separator(sections[path.section].separator(at: path.item))
  }
}

// MARK: - Updates

extension Separators {
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
