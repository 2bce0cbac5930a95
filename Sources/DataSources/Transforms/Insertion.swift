import Changesets

/// A run of items that stands between the items of a section.
struct Insertion: Equatable {
  /// Where the first of them stands; nothing where they have no place.
  var place: ItemPath?
  /// How many there are.
  var count = 0

  /// Where an item of the main source stands.
  func path(ofMain path: ItemPath) -> ItemPath {
    guard let place, path.section == place.section, path.item >= place.item else { return path }
    return ItemPath(section: path.section, item: path.item + count)
  }

  /// Where an inserted item stands; nothing where there is no such item, or no place.
  func path(ofInserted item: Int) -> ItemPath? {
    guard let place, (0..<count).contains(item) else { return nil }
    return ItemPath(section: place.section, item: place.item + item)
  }

  /// What stands at a place that exists.
  func sourcePath(for path: ItemPath) -> SourcePath {
    guard let place, path.section == place.section, path.item >= place.item else {
      return SourcePath(source: 0, path: path)
    }
    let offset = path.item - place.item
    return offset < count
      ? SourcePath(source: 1, path: ItemPath(section: 0, item: offset))
      : SourcePath(source: 0, path: ItemPath(section: path.section, item: path.item - count))
  }
}

extension Insertion {
  /// The items around one that are all before the inserted ones, all inserted, or all behind them.
  ///
  /// - Parameter count: How many items the section has.
  func run(around path: ItemPath, of itemCount: Int) -> Range<Int> {
    guard let place, path.section == place.section else { return 0..<itemCount }
    let end = place.item + count
    return path.item < place.item ? 0..<place.item : path.item < end ? place.item..<end : end..<itemCount
  }
}

extension Insertion {
  /// What happens to items that no batch names: of main, those that stand on the other side of the insertion than
  /// before; or else the inserted ones, which come, go or move.
  ///
  /// - Parameters:
  ///   - old: The insertion before.
  ///   - main: What happened to the main source.
  ///   - inserted: What happened to the inserted source.
  /// - Returns: Edits that are right together with those that are translated from the batches; not in order.
  func crossings(since old: Insertion, main: UpdateBatch, inserted: UpdateBatch) -> Edits<ItemPath> {
    guard let from = old.place, let to = place, SectionMap(main).section(after: from.section) == to.section,
      SectionMap(inserted).isIdentity
    else { return insertedItems(since: old, inserted) }
    let retained = RetainedItems(main)
    let ranks = (retained.before.rank(of: from), retained.after.rank(of: to))
    let crossing = min(ranks.0, ranks.1)..<max(ranks.0, ranks.1)
    if crossing.count > max(old.count, count) { return insertedItems(since: old, inserted) }
    return Edits(
      moves: crossing.map { rank in
        Pair(
          old.path(ofMain: retained.before.path(ofRank: rank, inSection: from.section)),
          path(ofMain: retained.after.path(ofRank: rank, inSection: to.section)))
      })
  }

  /// All inserted items as items that come, go or move.
  private func insertedItems(since old: Insertion, _ inserted: UpdateBatch) -> Edits<ItemPath> {
    let map = PathMap(inserted)
    var edits = Edits<ItemPath>()
    var isOld = Array(repeating: false, count: count)
    for item in 0..<old.count {
      guard let before = old.path(ofInserted: item) else { continue }
      if let target = map.path(after: ItemPath(section: 0, item: item)), target.section == 0,
        let after = path(ofInserted: target.item)
      {
        edits.moves.append(Pair(before, after))
        isOld[target.item] = true
      } else {
        edits.deletes.append(before)
      }
    }
    edits.inserts += (0..<count).filter { !isOld[$0] }.compactMap(path(ofInserted:))
    return edits
  }
}
