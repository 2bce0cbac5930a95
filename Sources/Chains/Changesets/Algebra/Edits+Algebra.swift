extension Edits where Place == Int {
  /// Returns the shortest edits with the same meaning: sorted lists without repetitions, and the fewest moves.
  ///
  /// The elements that do not move are the leftmost of the longest increasing subsequences of the survivors, so any two
  /// edits with the same meaning have the same normal form. Contradictory edits have a meaning, too: a move that
  /// contradicts a delete, an insert or an earlier move (in the order of the pairs) is the delete of its place before
  /// and the insert of its place after; an update whose two places do not belong to the same surviving element is
  /// ignored, and so is an impossible place. A reload has no lists.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits; O(*k*), without allocating memory, for edits in
  ///   normal form without moves.
  public func normalized() -> Edits { isPlain ? self : Edits(Correspondence(self)) }

  /// Returns the edits, in normal form, that have the effect of these followed by others.
  ///
  /// An element that is inserted and then deleted is in neither. An element that is inserted and then updated or moved
  /// is inserted. An element that is updated or moved and then deleted is deleted. A reload before or after any edits
  /// is a reload.
  ///
  /// - Parameter next: Edits whose before space is the after space of these.
  /// - Complexity: O((*a* + *b*) log(*a* + *b*)) for *a* and *b* edits.
  public func composed(with next: Edits) -> Edits {
    Edits(Correspondence(self).followed(by: Correspondence(next)))
  }

  /// Returns the edits, in normal form, that lead from the state after to the state before.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  public func inverted() -> Edits { Edits(Correspondence(self).inverted) }

  /// Returns the state after, given the state before. Elements that stay or move are taken from the state before.
  ///
  /// ```swift
  /// let new = try edits.applied(to: old, count: source.count) { source[$0] }
  /// ```
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - count: The number of elements after.
  ///   - element: Returns the element at a place after. It is called for inserted and updated elements only, and for
  ///     every element of a reload.
  /// - Throws: ``UpdateError`` if the edits do not fit, see ``validate(before:after:link:)``; errors of `element`.
  /// - Complexity: O(*n* + *k* log *k*), *n* being the greater number of elements and *k* the number of edits.
  public func applied<Element>(
    to old: [Element], count: Int, taking element: (Int) throws -> Element
  ) throws -> [Element] {
    try validate(before: old.count, after: count)
    return try Correspondence(self).applied(to: [old], counts: [count], taking: element).first ?? []
  }

  /// Returns the state after, given both states: elements that stay or move are those of the state before, inserted and
  /// updated ones those of the state after.
  ///
  /// ```swift
  /// let shown = try edits.applied(to: old, taking: new)
  /// ```
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  /// - Throws: ``UpdateError`` if the edits do not fit, see ``validate(before:after:link:)``.
  /// - Complexity: O(*n* + *k* log *k*), *n* being the greater number of elements and *k* the number of edits.
  public func applied<Element>(to old: [Element], taking new: [Element]) throws -> [Element] {
    try applied(to: old, count: new.count) { new[$0] }
  }
}

extension UpdateBatch {
  /// Returns the state after, given the state before. Items that stay or move are taken from the state before.
  ///
  /// - Parameters:
  ///   - old: The items of each section before.
  ///   - counts: The number of items of each section after.
  ///   - item: Returns the item at a path after. It is called for inserted and updated items only, and for every item
  ///     of a reload.
  /// - Throws: ``UpdateError`` if the batch does not fit, see ``validate(before:after:link:)``; errors of `item`.
  /// - Complexity: O(*n* + (*s* + *k*) log (*s* + *k*)), *n* being the greater number of items, *s* the greater number
  ///   of sections and *k* the number of edits.
  public func applied<Item>(
    to old: [[Item]], counts: [Int], taking item: (ItemPath) throws -> Item
  ) throws -> [[Item]] {
    try validate(before: old.map(\.count), after: counts)
    return try itemCorrespondence.applied(to: old, counts: counts, taking: item)
  }

