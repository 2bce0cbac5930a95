import Changesets

/// One edit, as a recorder is told of it.
enum SingleEdit: Sendable {
  case insertItems(Int, at: ItemPath)
  case removeItems(Int, at: ItemPath)
  case moveItem(from: ItemPath, to: ItemPath)
  case updateItem(at: ItemPath)
  case insertSections(Int, at: Int)
  case removeSections(Int, at: Int)
  case moveSection(from: Int, to: Int)
  case updateSection(at: Int)
}

extension SingleEdit {
  /// Whether it changes nothing.
  var isEmpty: Bool {
    switch self {
    case .insertItems(let count, _), .removeItems(let count, _): count == 0
    case .insertSections(let count, _), .removeSections(let count, _): count == 0
    case .moveItem(let from, let to): from == to
    case .moveSection(let from, let to): from == to
    case .updateItem, .updateSection: false
    }
  }

  /// The batch of this edit alone, in normal form.
  var batch: UpdateBatch {
    var batch = UpdateBatch()
    switch self {
    case .insertItems(let count, let path): batch.items.inserts += path.followers(count)
    case .removeItems(let count, let path): batch.items.deletes += path.followers(count)
    case .moveItem(let from, let to): batch.items.moves = [Pair(moving: from, to: to)]
    case .updateItem(let path): batch.items.updates = [Pair(path, path)]
    case .insertSections(let count, let section): batch.sections.inserts += section.followers(count)
    case .removeSections(let count, let section): batch.sections.deletes += section.followers(count)
    case .moveSection(let from, let to): batch.sections.moves = [Pair(moving: from, to: to)]
    case .updateSection(let section): batch.sections.updates = [Pair(section, section)]
    }
    return batch
  }
}

extension Pair where Place: RecordedPlace {
  /// The only move there is, in normal form: of two neighbours that change places, the first one stays.
  fileprivate init(moving from: Place, to: Place) {
    self = to == from.advanced(by: 1) ? Pair(to, from) : Pair(from, to)
  }
}
