extension Edits where Place == Int {
  /// The shortest way to say the same: lists are sorted and name no place twice, and there are as few moves as can be.
  ///
  /// What stays in place is the leftmost of the longest increasing subsequences of the survivors, so any two edits that say
  /// the same have the same normal form. Edits that contradict themselves say something too: a move that disagrees with a
  /// delete, an insert or an earlier move (in the order of the pairs) is the delete of the one place and the insert of the
  /// other; an update that is not of a survivor, in both of its places, says nothing; nor does a place that no list can
  /// have. Edits that are a reload have no lists.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits; O(*k*), without allocating memory, where they are in normal
  ///   form without moves.
  public func normalised() -> Edits {
    isPlain ? self : Edits(Correspondence(self))
  }

  /// The edits, in normal form, that do what these and then others do.
  ///
  /// What was inserted and then deleted never was; what was inserted and then updated or moved is inserted; what was updated
  /// or moved and then deleted is deleted. A reload before or after anything is a reload.
  ///
  /// - Parameter next: Edits whose before space is the after space of these.
  /// - Complexity: O((*a* + *b*) log(*a* + *b*)) for *a* and *b* edits.
  public func composed(with next: Edits) -> Edits {
    Edits(Correspondence(self).followed(by: Correspondence(next)))
  }

  /// The edits, in normal form, that lead back.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  public func inverted() -> Edits {
    Edits(Correspondence(self).inverted)
  }
}

extension Edits where Place == Int {
  /// Returns the state after, given the state before. What is retained or moved is taken from the state before.
  ///
  /// ```swift
  /// let new = try edits.applied(to: old, count: source.count) { source[$0] }
  /// ```
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - count: The number of elements after.
  ///   - element: The element at a place after; asked only for what is inserted or updated, of a reload for everything.
  /// - Throws: ``UpdateError`` where the edits do not fit, see ``validate(before:after:link:)``; what `element` throws.
  /// - Complexity: O(*n* + *k* log *k*), *n* being the greater number of elements, *k* that of edits.
  public func applied<Element>(
    to old: [Element], count: Int, taking element: (Int) throws -> Element
  ) throws -> [Element] {
    try validate(before: old.count, after: count)
    return try Correspondence(self).applied(to: [old], counts: [count], taking: element).first ?? []
  }
}

extension UpdateBatch {
  /// Returns the state after, given the state before. What is retained or moved is taken from the state before.
  ///
  /// - Parameters:
  ///   - old: The items of each section before.
  ///   - counts: The number of items of each section after.
  ///   - item: The item at a path after; asked only for what is inserted or updated, of a reload for everything.
  /// - Throws: ``UpdateError`` where the batch does not fit, see ``validate(before:after:link:)``; what `item` throws.
  /// - Complexity: O(*n* + *k* log *k*), *n* being the greater number of sections and items, *k* that of edits.
  public func applied<Item>(
    to old: [[Item]], counts: [Int], taking item: (ItemPath) throws -> Item
  ) throws -> [[Item]] {
    try validate(before: old.map(\.count), after: counts)
    return try itemCorrespondence.applied(to: old, counts: counts, taking: item)
  }
}

extension Correspondence {
  /// Returns the lists after, given the lists before, which have to fit.
  fileprivate func applied<Element>(
    to old: [[Element]], counts: [Int], taking element: (Place) throws -> Element
  ) rethrows -> [[Element]] {
    let back = inverted.spelledOut(in: counts.indices)
    var new: [[Element]] = []
    for (list, count) in counts.enumerated() {
      var elements: [Element] = []
      for run in back.runs.leaving(list) {
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
  /// What the edits come to, in normal form, when both states are looked at: what has the same content is no update, and
  /// what was deleted and inserted again is retained or moved, and updated if its content changed.
  ///
  /// Elements of the same identity are paired in order. A reload stays one: `diff` is there for that. Places that do not
  /// exist in the states are left as they are.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  ///   - matching: How elements are matched.
  /// - Complexity: O(*k* log *k*) on average, *k* being the number of edits.
  package func refined<M: Matching>(from old: [M.Element], to new: [M.Element], matching: M) -> Edits {
    let correspondence = Correspondence(self).spelledOut(in: [0])
    return Edits(
      correspondence.refined(
        deletes: correspondence.deletes, inserts: correspondence.inverted.deletes, matching: matching,
        old: { old.element(at: $0) }, new: { new.element(at: $0) }))
  }
}

extension Array {
  /// The element at an index, if there is one.
  func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Edits where Place: NamedPlace {
  /// Checks that every place exists in its space.
  ///
  /// - Parameters:
  ///   - before: How long each list is before.
  ///   - after: How long each list is after.
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

  /// Checks that every place before goes one way at most, and that every place after is filled in one way at most.
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

  /// Checks that every update is of something that survives, in both of its places.
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

/// A place that errors can name.
protocol NamedPlace: ListPlace {
  /// The place, as errors call it.
  var name: String { get }
  /// What there is a number of where the place is, as errors call it.
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
  /// Whether a quick look finds the edits in normal form. For edits of lists that all keep their places.
  ///
  /// They are where everything is in order and named once, updates are of survivors, and there is no move; or where there
  /// is only one move, and perhaps an update of what moved. Other edits may be in normal form, too.
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

  /// The number of places of its list in front of a place that are not named; nil where it is named itself.
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
