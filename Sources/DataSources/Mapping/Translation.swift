public import Changesets

/// Translates the batches of the sources into a batch of the transform: places before by the mapping as it was before, and places
/// after by the mapping as it is after.
///
/// A section that is the image of a source's section is deleted, inserted, moved and updated with it. Where a source's section has no
/// image, what happens to it happens to its items. What has a place on one side only is deleted or inserted.
@usableFromInline struct Translation {
  /// The edits so far: the second places of moves and updates are still missing, and the first ones may be nowhere.
  private var sections = Edits<Int>()
  private var items = Edits<ItemPath>()

  /// Translates all places before.
  ///
  /// - Parameters:
  ///   - batches: What happened to the sources.
  ///   - path: Where an item was shown.
  ///   - section: Where a section was shown.
  @usableFromInline init(_ batches: SourceBatches, path: (SourcePath) -> ItemPath?, section: (SourceSection) -> Int?) {
    for source in 0..<batches.count {
      let batch = batches[source]
      func image(_ place: ItemPath) -> ItemPath? { path(SourcePath(source: source, path: place)) }
      for path in batch.items.deletes {
        if let image = image(path) { items.deletes.append(image) }
      }
      for move in batch.items.moves {
        items.moves.append(Pair(image(move.before) ?? .nowhere, .nowhere))
      }
      for update in batch.items.updates {
        items.updates.append(Pair(image(update.before) ?? .nowhere, .nowhere))
      }
      if !batch.sections.isEmpty { readSections(of: batches, source, path, section) }
    }
  }

  private mutating func readSections(
    of batches: SourceBatches, _ source: Int, _ path: (SourcePath) -> ItemPath?, _ section: (SourceSection) -> Int?
  ) {
    let batch = batches[source]
    let carriage = Carriage(batch)
    func image(_ index: Int) -> Int? { section(SourceSection(source: source, section: index)) }
    func image(_ place: ItemPath) -> ItemPath? { path(SourcePath(source: source, path: place)) }
    func paths(in section: Int) -> some Sequence<ItemPath> {
      (0..<batches.counts[source][section]).lazy.map { ItemPath(section: section, item: $0) }
    }
    for section in batch.sections.deletes {
      if let image = image(section) {
        sections.deletes.append(image)
      } else {
        for path in paths(in: section) where !carriage.moves(from: path) {
          if let image = image(path) { items.deletes.append(image) }
        }
      }
    }
    for move in batch.sections.moves {
      let old = image(move.before)
      sections.moves.append(Pair(old ?? -1, -1))
      guard old == nil else { continue }
      for path in paths(in: move.before) where carriage.path(after: path) != nil {
        items.moves.append(Pair(image(path) ?? .nowhere, .nowhere))
      }
    }
    for update in batch.sections.updates { sections.updates.append(Pair(image(update.before) ?? -1, -1)) }
  }

  /// Translates all places after.
  ///
  /// - Parameters:
  ///   - batches: What happened to the sources.
  ///   - path: Where an item is shown.
  ///   - section: Where a section is shown.
  ///   - numberOfItems: How many items a section of a source has; asked for sections that were inserted.
  ///   - ordersByContent: Whether an updated item may be elsewhere among those that stay.
  ///   - own: What happened to sections of the mapping's own, and to items that no source tells of.
  /// - Returns: What became of it, in normal form.
  /// - Complexity: O(*k* log *k*) beside the *k* conversions of places, *k* being the number of edits and of items in sections that
  ///   were deleted, inserted or moved without an image.
  @usableFromInline consuming func batch(
    of batches: SourceBatches, path: (SourcePath) -> ItemPath?, section: (SourceSection) -> Int?,
    numberOfItems: (SourceSection) -> Int, ordersByContent: Bool, own: UpdateBatch
  ) -> UpdateBatch {
    // How many moves and updates have their second place.
    var moves = 0, updates = 0, sectionMoves = 0, sectionUpdates = 0
    for source in 0..<batches.count {
      let batch = batches[source]
      func image(_ place: ItemPath) -> ItemPath? { path(SourcePath(source: source, path: place)) }
      func image(_ index: Int) -> Int? { section(SourceSection(source: source, section: index)) }
      for path in batch.items.inserts {
        if let image = image(path) { items.inserts.append(image) }
      }
      for move in batch.items.moves {
        items.moves.setAfter(image(move.after) ?? .nowhere, at: &moves)
      }
      for update in batch.items.updates {
        items.updates.setAfter(image(update.after) ?? .nowhere, at: &updates)
      }
      if batch.sections.isEmpty { continue }

      let carriage = Carriage(batch)
      for section in batch.sections.inserts {
        if let image = image(section) {
          sections.inserts.append(image)
        } else {
          for item in 0..<numberOfItems(SourceSection(source: source, section: section)) {
            let path = ItemPath(section: section, item: item)
            if !carriage.moves(to: path), let image = image(path) { items.inserts.append(image) }
          }
        }
      }
      for move in batch.sections.moves {
        let hadImage = sections.moves[sectionMoves].before >= 0
        sections.moves.setAfter(image(move.after) ?? -1, at: &sectionMoves)
        guard !hadImage else { continue }
        for item in 0..<batches.counts[source][move.before] {
          guard let path = carriage.path(after: ItemPath(section: move.before, item: item)) else { continue }
          items.moves.setAfter(image(path) ?? .nowhere, at: &moves)
        }
      }
      for update in batch.sections.updates {
        sections.updates.setAfter(image(update.after) ?? -1, at: &sectionUpdates)
      }
    }
    if !sections.isEmpty { sections.dropNowhere { $0 < 0 } }
    items.dropNowhere { $0.section < 0 }
    if !own.isEmpty {
      sections.add(own.sections)
      items.add(own.items)
    }
    return UpdateBatch(sections: sections, items: items).finished(ordersByContent: ordersByContent)
  }

