extension ListDiff {
  /// Matches the middles of lists with duplicate identities, and writes the edits.
  @inlinable func matchDuplicates(
    _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, _ edits: inout FoundEdits
  ) throws {
    let oldStart = oldMiddle.lowerBound
    let newStart = newMiddle.lowerBound
    let (oldKinds, newKinds) = try kinds(oldMiddle, newMiddle)
    let targets = try pairDuplicates(oldKinds.buffer, newKinds.buffer, options)
    let taken = Scratch<Bool>(repeating: false, count: newMiddle.count)
    for index in 0..<oldMiddle.count where targets[index] >= 0 {
      taken[Int(targets[index])] = true
      targets[index] = target(oldStart, index, newStart, Int(targets[index]))
    }
    // Replaces the inserts that `lookUp` had collected before it met a repetition.
    edits.inserts = newMiddle.filter { !taken[$0 &- newStart] }
    edits.append(targets: targets, oldStart: oldStart, newStart: newStart)
  }

  /// Returns a number for each element that is equal for equal identities: the first old place of the identity, or -1
  /// for a new element without an equal old one.
  @inlinable func kinds(
    _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>
  ) throws -> (old: Scratch<Int32>, new: Scratch<Int32>) {
    let oldStart = oldMiddle.lowerBound
    let newStart = newMiddle.lowerBound
    let oldKinds = Scratch<Int32>(repeating: -1, count: oldMiddle.count)
    let newKinds = Scratch<Int32>(repeating: -1, count: newMiddle.count)
    // The table has old elements only: a new one without an equal old one has no partner, and needs no number.
    let table = KeyTable(count: oldMiddle.count, places: oldMiddle.count)
    for place in 0..<oldMiddle.count {
      if place & 0xFFFF == 0 { try options.checkCancellation() }
      let twin = table.insert(place, hash: hash(old[oldStart &+ place])) {
        matching.id(of: old[oldStart &+ $0]) == matching.id(of: old[oldStart &+ place])
      }
      oldKinds[place] = Int32(truncatingIfNeeded: twin < 0 ? place : twin)
    }
    for place in 0..<newMiddle.count {
      if place & 0xFFFF == 0 { try options.checkCancellation() }
      let found = table.find(hash: hash(new[newStart &+ place])) { isSame(oldStart &+ $0, newStart &+ place) }
      newKinds[place] = Int32(truncatingIfNeeded: found)
    }
    return (oldKinds, newKinds)
  }
}

/// Pairs old and new elements of equal kinds so that as many as possible stay in place.
///
/// Every kind has as many pairs as there are elements of it in both lists, so deletes and inserts are minimal in any
/// case. The choice of pairs determines only the number of moves, which is least if the elements that stay are a
/// longest common subsequence.
///
/// - Parameters:
///   - old: The kind of each old element.
///   - new: The kind of each new element: an index below the number of old ones, or -1.
///   - options: Determines whether the longest common subsequence is found, or approximated in linear time, and whether
///     the diff is cancelled.
/// - Returns: For each old element its new place, or -1.
@usableFromInline func pairDuplicates(
  _ old: UnsafeMutableBufferPointer<Int32>, _ new: UnsafeMutableBufferPointer<Int32>, _ options: DiffOptions
) throws -> Scratch<Int32> {
  let pairing = DuplicatePairing(old: old, new: new)
  var search = LongestCommonSubsequence(old: pairing.oldKinds, new: pairing.newKinds, isCancelled: options.isCancelled)
  let whole = (pairing.oldKinds.indices, pairing.newKinds.indices)
  // Linear in the number of elements. The constant allows for a longest common subsequence of some thousand elements,
  // or of some thousand edits.
  let budget = options.pairingBudget ?? 64 * (whole.0.count + whole.1.count) + 4_000_000
  let runs =
    try search.runs(whole.0, whole.1, budget: options.effort == .minimal ? .max : budget)
    ?? pairing.runsBetweenAnchors(&search, budget: budget)
  return pairing.pairs(along: runs)
}

/// The elements of two lists whose kinds occur in both.
struct DuplicatePairing {
  let oldCount: Int
  let oldPlaces: [Int]
  let newPlaces: [Int]
  let oldKinds: [Int32]
  let newKinds: [Int32]

  init(old: UnsafeMutableBufferPointer<Int32>, new: UnsafeMutableBufferPointer<Int32>) {
    oldCount = old.count
    var isCommon = Array(repeating: false, count: old.count)
    for kind in new where kind >= 0 { isCommon[Int(kind)] = true }
    oldPlaces = old.indices.filter { isCommon[Int(old[$0])] }
    newPlaces = new.indices.filter { new[$0] >= 0 }
    oldKinds = oldPlaces.map { old[$0] }
    newKinds = newPlaces.map { new[$0] }
  }

