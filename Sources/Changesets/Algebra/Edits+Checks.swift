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
