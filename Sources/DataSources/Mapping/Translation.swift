public import Changesets

/// Translates the batches of the sources into a batch of the transform: places before by the mapping as it was before, and places
/// after by the mapping as it is after.
///
/// A section that is the image of a source's section is deleted, inserted, moved and updated with it. Where a source's section has no
/// image, what happens to it happens to its items. What has a place on one side only is deleted or inserted.
@usableFromInline struct Translation {
  private let batches: EditList<UpdateBatch>
  private let counts: [SectionCounts]
  private var sections = TranslatedEdits<Int>()
  private var items = TranslatedEdits<ItemPath>()

  /// Translates all places before.
  ///
  /// - Parameters:
  ///   - batches: What happened to each of the sources.
  ///   - counts: The number of items in each section of each source, in the state before.
  ///   - path: Where an item was shown.
  ///   - section: Where a section was shown.
  @usableFromInline init(
    _ batches: EditList<UpdateBatch>, counts: [SectionCounts], path: (SourcePath) -> ItemPath?,
    section: (SourceSection) -> Int?
  ) {
    self.batches = batches
    self.counts = counts
    for source in 0..<batches.count {
      let batch = batches[source]
      if batch.isEmpty { continue }
      func image(_ place: ItemPath) -> ItemPath? { path(SourcePath(source: source, path: place)) }
      batch.items.deletes.forEach { if let image = image($0) { items.edits.deletes.append(image) } }
      batch.items.moves.forEach { items.moved.append(image($0.before)) }
      batch.items.updates.forEach { items.updated.append(image($0.before)) }
      if batch.sections.isEmpty { continue }

      let moves = ItemMoves(batch)
      func image(_ index: Int) -> Int? { section(SourceSection(source: source, section: index)) }
      func paths(in section: Int) -> some Sequence<ItemPath> {
        (0..<counts[source][section]).lazy.map { ItemPath(section: section, item: $0) }
      }
      for section in batch.sections.deletes {
        if let image = image(section) {
          sections.edits.deletes.append(image)
        } else {
          for path in paths(in: section) where !moves.origins.contains(path) {
            if let image = image(path) { items.edits.deletes.append(image) }
          }
        }
      }
      for move in batch.sections.moves {
        let old = image(move.before)
        sections.moved.append(old)
        guard old == nil else { continue }
        for path in paths(in: move.before) where moves.path(after: path) != nil { items.moved.append(image(path)) }
      }
      for update in batch.sections.updates { sections.updated.append(image(update.before)) }
    }
  }

  /// Translates all places after.
  ///
  /// - Parameters:
  ///   - path: Where an item is shown.
  ///   - section: Where a section is shown.
  ///   - numberOfItems: The number of items in a section of a source; asked for sections that were inserted.
  ///   - ordersByContent: Whether an updated item may be elsewhere among those that stay.
  ///   - own: What happened to sections of the mapping's own, and to items that are not named in the sources' batches.
  /// - Returns: The batch of the transform, in normal form.
  /// - Complexity: O(*k* log *k*) beside the *k* conversions of places, *k* being the number of edits and of items in sections that
  ///   were deleted, inserted or moved without an image.
  @usableFromInline consuming func batch(
    path: (SourcePath) -> ItemPath?, section: (SourceSection) -> Int?, numberOfItems: (SourceSection) -> Int,
    ordersByContent: Bool, own: UpdateBatch
  ) -> UpdateBatch {
    for source in 0..<batches.count {
      let batch = batches[source]
      if batch.isEmpty { continue }
      func image(_ place: ItemPath) -> ItemPath? { path(SourcePath(source: source, path: place)) }
      batch.items.inserts.forEach { if let image = image($0) { items.edits.inserts.append(image) } }
      batch.items.moves.forEach { items.move(to: image($0.after)) }
      batch.items.updates.forEach { items.update(at: image($0.after)) }
      if batch.sections.isEmpty { continue }

      let moves = ItemMoves(batch)
      func image(_ index: Int) -> Int? { section(SourceSection(source: source, section: index)) }
      for section in batch.sections.inserts {
        if let image = image(section) {
          sections.edits.inserts.append(image)
        } else {
          for item in 0..<numberOfItems(SourceSection(source: source, section: section)) {
            let path = ItemPath(section: section, item: item)
            if !moves.destinations.contains(path), let image = image(path) { items.edits.inserts.append(image) }
          }
        }
      }
      for move in batch.sections.moves {
        let hadImage = sections.move(to: image(move.after))
        guard !hadImage else { continue }
        for item in 0..<counts[source][move.before] {
          guard let path = moves.path(after: ItemPath(section: move.before, item: item)) else { continue }
          items.move(to: image(path))
        }
      }
      for update in batch.sections.updates { sections.update(at: image(update.after)) }
    }
    var batch = UpdateBatch(sections: sections.edits, items: items.edits)
    if !own.isEmpty {
      batch.sections.add(own.sections)
      batch.items.add(own.items)
    }
    return batch.finished(ordersByContent: ordersByContent)
  }
}

