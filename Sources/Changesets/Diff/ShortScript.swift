/// What a search for a short script has found in the middles of two lists.
@usableFromInline struct ShortScript {
  /// What is common, from the left to the right.
  private var runs: [Run<Int>]
  /// The old places between the runs.
  @usableFromInline let deletes: [Int]
  /// The new places between the runs.
  @usableFromInline let inserts: [Int]
  /// Pairs of equal identity and different content that the search has come across; some may be on no run, or there
  /// twice.
  @usableFromInline var changed: [Pair<Int>]

  @usableFromInline init(
    _ search: ShortestEdit, _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, changed: [Pair<Int>]
  ) {
    var search = search
    runs = search.path().runs.map {
      Run($0.before + oldMiddle.lowerBound, $0.after + newMiddle.lowerBound, length: $0.length)
    }
    deletes = Gaps(between: runs.map { $0.before..<$0.end }, in: oldMiddle).flatMap(\.self)
    inserts = Gaps(between: runs.map { $0.after..<$0.after + $0.length }, in: newMiddle).flatMap(\.self)
    self.changed = []
    self.changed = changed.filter { isOnRun($0) }
  }

  private func isOnRun(_ pair: Pair<Int>) -> Bool {
    let position = runs.firstPosition { $0.before > pair.before } - 1
    guard position >= 0, pair.before < runs[position].end else { return false }
    return pair.before - runs[position].before == pair.after - runs[position].after
  }

  /// Writes the script, in which some deletes and inserts are moves, to edits.
  @usableFromInline mutating func write(moves: [Pair<Int>], to edits: inout Edits<Int>) {
    for pair in changed.sorted() where pair != edits.updates.last { edits.updates.append(pair) }
    guard !moves.isEmpty else {
      edits.deletes = EditList(deletes)
      edits.inserts = EditList(inserts)
      return
    }
    let movedFrom = Set(moves.map(\.before))
    let movedTo = Set(moves.map(\.after))
    edits.deletes = EditList(deletes.filter { !movedFrom.contains($0) })
    edits.inserts = EditList(inserts.filter { !movedTo.contains($0) })
    // The search leaves as many as possible in place, but not always the leftmost ones.
    edits.moves = EditList(Runs(runs + moves.map { Run($0.before, $0.after, length: 1) }).fewestMoves())
  }
}
