import PomonaSupport

/// The runs that the middles of two lists have in common, in the same order in both.
///
/// Elements outside the runs may still have a partner on the other side: those have moved.
@usableFromInline struct Alignment {
  private let oldRange: Range<Int>
  private let newRange: Range<Int>
  private var common: [Run<Int>] = []
  /// Pairs of equal identity and different content, on runs or moved. A pair may occur twice.
  @usableFromInline var changed: [PlacePair<Int>] = []

  @usableFromInline init(of oldRange: Range<Int>, _ newRange: Range<Int>) {
    self.oldRange = oldRange
    self.newRange = newRange
  }

  /// Creates the alignment that a search has found. Pairs in `changed` that are on no run are dropped.
  @usableFromInline init(
    _ search: ShortestEdit, of oldRange: Range<Int>, _ newRange: Range<Int>, changed: [PlacePair<Int>]
  ) {
    self.init(of: oldRange, newRange)
    for run in search.path().runs {
      append(run.before + oldRange.lowerBound, run.after + newRange.lowerBound, length: run.length)
    }
    self.changed = changed.filter(isOnRun)
  }

  private func isOnRun(_ pair: PlacePair<Int>) -> Bool {
    let position = common.partitioningIndex { $0.before > pair.before } - 1
    guard position >= 0, pair.before < common[position].end else { return false }
    return pair.before - common[position].before == pair.after - common[position].after
  }

  /// The common runs, in order.
  @usableFromInline var runs: [(before: Int, after: Int, length: Int)] {
    common.map { ($0.before, $0.after, $0.length) }
  }

  /// Appends a common run that starts at two places. It extends the last run if it continues it.
  @usableFromInline mutating func append(_ before: Int, _ after: Int, length: Int) {
    if length == 0 { return }
    if let last = common.last, last.end == before, last.after + last.length == after {
      common[common.count - 1].length += length
    } else {
      common.append(Run(before, after, length: length))
    }
  }

  /// The ranges of the old and of the new list that are on no run.
  @usableFromInline var gaps: (old: [Range<Int>], new: [Range<Int>]) {
    (
      Self.gaps(between: common.lazy.map { $0.before..<$0.end }, in: oldRange),
      Self.gaps(between: common.lazy.map { $0.after..<$0.after + $0.length }, in: newRange)
    )
  }

  /// Whether at most an eighth of all elements are on no run.
  @usableFromInline var isClose: Bool {
    let count = oldRange.count + newRange.count
    return count - 2 * common.reduce(0) { $0 + $1.length } <= count / 8
  }

  private static func gaps(between ranges: some Sequence<Range<Int>>, in whole: Range<Int>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var start = whole.lowerBound
    for range in ranges {
      if start < range.lowerBound { gaps.append(start..<range.lowerBound) }
      start = range.upperBound
    }
    if start < whole.upperBound { gaps.append(start..<whole.upperBound) }
    return gaps
  }

  /// Writes the deletes, inserts, moves and updates to edits.
  ///
  /// - Parameters:
  ///   - moves: The pairs of elements that are on no run, in the order of their places after.
  ///   - edits: The edits, which have the updates of the elements in front of the middles.
  @usableFromInline func write(moves: [PlacePair<Int>], to edits: inout FoundEdits) {
    // Two searches may have compared the same pair.
    for pair in changed.sorted() where pair != edits.updates.last { edits.updates.append(pair) }
    let gaps = gaps
    edits.deletes = gaps.old.flatMap(\.self)
    edits.inserts = gaps.new.flatMap(\.self)
    guard !moves.isEmpty else { return }
    edits.deletes.remove(sorted: moves.map(\.before).sorted())
    edits.inserts.remove(sorted: moves.map(\.after))
    // The aligned elements are not always the ones that stay: other choices may need fewer moves, and of equal choices
    // the leftmost elements have to stay.
    edits.moves = Runs(common + moves.map { Run($0.before, $0.after, length: 1) }).fewestMoves()
  }
}

extension [Int] {
  /// Removes numbers from a sorted array that contains all of them.
  fileprivate mutating func remove(sorted numbers: [Int]) {
    var next = numbers.makeIterator()
    var number = next.next()
    removeAll { element in
      guard element == number else { return false }
      number = next.next()
      return true
    }
  }
}