  /// Pairs the elements on the runs, and the others in order.
  func pairs(along runs: [Run<Int>]) -> Scratch<Int32> {
    let targets = Scratch<Int32>(repeating: -1, count: oldCount)
    var isTaken = Array(repeating: false, count: newPlaces.count)
    for run in runs {
      for index in 0..<run.length {
        targets[oldPlaces[run.before + index]] = Int32(truncatingIfNeeded: newPlaces[run.after + index])
        isTaken[run.after + index] = true
      }
    }
    pairRest(targets, isTaken)
    return targets
  }

  /// Returns the runs of a common subsequence that is close to a longest one. Elements that occur once in both lists
  /// are anchors; the ranges between two anchors are searched separately.
  ///
  /// - Source: the idea is that of Bram Cohen's patience diff.
  func runsBetweenAnchors(_ search: inout LongestCommonSubsequence, budget: Int) throws -> [Run<Int>] {
    var runs: [Run<Int>] = []
    var (oldStart, newStart) = (0, 0)
    // The last pair is behind both lists, so that the ranges behind the last anchor are searched, too.
    for anchor in anchors() + [PlacePair(oldKinds.count, newKinds.count)] {
      let (oldGap, newGap) = (oldStart..<anchor.before, newStart..<anchor.after)
      if !oldGap.isEmpty, !newGap.isEmpty {
        let budget = min(budget, 64 * (oldGap.count + newGap.count) + 4_096)
        runs +=
          try search.runs(oldGap, newGap, budget: budget)
          ?? commonRuns(oldKinds, newKinds, oldGap, newGap, search.isCancelled)
      }
      if anchor.before < oldKinds.count { runs.append(Run(anchor.before, anchor.after, length: 1)) }
      oldStart = anchor.before + 1
      newStart = anchor.after + 1
    }
    return runs
  }

  /// Returns the elements that occur once in both lists, alone or as the first of eight consecutive elements, and that
  /// stay in place.
  private func anchors() -> [PlacePair<Int>] {
    var runs: [Run<Int>] = []
    // Sequences of eight are unique more often than single elements, in a text with many equal lines for example.
    for pair in Set(uniqueWindows(of: 1) + uniqueWindows(of: 8)).sorted() {
      if let last = runs.last, last.end == pair.before, last.after + last.length == pair.after {
        runs[runs.count - 1].length += 1
      } else {
        runs.append(Run(pair.before, pair.after, length: 1))
      }
    }
    // Anchors may not cross each other. The fewest that have to be left out for this are those that would have to
    // move.
    let moved = Set(Runs(runs).fewestMoves().map(\.before))
    return runs.filter { !moved.contains($0.before) }.flatMap(\.pairs)
  }

  /// Returns the first places of sequences of `width` consecutive elements that occur once in both lists.
  private func uniqueWindows(of width: Int) -> [PlacePair<Int>] {
    // For each hash, its only place in each list: -1 for none, -2 for several.
    var places: [UInt64: (old: Int, new: Int)] = [:]
    for (place, hash) in Self.hashes(of: oldKinds, width).enumerated() {
      let first = places[hash]?.old ?? -1
      places[hash] = (first == -1 ? place : -2, -1)
    }
    for (place, hash) in Self.hashes(of: newKinds, width).enumerated() {
      guard let first = places[hash] else { continue }
      places[hash] = (first.old, first.new == -1 ? place : -2)
    }
    return places.values.filter { old, new in
      // Different sequences may have equal hashes.
      old >= 0 && new >= 0 && oldKinds[old..<old + width] == newKinds[new..<new + width]
    }
    .map { PlacePair($0, $1) }
  }

  /// Returns a hash of `width` elements for each place, from that place on.
  ///
  /// - Source: Karp and Rabin, “Efficient randomized pattern-matching algorithms”, 1987: rolling hashes.
  private static func hashes(of kinds: [Int32], _ width: Int) -> [UInt64] {
    // 2⁶⁴ divided by the golden ratio: an odd number whose multiples are spread evenly.
    let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    let top = (0..<width).reduce(UInt64(1)) { power, _ in power &* base }
    var hash: UInt64 = 0
    var hashes: [UInt64] = []
    for place in kinds.indices {
      hash = hash &* base &+ UInt64(kinds[place]) &+ 1
      if place >= width { hash = hash &- (UInt64(kinds[place - width]) &+ 1) &* top }
      if place >= width - 1 { hashes.append(hash) }
    }
    return hashes
  }

  /// Pairs the remaining elements of each kind, in order.
  private func pairRest(_ targets: Scratch<Int32>, _ isTaken: [Bool]) {
    // For each kind, a linked list of the old elements without a partner. It is built from the end, so it is in
    // order.
    var first = Array(repeating: -1, count: oldCount)
    var next = Array(repeating: -1, count: oldKinds.count)
    for index in oldKinds.indices.reversed() where targets[oldPlaces[index]] < 0 {
      let kind = Int(oldKinds[index])
      next[index] = first[kind]
      first[kind] = index
    }
    for index in newKinds.indices where !isTaken[index] {
      let kind = Int(newKinds[index])
      guard first[kind] >= 0 else { continue }
      targets[oldPlaces[first[kind]]] = Int32(truncatingIfNeeded: newPlaces[index])
      first[kind] = next[first[kind]]
    }
  }
}
