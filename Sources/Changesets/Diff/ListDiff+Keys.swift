extension ListDiff {
  /// Matches the middles of the lists by the hashes of their keys, and writes the edits.
  ///
  /// Long stretches at equal places are found by samples and are not hashed. The other old elements go into a table, in which
  /// the new ones are looked up. The first key that is found twice hands over to ``matchDuplicates(_:_:_:)``.
  @inlinable @inline(__always) func matchKeys(
    _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, _ edits: inout Edits<Int>
  ) throws {
    let (oldStart, newStart) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    let targets = Scratch<Int32>(repeating: -1, count: oldMiddle.count)
    let runs = options.effort == .minimal ? [] : runsInPlace(oldMiddle, newMiddle)
    for run in runs {
      for place in run { targets[place] = target(oldStart, place, newStart, place) }
    }
    let table = KeyTable(count: oldMiddle.count - runs.reduce(0) { $0 + $1.count }, places: oldMiddle.count)
    let isUnique =
      try insert(oldMiddle, except: runs, into: table)
      && lookUp(newMiddle, except: runs, in: table, of: oldMiddle, targets, &edits.inserts)
    guard isUnique else { return try matchDuplicates(oldMiddle, newMiddle, &edits) }
    Matches(targets: targets.buffer, oldStart: oldStart, newStart: newStart).write(to: &edits)
  }

  /// Puts the old elements that are in no run into a table.
  ///
  /// - Returns: Whether no key was there already.
  @inlinable @inline(__always) func insert(
    _ oldMiddle: Range<Int>, except runs: [Range<Int>], into table: KeyTable
  ) throws -> Bool {
    let oldStart = oldMiddle.lowerBound
    let hashes = Scratch<UInt64>(repeating: 0, count: 512)
    for gap in Gaps(between: runs, in: 0..<oldMiddle.count) {
      for start in stride(from: gap.lowerBound, to: gap.upperBound, by: hashes.count) {
        try options.checkCancellation()
        let count = Swift.min(hashes.count, gap.upperBound &- start)
        for index in 0..<count { hashes[index] = hash(old[oldStart &+ start &+ index]) }
        for index in 0..<count {
          let place = start &+ index
          let twin = table.insert(place, hash: hashes[index]) {
            matching.id(of: old[oldStart &+ $0]) == matching.id(of: old[oldStart &+ place])
          }
          if twin >= 0 { return false }
        }
      }
    }
    return true
  }

  /// Finds out where the old elements of a table went.
  ///
  /// A new element that follows the one before it, forwards or backwards, is found without hashing. The others are looked up in
  /// blocks and in passes, each with its own kind of random access, so that the processor waits for many at once.
  ///
  /// - Returns: Whether no old element was found twice.
  @inlinable @inline(__always) func lookUp(
    _ newMiddle: Range<Int>, except runs: [Range<Int>], in table: KeyTable, of oldMiddle: Range<Int>,
    _ targets: Scratch<Int32>, _ inserts: inout EditList<Int>
  ) throws -> Bool {
    let (oldStart, newStart) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    let hashes = Scratch<UInt64>(repeating: 0, count: 128)
    let found = Scratch<Int32>(repeating: -1, count: hashes.count)
    for gap in Gaps(between: runs, in: 0..<newMiddle.count) {
      var place = gap.lowerBound
      var (last, step) = (-2, 0)
      while place < gap.upperBound {
        while step != 0, place < gap.upperBound {
          let next = last &+ step
          guard next >= 0, next < oldMiddle.count, targets[next] < 0, isSame(oldStart &+ next, newStart &+ place)
          else { break }
          targets[next] = target(oldStart, next, newStart, place)
          last = next
          place &+= 1
        }
        try options.checkCancellation()
        let count = Swift.min(hashes.count, gap.upperBound &- place)
        for index in 0..<count { hashes[index] = hash(new[newStart &+ place &+ index]) }
        for index in 0..<count {
          // Of all keys whose tag is right the first, which is nearly always the right one.
          found[index] = Int32(truncatingIfNeeded: table.find(hash: hashes[index]) { _ in true })
        }
        for index in 0..<count where found[index] >= 0 {
          var before = Int(found[index])
          if !isSame(oldStart &+ before, newStart &+ place &+ index) {
            before = table.find(hash: hashes[index]) { isSame(oldStart &+ $0, newStart &+ place &+ index) }
            found[index] = Int32(truncatingIfNeeded: before)
            if before < 0 { continue }
          }
          if targets[before] >= 0 { return false }
          targets[before] = target(oldStart, before, newStart, place &+ index)
        }
        for index in 0..<count {
          let before = Int(found[index])
          if before < 0 { inserts.append(newStart &+ place &+ index) }
          step = before == last &+ 1 ? 1 : before == last &- 1 ? -1 : 0
          last = before < 0 ? -2 : before
        }
        place &+= count
      }
    }
    return true
  }

  @inlinable @inline(__always) func hash(_ element: M.Element) -> UInt64 {
    KeyTable.spread(matching.hash(of: matching.id(of: element)))
  }

  /// Where an old element went, as ``Matches`` keeps it.
  @inlinable @inline(__always) func target(_ oldStart: Int, _ before: Int, _ newStart: Int, _ after: Int) -> Int32 {
    Int32(truncatingIfNeeded: after &<< 1) | (isUnchanged(oldStart &+ before, newStart &+ after) ? 0 : 1)
  }

  /// Long stretches of the middles that are equal place by place, found by looking at one place of 64.
  @inlinable @inline(__always) func runsInPlace(_ oldMiddle: Range<Int>, _ newMiddle: Range<Int>) -> [Range<Int>] {
    let (oldStart, newStart) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    let count = Swift.min(oldMiddle.count, newMiddle.count)
    var runs: [Range<Int>] = []
    var end = 0
    var sample = 32
    while sample < count {
      if isSame(oldStart &+ sample, newStart &+ sample) {
        var start = sample
        while start > end, isSame(oldStart &+ start &- 1, newStart &+ start &- 1) { start &-= 1 }
        end = sample &+ 1
        while end < count, isSame(oldStart &+ end, newStart &+ end) { end &+= 1 }
        if end &- start >= 32 { runs.append(start..<end) }
        sample = end
      }
      sample &+= 64
    }
    return runs
  }
}