/// The edits of the sections or of the items, and where those were shown whose place after is not known yet.
private struct TranslatedEdits<Place: Hashable & Comparable & Sendable> {
  var edits = Edits<Place>()
  /// For each of the sources' moves, in order, where the thing was shown.
  var moved = EditList<Place?>()
  /// The same of each of the sources' updates.
  var updated = EditList<Place?>()
  /// The number of those that have their place after.
  private var movedCount = 0
  private var updatedCount = 0

  init() {}

  /// Gives the next thing that moved its place after.
  ///
  /// - Returns: Whether it was shown before.
  @discardableResult
  mutating func move(to after: Place?) -> Bool {
    let before = moved[movedCount]
    movedCount += 1
    if let pair = pair(before, after) { edits.moves.append(pair) }
    return before != nil
  }

  /// Gives the next thing that was updated its place after.
  mutating func update(at after: Place?) {
    let before = updated[updatedCount]
    updatedCount += 1
    if let pair = pair(before, after) { edits.updates.append(pair) }
  }

  /// The two places of a thing; one with a single place is deleted or inserted.
  private mutating func pair(_ before: Place?, _ after: Place?) -> Pair<Place>? {
    switch (before, after) {
    case (let before?, let after?): return Pair(before, after)
    case (let before?, nil): edits.deletes.append(before)
    case (nil, let after?): edits.inserts.append(after)
    case (nil, nil): break
    }
    return nil
  }
}

/// Which items a batch moves by themselves, and which move with their section.
private struct ItemMoves {
  let origins: Set<ItemPath>
  let destinations: Set<ItemPath>
  private let map: PathMap

  init(_ batch: UpdateBatch) {
    map = PathMap(batch)
    origins = Set(batch.items.moves.lazy.map(\.before))
    destinations = Set(batch.items.moves.lazy.map(\.after))
  }

  /// Where an item went with its section; nil if it was deleted or moved by itself.
  func path(after path: ItemPath) -> ItemPath? { origins.contains(path) ? nil : map.path(after: path) }
}

extension UpdateBatch {
  /// The batch in normal form; what is updated may have moved, where items are ordered by content.
  fileprivate consuming func finished(ordersByContent: Bool) -> UpdateBatch {
    if ordersByContent, !items.updates.isEmpty, items.moves != items.updates { items.moves += items.updates }
    // An item that moves alone, and to where it is, stays.
    if sections.isEmpty, let move = items.moves.first, move.before == move.after,
      items.count == 1 + items.updates.count
    {
      items.moves.removeAll()
    }
    if items.count > 1 { items.sort() }
    return normalised()
  }
}

extension Edits {
  /// Adds others.
  fileprivate mutating func add(_ other: Edits) {
    deletes += other.deletes
    inserts += other.inserts
    moves += other.moves
    updates += other.updates
  }

  /// Puts the lists in order.
  fileprivate mutating func sort() {
    if deletes.count > 1 { deletes.sort() }
    if inserts.count > 1 { inserts.sort() }
    if moves.count > 1 { moves.sort() }
    if updates.count > 1 { updates.sort() }
  }
}
