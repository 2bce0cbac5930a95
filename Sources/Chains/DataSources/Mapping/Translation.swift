public import Changesets

/// Translates the batches of the sources into a batch of the transform: paths before by the mapping as it was before,
/// and paths after by the mapping as it is after.
///
/// An edit of a source's section is the same edit of the section that shows it. If none shows it, the edit is
/// translated for each of its items. If only one of the two paths of an edit can be translated, the edit becomes a
/// deletion or an insertion:
///
///     source edit           path before    path after     edit of the transform
///     move (0, 1) (0, 4)    (0, 0)         (0, 2)         move (0, 0) (0, 2)
///     update (0, 3)         (0, 1)         hidden         delete (0, 1)
///     update (0, 3)         hidden         (0, 1)         insert (0, 1)
///     move (0, 1) (0, 4)    hidden         hidden         none
///
/// Paths before can be translated only while the mapping is in the former state, and paths after only when it has been
/// updated. So the initializer translates all paths before, and
/// ``batch(of:path:section:numberOfItems:ordersByContent:own:)`` those after. Both read the edits in the same order, so
/// that the results can be stored in a plain list.
@usableFromInline struct Translation {
  /// The former paths of items, or `nil` for hidden ones, in the order in which the batches are read.
  private var items = ItemPlaces()
  private var sections: [Int?] = []

  /// Translates all paths before.
  ///
  /// - Parameters:
  ///   - path: Returns the path at which an item was shown.
  ///   - section: Returns the section that showed a section.
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
        // No section shows this one, so its items are translated one by one, except for those that the batch moves
        // individually: these are among its edits of items.
        guard old == nil, kind != .update else { return }
        for item in 0..<batches.counts(ofSource: source)[places.before] {
          let place = ItemPath(section: places.before, item: item)
          guard moves.leavesWithSection(place, isDeleted: kind == .delete) else { continue }
          items.append(path(SourcePath(source: source, path: place)))
        }
      }
    }
  }

  /// Translates all paths after.
  ///
  /// - Parameters:
  ///   - path: Returns the path at which an item is shown.
  ///   - section: Returns the section that shows a section.
  ///   - numberOfItems: Returns the number of items in a section of a source. Called for sections that were inserted.
  ///   - ordersByContent: Whether an update may change the position of an item among the retained ones.
  ///   - own: The edits of the mapping's own sections, and of items that the sources' batches do not name.
  /// - Returns: The batch of the transform; its link brings it into normal form.
  /// - Complexity: O(*k* log *k*) beside the *k* conversions of paths, *k* being the number of edits, and of items in
  ///   sections that were deleted, inserted or moved and that no section shows.
  @usableFromInline mutating func batch(
    of batches: SourceBatches, path: (SourcePath) -> ItemPath?, section: (SourceSection) -> Int?,
    numberOfItems: (SourceSection) -> Int, ordersByContent: Bool, own: UpdateBatch
  ) -> UpdateBatch {
    var edits = Edits<ItemPath>(), sectionEdits = Edits<Int>()
    var sections = sections.makeIterator()
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
          // The section that shows it is inserted with all its items.
          if new != nil { return }
          for item in 0..<numberOfItems(SourceSection(source: source, section: places.after)) {
            let place = ItemPath(section: places.after, item: item)
            if moves.destinations.contains(place) { continue }
            edits.append(.insert, from: nil, to: path(SourcePath(source: source, path: place)))
          }
        case .delete, .move, .moveAndUpdate:
          // Here, too, the items went with their section. Otherwise their former paths follow in `items`, in the
          // order in which the initializer has read them.
          if old != nil { return }
          for item in 0..<batches.counts(ofSource: source)[places.before] {
            let place = ItemPath(section: places.before, item: item)
            guard moves.leavesWithSection(place, isDeleted: kind == .delete) else { continue }
            // Without a target, the move becomes a deletion.
            let target = kind == .delete ? nil : moves.newPath(of: place)
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

/// A queue of paths. A single one needs no allocation.
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

/// The items that a batch moves individually, and those that move with their section.
private struct ItemMoves {
  let origins: Set<ItemPath>
  let destinations: Set<ItemPath>
  private let map: PathMap

  init(_ batch: UpdateBatch) {
    map = PathMap(batch)
    origins = Set(batch.items.moves.lazy.map(\.before))
    destinations = Set(batch.items.moves.lazy.map(\.after))
  }

  /// Returns whether an item of a section that was deleted or moved is deleted or moved with it.
  func leavesWithSection(_ path: ItemPath, isDeleted: Bool) -> Bool {
    isDeleted ? !origins.contains(path) : self.newPath(of: path) != nil
  }

  /// Returns the path of an item that moved with its section, or `nil` if it was deleted or moved individually.
  func newPath(of path: ItemPath) -> ItemPath? { origins.contains(path) ? nil : map.newPath(of: path) }
}

extension Edits {
  /// Adds an edit. If only one of the paths is present, the edit is a deletion or an insertion.
  fileprivate mutating func append(_ kind: Kind, from before: Place?, to after: Place?) {
    switch (before, after) {
    case (let before?, let after?): append(kind, PlacePair(before, after))
    case (let before?, nil): append(.delete, PlacePair(before, before))
    case (nil, let after?): append(.insert, PlacePair(after, after))
    case (nil, nil): break
    }
  }
}
