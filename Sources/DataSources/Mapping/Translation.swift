public import Changesets

/// Translates the batches of the sources into a batch of the transform: places before by the mapping as it was before, and places
/// after by the mapping as it is after.
///
/// A section that is the image of a source's section is deleted, inserted, moved and updated with it. Where a source's section has no
/// image, what happens to it happens to its items. What has a place on one side only is deleted or inserted.
@usableFromInline struct Translation {
  /// For each place before that is translated, in the order in which the batches are read, where it was shown.
  private var items = ItemPlaces()
  private var sections: [Int?] = []

  /// Translates all places before.
  ///
  /// - Parameters:
  ///   - batches: What happened to each of the sources.
  ///   - path: Where an item was shown.
  ///   - section: Where a section was shown.
  @usableFromInline init(
    _ batches: SourceBatches, path: (SourcePath) -> ItemPath?, section: (SourceSection) -> Int?
  ) {
    batches.forEach { source, batch in
      batch.items.forEachEdit { if $0 != .insert { items.append(path(SourcePath(source: source, path: $1.before))) } }
      if batch.sections.isEmpty { return }

      let moves = ItemMoves(batch)
      batch.sections.forEachEdit { kind, places in
        if kind == .insert { return }
        let old = section(SourceSection(source: source, section: places.before))
        sections.append(old)
        guard old == nil, kind != .update else { return }
        for item in 0..<batches.counts(ofSource: source)[places.before] {
          let place = ItemPath(section: places.before, item: item)
          guard moves.leavesWithSection(place, isDeleted: kind == .delete) else { continue }
          items.append(path(SourcePath(source: source, path: place)))
        }
      }
    }
  }

  /// Translates all places after.
  ///
  /// - Parameters:
  ///   - batches: What happened to each of the sources.
  ///   - path: Where an item is shown.
  ///   - section: Where a section is shown.
  ///   - numberOfItems: The number of items in a section of a source; asked for sections that were inserted.
  ///   - ordersByContent: Whether an updated item may be elsewhere among those that stay.
  ///   - own: What happened to sections of the mapping's own, and to items that are not named in the sources' batches.
  /// - Returns: The batch of the transform; its link brings it into normal form.
  /// - Complexity: O(*k* log *k*) beside the *k* conversions of places, *k* being the number of edits and of items in sections that
  ///   were deleted, inserted or moved without an image.
  @usableFromInline func batch(
    of batches: SourceBatches, path: (SourcePath) -> ItemPath?, section: (SourceSection) -> Int?,
    numberOfItems: (SourceSection) -> Int, ordersByContent: Bool, own: UpdateBatch
  ) -> UpdateBatch {
    var edits = Edits<ItemPath>(), sectionEdits = Edits<Int>()
    var items = items, sections = sections.makeIterator()
    batches.forEach { source, batch in
      batch.items.forEachEdit { kind, places in
        let old = kind == .insert ? nil : items.next()
        let new = kind == .delete ? nil : path(SourcePath(source: source, path: places.after))
        edits.append(ordersByContent && kind == .update ? .moveAndUpdate : kind, from: old, to: new)
      }
      if batch.sections.isEmpty { return }

      let moves = ItemMoves(batch)
      batch.sections.forEachEdit { kind, places in
        let old = kind == .insert ? nil : sections.next() ?? nil
        let new = kind == .delete ? nil : section(SourceSection(source: source, section: places.after))
        sectionEdits.append(kind, from: old, to: new)
        switch kind {
        case .insert:
          if new != nil { return }
          for item in 0..<numberOfItems(SourceSection(source: source, section: places.after)) {
            let place = ItemPath(section: places.after, item: item)
            if moves.destinations.contains(place) { continue }
            edits.append(.insert, from: nil, to: path(SourcePath(source: source, path: place)))
          }
        case .delete, .move, .moveAndUpdate:
          if old != nil { return }
          for item in 0..<batches.counts(ofSource: source)[places.before] {
            let place = ItemPath(section: places.before, item: item)
            guard moves.leavesWithSection(place, isDeleted: kind == .delete) else { continue }
            let target = kind == .delete ? nil : moves.path(after: place)
            edits.append(
              .move, from: items.next(),
              to: target.flatMap { path(SourcePath(source: source, path: $0)) })
          }
        case .update: break
        }
      }
    }
    own.sections.forEachEdit { sectionEdits.append($0, $1) }
    own.items.forEachEdit { edits.append($0, $1) }
    return UpdateBatch(sections: sectionEdits, items: edits)
  }
}

/// Places of items, to be read in the order in which they were added. A single one needs no memory of its own.
private struct ItemPlaces {
  private var first: ItemPath?
  private var others: [ItemPath?] = []
  private var count = 0
  private var position = 0

  mutating func append(_ place: ItemPath?) {
    if count == 0 { first = place } else { others.append(place) }
    count += 1
  }

  mutating func next() -> ItemPath? {
    defer { position += 1 }
    return position == 0 ? first : others[position - 1]
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

  /// Whether an item of a section that was deleted or moved goes with it.
  func leavesWithSection(_ path: ItemPath, isDeleted: Bool) -> Bool {
    isDeleted ? !origins.contains(path) : self.path(after: path) != nil
  }

  /// Where an item went with its section; nil if it was deleted or moved by itself.
  func path(after path: ItemPath) -> ItemPath? { origins.contains(path) ? nil : map.path(after: path) }
}

extension Edits {
  /// Adds what happened to a thing; one with a single place is deleted or inserted.
  fileprivate mutating func append(_ kind: Kind, from before: Place?, to after: Place?) {
    switch (before, after) {
    case (let before?, let after?): append(kind, Pair(before, after))
    case (let before?, nil): append(.delete, Pair(before, before))
    case (nil, let after?): append(.insert, Pair(after, after))
    case (nil, nil): break
    }
  }
}
