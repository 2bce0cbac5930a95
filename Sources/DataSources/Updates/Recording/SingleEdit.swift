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
    case .insertItems(let count, let path): batch.items.append(.insert, path, count)
    case .removeItems(let count, let path): batch.items.append(.delete, path, count)
    case .moveItem(let from, let to): batch.items.append(.move, Pair(moving: from, to: to))
    case .updateItem(let path): batch.items.append(.update, path, 1)
    case .insertSections(let count, let section): batch.sections.append(.insert, section, count)
    case .removeSections(let count, let section): batch.sections.append(.delete, section, count)
    case .moveSection(let from, let to): batch.sections.append(.move, Pair(moving: from, to: to))
    case .updateSection(let section): batch.sections.append(.update, section, 1)
    }
    return batch
  }
}

extension Edits where Place: RecordedPlace {
  /// Adds an edit for each of some neighbours, the first of which is at a place.
  fileprivate mutating func append(_ kind: Kind, _ place: Place, _ count: Int) {
    for place in place.followers(count) { append(kind, Pair(place, place)) }
  }
}

extension Pair where Place: RecordedPlace {
  /// The only move there is, in normal form: of two neighbours that change places, the first one stays.
  fileprivate init(moving from: Place, to: Place) {
    self = to == from.advanced(by: 1) ? Pair(to, from) : Pair(from, to)
  }
}