  /// Translates a single edit.
  ///
  /// - Parameters:
  ///   - edit: What happened to a source.
  ///   - before: Where the item was shown.
  ///   - after: Where the item is shown.
  ///   - ordersByContent: Whether an updated item may be elsewhere among those that stay.
  ///   - own: What happened to sections of the mapping's own, and to items that no source tells of.
  /// - Returns: What became of it, in normal form.
  @usableFromInline static func batch(
    of edit: ItemEdit, from before: ItemPath?, to after: ItemPath?, ordersByContent: Bool, own: UpdateBatch
  ) -> UpdateBatch {
    var image: ItemEdit?
    switch (before, after) {
    case (let before?, let after?):
      // A thing that moves alone, and to where it is, stays; the same place may be in another section where some come or go.
      if edit.isMove || ordersByContent, before != after || !own.isEmpty {
        image = ItemEdit(moving: Pair(before, after), andUpdating: edit.isUpdate)
      } else if edit.isUpdate {
        image = ItemEdit(updating: Pair(before, after))
      }
    case (let before?, nil): image = ItemEdit(deleting: before)
    case (nil, let after?): image = ItemEdit(inserting: after)
    case (nil, nil): break
    }
    let batch = image.map { UpdateBatch($0) } ?? UpdateBatch()
    if own.isEmpty { return batch.normalised() }
    var edits = batch.items
    edits.add(own.items)
    return UpdateBatch(sections: own.sections, items: edits).finished(ordersByContent: ordersByContent)
  }
}

/// Which items a batch moves by themselves, and which go along with their section.
private struct Carriage {
  private let map: PathMap
  private let origins: Set<ItemPath>
  private let destinations: Set<ItemPath>

  init(_ batch: UpdateBatch) {
    map = PathMap(batch)
    origins = Set(batch.items.moves.map(\.before))
    destinations = Set(batch.items.moves.map(\.after))
  }

  func moves(from path: ItemPath) -> Bool { origins.contains(path) }

  func moves(to path: ItemPath) -> Bool { destinations.contains(path) }

  /// Where an item went along with its section; nothing if it was deleted or went by itself.
  func path(after path: ItemPath) -> ItemPath? { moves(from: path) ? nil : map.path(after: path) }
}

extension UpdateBatch {
  /// The batch in normal form; what is updated may have moved, where items are ordered by content.
  fileprivate consuming func finished(ordersByContent: Bool) -> UpdateBatch {
    if isEmpty { return self }
    if ordersByContent, items.moves != items.updates { items.moves += items.updates }
    // A thing that moves alone, and to where it is, stays.
    if items.moves.count == 1, items.moves[0].before == items.moves[0].after, items.deletes.isEmpty,
      items.inserts.isEmpty,
      sections.isEmpty
    {
      items.moves.removeAll()
    }
    items.sort()
    return normalised()
  }
}

extension ItemPath {
  /// No place at all.
  fileprivate static var nowhere: ItemPath { ItemPath(section: -1, item: -1) }
}

extension Array {
  /// Sets the second place of the next pair.
  fileprivate mutating func setAfter<Place>(_ place: Place, at next: inout Int) where Element == Pair<Place> {
    self[next].after = place
    next += 1
  }
}

extension Edits {
  /// Makes moves and updates with one place only deletes and inserts, and drops those without any.
  fileprivate mutating func dropNowhere(_ isNowhere: (Place) -> Bool) {
    for pair in moves { add(pair, isNowhere) }
    moves.removeAll { isNowhere($0.before) || isNowhere($0.after) }
    for pair in updates { add(pair, isNowhere) }
    updates.removeAll { isNowhere($0.before) || isNowhere($0.after) }
  }

  private mutating func add(_ pair: Pair<Place>, _ isNowhere: (Place) -> Bool) {
    if isNowhere(pair.after), !isNowhere(pair.before) { deletes.append(pair.before) }
    if isNowhere(pair.before), !isNowhere(pair.after) { inserts.append(pair.after) }
  }

  /// Adds others.
  fileprivate mutating func add(_ other: Edits) {
    if other.isEmpty { return }
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