  /// Returns the state after, given both states: items that stay or move are those of the state before, inserted and
  /// updated ones those of the state after.
  ///
  /// - Parameters:
  ///   - old: The items of each section before.
  ///   - new: The items of each section after.
  /// - Throws: ``UpdateError`` if the batch does not fit, see ``validate(before:after:link:)``.
  /// - Complexity: O(*n* + (*s* + *k*) log (*s* + *k*)), *n* being the greater number of items, *s* the greater number
  ///   of sections and *k* the number of edits.
  public func applied<Item>(to old: [[Item]], taking new: [[Item]]) throws -> [[Item]] {
    try applied(to: old, counts: new.map(\.count)) { new[$0.section][$0.item] }
  }
}

extension Correspondence {
  /// Returns the lists after, given lists before that fit.
  fileprivate func applied<Element>(
    to old: [[Element]], counts: [Int], taking element: (Place) throws -> Element
  ) rethrows -> [[Element]] {
    let back = inverted.withRuns(in: counts.indices)
    var new: [[Element]] = []
    for (list, count) in counts.enumerated() {
      var elements: [Element] = []
      for run in back.runs.leaving(list) {
        // The inverse has the places after first: those in front of a run, and behind the last one, have no element
        // before.
        while elements.count < run.before.index {
          elements.append(try element(Place(list: list, index: elements.count)))
        }
        let length = min(run.length, count - elements.count)
        elements += old[run.after.list][run.after.index..<run.after.index + length]
      }
      while elements.count < count { elements.append(try element(Place(list: list, index: elements.count))) }
      new.append(elements)
    }
    for update in updates { new[update.after.list][update.after.index] = try element(update.after) }
    return new
  }
}

extension Edits where Place == Int {
  /// Returns the edits, in normal form, after a comparison of both states: an update without a change of content is
  /// dropped, and an element that was deleted and inserted again stays or moves, and is updated if its content changed.
  ///
  /// Elements of equal identity are paired in order. A reload stays a reload; use `diff` for that. Places that do not
  /// exist in the states are left as they are.
  ///
  /// - Complexity: O(*k* log *k*) on average, *k* being the number of edits.
  package func refined<M: Matching>(from old: [M.Element], to new: [M.Element], matching: M) -> Edits {
    let correspondence = Correspondence(self).withRuns(in: [0])
    return Edits(
      correspondence.refined(
        deletes: correspondence.deletes, inserts: correspondence.inverted.deletes, matching: matching,
        old: { old.element(at: $0) }, new: { new.element(at: $0) }))
  }
}

