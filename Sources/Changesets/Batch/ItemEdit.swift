/// What happened to a single item, where nothing else happened: what most batches come to.
public struct ItemEdit: Hashable, Sendable {
  /// Where the item was; nothing if it was inserted.
  public let before: ItemPath?
  /// Where the item is; nothing if it was deleted.
  public let after: ItemPath?
  /// Whether it is elsewhere among the others.
  public let isMove: Bool
  /// Whether it has another content.
  public let isUpdate: Bool

  /// The item that was at a place is no longer there.
  @inlinable public init(deleting path: ItemPath) {
    (before, after, isMove, isUpdate) = (path, nil, false, false)
  }

  /// The item at a place is new.
  @inlinable public init(inserting path: ItemPath) {
    (before, after, isMove, isUpdate) = (nil, path, false, false)
  }

  /// The item that was at a place is there, or at another one, and is another one or not; not all of these.
  @inlinable init(_ places: Pair<ItemPath>, isMove: Bool, isUpdate: Bool) {
    (before, after) = (places.before, places.after)
    (self.isMove, self.isUpdate) = (isMove, isUpdate)
  }

  /// The item that was at a place is at another one.
  @inlinable public init(moving places: Pair<ItemPath>, andUpdating isUpdate: Bool = false) {
    self.init(places, isMove: true, isUpdate: isUpdate)
  }

  /// The item that was at a place has another content.
  @inlinable public init(updating places: Pair<ItemPath>) {
    self.init(places, isMove: false, isUpdate: true)
  }
}

extension ItemEdit {
  /// The only edit there is; nothing if there are others, or none.
  @usableFromInline init?(_ edits: Edits<ItemPath>) {
    guard !edits.isReload else { return nil }
    switch (edits.deletes.count, edits.inserts.count, edits.moves.count, edits.updates.count) {
    case (1, 0, 0, 0): self.init(deleting: edits.deletes[0])
    case (0, 1, 0, 0): self.init(inserting: edits.inserts[0])
    case (0, 0, 1, 0): self.init(moving: edits.moves[0])
    case (0, 0, 0, 1): self.init(updating: edits.updates[0])
    case (0, 0, 1, 1) where edits.moves[0] == edits.updates[0]: self.init(moving: edits.moves[0], andUpdating: true)
    default: return nil
    }
  }

  /// How many deletes, inserts, moves and updates it is.
  @inlinable var count: Int { isMove && isUpdate ? 2 : 1 }

  /// Whether it is in normal form: places are possible, a move does move, and of two neighbours that change places it is the second
  /// that does.
  var isPlain: Bool {
    guard before?.isPossible != false, after?.isPossible != false else { return false }
    guard let before, let after else { return true }
    return isMove ? Pair(before, after).isPlain : before == after
  }

  /// The same as lists.
  @usableFromInline var edits: Edits<ItemPath> {
    switch (before, after) {
    case (let before?, let after?):
      let places = [Pair(before, after)]
      return Edits(moves: isMove ? places : [], updates: isUpdate ? places : [])
    case (let before?, nil): return Edits(deletes: [before])
    case (nil, let after?): return Edits(inserts: [after])
    case (nil, nil): return Edits()
    }
  }
}
