/// How one state of a list becomes the next: what was deleted, inserted, moved and updated.
///
/// Places of ``deletes``, and the first places of ``moves`` and ``updates``, are in the *before space*, the state before the
/// edits; places of ``inserts``, and the second places, are in the *after space*. Whatever is not named stays: it keeps its
/// order among all that stays. Something that moved and changed is both in ``moves`` and in ``updates``.
///
/// `Edits<Int>` describes a flat list, and the sections of an ``UpdateBatch``; `Edits<ItemPath>` describes the items of an
/// ``UpdateBatch``, where a move may lead to another section.
///
/// Deletes and inserts are sets: naming a place twice is naming it once. The order of the lists has no meaning.
public struct Edits<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// What is no longer there, in before space.
  public var deletes: [Place]
  /// What is new, in after space.
  public var inserts: [Place]
  /// What is elsewhere among what stays.
  public var moves: [Pair<Place>]
  /// What has another content than before.
  public var updates: [Pair<Place>]
  /// Whether everything before was deleted and everything after inserted: a cheaper encoding of any change. The lists are
  /// then without meaning.
  public var isReload: Bool

  /// Makes edits of their parts.
  @inlinable public init(
    deletes: [Place] = [], inserts: [Place] = [], moves: [Pair<Place>] = [], updates: [Pair<Place>] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.updates = updates
    self.isReload = false
  }

  /// Everything before was deleted, and everything after inserted.
  @inlinable public static var reload: Self {
    var edits = Self()
    edits.isReload = true
    return edits
  }

  /// Whether nothing is edited.
  @inlinable public var isEmpty: Bool {
    !isReload && deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// How many deletes, inserts, moves and updates there are.
  @inlinable public var count: Int { deletes.count + inserts.count + moves.count + updates.count }

  /// Makes the edits empty, and keeps the room of the lists.
  @inlinable mutating func removeAll() {
    if !deletes.isEmpty { deletes.removeAll(keepingCapacity: true) }
    if !inserts.isEmpty { inserts.removeAll(keepingCapacity: true) }
    if !moves.isEmpty { moves.removeAll(keepingCapacity: true) }
    if !updates.isEmpty { updates.removeAll(keepingCapacity: true) }
    isReload = false
  }
}

/// Reloads are equal, whatever their lists have.
extension Edits {
  /// Whether the lists are equal, element by element, or both are reloads.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.isReload || rhs.isReload { return lhs.isReload == rhs.isReload }
    return lhs.deletes == rhs.deletes && lhs.inserts == rhs.inserts && lhs.moves == rhs.moves
      && lhs.updates == rhs.updates
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isReload)
    if isReload { return }
    hasher.combine(deletes)
    hasher.combine(inserts)
    hasher.combine(moves)
    hasher.combine(updates)
  }
}
