/// One diff of two lists.
///
/// What the lists have in common at both ends is compared in place, keys and content in one pass. Between them, a search for a
/// short script comes first: it needs no hashing. Only where it finds none, keys are hashed.
///
/// Everything generic here is inlinable, so that it is compiled for the client's types: that is four to ten times faster than
/// unspecialised code. Pointers come from `withUnsafeBufferPointer` and are used within it only; every index is below the
/// count of its buffer.
@usableFromInline struct ListDiff<M: Matching> {
  @usableFromInline let old: UnsafeBufferPointer<M.Element>
  @usableFromInline let new: UnsafeBufferPointer<M.Element>
  @usableFromInline let matching: M
  @usableFromInline let options: DiffOptions

  @inlinable init(
    from old: UnsafeBufferPointer<M.Element>, to new: UnsafeBufferPointer<M.Element>, matching: M, options: DiffOptions
  ) {
    self.old = old
    self.new = new
    self.matching = matching
    self.options = options
  }

  @inlinable @inline(__always) func isSame(_ before: Int, _ after: Int) -> Bool {
    matching.id(of: old[before]) == matching.id(of: new[after])
  }

  @inlinable @inline(__always) func isUnchanged(_ before: Int, _ after: Int) -> Bool {
    matching.hasSameContent(old[before], new[after])
  }

  /// Writes the edits, in normal form, to empty ones.
  @inlinable @inline(__always) func run(into edits: inout Edits<Int>) throws {
    if options.isOverLimit(Swift.max(old.count, new.count)) { return edits.isReload = true }
    try options.checkCancellation()

    let start = commonPrefix(&edits.updates)
    var tail = EditList<Pair<Int>>()
    let rest = commonSuffix(from: start, &tail)
    let (oldMiddle, newMiddle) = (start..<old.count &- rest, start..<new.count &- rest)
    if oldMiddle.isEmpty {
      edits.inserts = EditList(newMiddle)
    } else if newMiddle.isEmpty {
      edits.deletes = EditList(oldMiddle)
    } else if try !searchShortScript(oldMiddle, newMiddle, &edits) {
      try matchKeys(oldMiddle, newMiddle, &edits)
    }
    if !tail.isEmpty { edits.updates += tail.reversed() }
    if edits.count > options.editLimit { edits = .reload }
  }

  /// Where the lists begin to differ; elements of changed content up to there are appended to the updates.
  @inlinable @inline(__always) func commonPrefix(_ updates: inout EditList<Pair<Int>>) -> Int {
    let most = Swift.min(old.count, new.count)
    for place in 0..<most {
      guard isSame(place, place) else { return place }
      if !isUnchanged(place, place) { updates.append(Pair(place, place)) }
    }
    return most
  }

  /// How many elements the lists have in common at their end, behind a place; those of changed content are appended to the
  /// updates, the last one first.
  @inlinable @inline(__always) func commonSuffix(from start: Int, _ updates: inout EditList<Pair<Int>>) -> Int {
    var (oldPlace, newPlace) = (old.count &- 1, new.count &- 1)
    while oldPlace >= start, newPlace >= start, isSame(oldPlace, newPlace) {
      if !isUnchanged(oldPlace, newPlace) { updates.append(Pair(oldPlace, newPlace)) }
      oldPlace &-= 1
      newPlace &-= 1
    }
    return old.count &- 1 &- oldPlace
  }
}

/// The edits that lead from one state of a list to the next, by a matching of your own.
///
/// - Parameters:
///   - old: The state before.
///   - new: The state after.
///   - matching: How elements are matched and compared.
///   - options: How the diff is made.
/// - Throws: `CancellationError`; ``UpdateError`` about duplicates if the options ask for it.
/// - Complexity: O(*n*) on average, *n* being the number of elements, and O(*m* log *m*) for *m* elements out of order.
@inlinable public func diff<M: Matching>(
  from old: [M.Element], to new: [M.Element], matching: M, options: DiffOptions = DiffOptions()
) throws -> Edits<Int> {
  try inlinedDiff(from: old, to: new, matching: matching, options: options)
}

/// The same, compiled into the caller, who knows the closures of a ``ClosureMatching``: they become part of the loops.
@inlinable @inline(__always) func inlinedDiff<M: Matching>(
  from old: [M.Element], to new: [M.Element], matching: M, options: DiffOptions
) throws -> Edits<Int> {
  if options.isOverLimit(Swift.max(old.count, new.count)) { return .reload }
  if options.duplicates != .pairInOrder, let edits = try diffByPolicy(from: old, to: new, matching, options) {
    return edits
  }
  var edits = Edits<Int>()
  try old.withUnsafeBufferPointer { old in
    try new.withUnsafeBufferPointer { new in
      try ListDiff(from: old, to: new, matching: matching, options: options).run(into: &edits)
    }
  }
  return edits
}