extension Array {
  func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Edits where Place: NamedPlace {
  /// Throws an error if a place does not exist in its space.
  ///
  /// - Parameters:
  ///   - before: The number of elements of each list before.
  ///   - after: The number of elements of each list after.
  func checkPlaces(before: [Int], after: [Int]) throws {
    func check(_ place: Place, _ happens: String, _ counts: [Int], _ space: String) throws {
      guard counts.indices.contains(place.list), place.isPossible, place.index < counts[place.list] else {
        let (what, count) =
          counts.indices.contains(place.list)
          ? (place.listName, counts[place.list]) : ("sections", counts.count)
        throw UpdateError(
          .outOfRange,
          "Invalid update: \(place.name) \(happens), but the number of \(what) \(space) the update is \(count). "
            + (space == "before"
              ? "Deletes, and the first places of moves and updates, count in the state before."
              : "Inserts, and the second places of moves and updates, count in the state after."))
      }
    }
    for place in deletes { try check(place, "is deleted", before, "before") }
    for place in inserts { try check(place, "is inserted", after, "after") }
    for move in moves {
      try check(move.before, "is moved", before, "before")
      try check(move.after, "is moved to", after, "after")
    }
    for update in updates {
      try check(update.before, "is updated", before, "before")
      try check(update.after, "is updated", after, "after")
    }
  }

  /// Throws an error if a place before is vacated by two edits, or a place after is occupied by two.
  func checkContradictions() throws {
    func contradiction(_ place: Place, _ what: String) -> UpdateError {
      UpdateError(.contradiction, "Invalid update: \(place.name) \(what). Only one of the two can be.")
    }
    let deleted = Set(deletes), inserted = Set(inserts)
    var left: Set<Place> = [], reached: Set<Place> = []
    for move in moves {
      if deleted.contains(move.before) { throw contradiction(move.before, "is both deleted and moved") }
      if inserted.contains(move.after) { throw contradiction(move.after, "is both inserted and moved to") }
      if !left.insert(move.before).inserted { throw contradiction(move.before, "is moved twice") }
      if !reached.insert(move.after).inserted { throw contradiction(move.after, "is moved to twice") }
    }
  }

  /// Throws an error if the two places of an update do not belong to the same surviving element.
  func checkUpdates(_ correspondence: Correspondence<Place>) throws {
    for update in updates {
      let place = correspondence.image(of: update.before)
      guard place != update.after else { continue }
      let reason = place.map { "it is \($0.name) after the update, not \(update.after.name)" } ?? "it is deleted"
      throw UpdateError(
        .contradiction,
        "Invalid update: \(update.before.name) is updated, but \(reason). "
          + "An update names the place that its item has before, and the one that deletes, inserts and moves lead it to."
      )
    }
  }
}

/// A place that has a name in error messages.
protocol NamedPlace: ListPlace {
  /// The name of the place in error messages.
  var name: String { get }
  /// The name of the elements of its list in error messages, in the plural.
  var listName: String { get }
}

extension Int: NamedPlace {
  var name: String { "section \(self)" }
  var listName: String { "sections" }
}

extension ItemPath: NamedPlace {
  var name: String { "row \(item) of section \(section)" }
  var listName: String { "rows in section \(section)" }
}

extension Edits where Place: ListPlace {
  /// Whether a quick check finds the edits to be in normal form. For edits within lists that keep their places.
  ///
  /// They pass if the lists are sorted without repetitions, updates refer to survivors, and there are no moves; or if
  /// there is one move, possibly with an update of the moved element, and no other edit. Edits that do not pass may
  /// still be in normal form.
  ///
  /// - Complexity: O(*k*), *k* being the number of edits; no memory is allocated.
  var isPlain: Bool {
    if isReload { return false }
    if let single {
      switch single.kind {
      case .delete, .insert: return single.places.before.isPossible
      case .update: return single.places.before.isPossible && single.places.before == single.places.after
      case .move, .moveAndUpdate: return single.places.isPlain
      }
    }
    if lists == nil { return true }
    guard let move = moves.first else { return deletes.isPlain && inserts.isPlain && updatesArePlain }
    return moves.count == 1 && deletes.isEmpty && inserts.isEmpty && move.isPlain
      && (updates.isEmpty || updates.count == 1 && updates[0] == move)
  }

  /// Whether the updates are sorted, and the two places of each belong to the same survivor: the number of survivors in
  /// front of it is the same before and after. Requires sorted deletes and inserts, and that there are no moves.
  private var updatesArePlain: Bool {
    var deletes = PlaceReader(places: deletes), inserts = PlaceReader(places: inserts)
    var last: PlacePair<Place>?
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

extension PlacePair where Place: ListPlace {
  /// Whether the pair is in normal form as the only move: the places differ, and when two neighbours change places, it
  /// is the second one that moves.
  var isPlain: Bool {
    before.isPossible && after.isPossible && before != after && before.advanced(1) != after
  }
}

extension EditList where Element: ListPlace {
  /// Whether the places are possible and sorted, without repetitions.
  fileprivate var isPlain: Bool {
    for index in indices where !self[index].isPossible || index > 0 && self[index - 1] >= self[index] { return false }
    return true
  }
}

/// Reads a sorted list of places in step with a sequence of other places in ascending order.
private struct PlaceReader<Place: ListPlace> {
  let places: EditList<Place>
  /// The index of the first place that has not been passed.
  private var next = 0
  /// The index of the first place that is in the same list as the place passed last.
  private var first = 0

  init(places: EditList<Place>) { self.places = places }

  /// Returns the number of places in front of a place, in its list, that are not in `places`; `nil` if the place itself
  /// is.
  mutating func gaps(before place: Place) -> Int? {
    while next < places.count, places[next] < place {
      // In another list, the places are counted from its first one on.
      if places[next].list != places[first].list { first = next }
      next += 1
    }
    if next < places.count, places[next] == place { return nil }
    // `first` is still in an earlier list if no place of this one has been passed.
    let isFirstOfList = next == first || places[first].list != place.list
    return place.index - (isFirstOfList ? 0 : next - first)
  }
}
