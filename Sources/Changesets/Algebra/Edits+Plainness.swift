extension Edits where Place: ListPlace {
  /// Whether a quick look tells that the edits are in normal form. For edits of lists that all keep their places.
  ///
  /// They are where everything is in order and named once, updates are of survivors, and there is no move; or where there
  /// is nothing but one move, and perhaps an update of what moved. Of other edits nothing is known.
  ///
  /// - Complexity: O(*k*), *k* being the number of edits; nothing is allocated.
  var isPlain: Bool {
    switch storage {
    case .none: return true
    case .one(.delete, let places), .one(.insert, let places): return places.before.isPossible
    case .one(.update, let places): return places.before.isPossible && places.before == places.after
    case .one(_, let places): return places.isPlain
    case .reload: return false
    case .many: break
    }
    guard let move = moves.first else { return deletes.isPlain && inserts.isPlain && updatesArePlain }
    return moves.count == 1 && deletes.isEmpty && inserts.isEmpty && move.isPlain
      && (updates.isEmpty || updates.count == 1 && updates[0] == move)
  }

  /// Whether the updates are sorted, and each is of a survivor in both of its places: as many survivors are in front of
  /// it before as after. Deletes and inserts have to be sorted, and there are no moves.
  private var updatesArePlain: Bool {
    var deletes = PlaceReader(places: deletes), inserts = PlaceReader(places: inserts)
    var last: Pair<Place>?
    for update in updates {
      guard update.before.isPossible, update.after.isPossible, update.before.list == update.after.list,
        last.map({ $0 < update }) != false, let before = deletes.gaps(before: update.before),
        let after = inserts.gaps(before: update.after), before == after
      else { return false }
      last = update
    }
    return true
  }
}

extension Pair where Place: ListPlace {
  /// Whether it is in normal form where it is the only move: it does move, and of two neighbours that change places it
  /// is the second.
  var isPlain: Bool {
    before.isPossible && after.isPossible && before != after && before.advanced(1) != after
  }
}

extension EditList where Element: ListPlace {
  /// Whether the places are possible and sorted, and none is named twice.
  fileprivate var isPlain: Bool {
    for index in indices where !self[index].isPossible || index > 0 && self[index - 1] >= self[index] { return false }
    return true
  }
}

/// Reads a sorted list of places along with other places that come in order.
private struct PlaceReader<Place: ListPlace> {
  let places: EditList<Place>
  /// The first place not read yet.
  private var next = 0
  /// The first place in the list of the last one that was read.
  private var first = 0

  init(places: EditList<Place>) { self.places = places }

  /// How many places of its list are in front of a place and not named; nothing where it is named itself.
  mutating func gaps(before place: Place) -> Int? {
    while next < places.count, places[next] < place {
      if places[next].list != places[first].list { first = next }
      next += 1
    }
    if next < places.count, places[next] == place { return nil }
    let isFirstOfList = next == first || places[first].list != place.list
    return place.index - (isFirstOfList ? 0 : next - first)
  }
}
