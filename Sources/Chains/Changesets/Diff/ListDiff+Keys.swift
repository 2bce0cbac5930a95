extension ListDiff {
  /// Matches the middles of the lists by the hashes of their keys, and writes the edits.
  ///
  /// The old elements that an alignment leaves over are inserted into a table, in which the new elements that it leaves
  /// over are looked up. As soon as a key occurs twice, ``matchDuplicates(_:_:_:)`` takes the place of this algorithm.
  @inlinable @inline(__always) func matchKeys(
    _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, _ alignment: Alignment, _ edits: inout FoundEdits
  ) throws {
    let oldStart = oldMiddle.lowerBound
    let newStart = newMiddle.lowerBound
    let targets = Scratch<Int32>(repeating: -1, count: oldMiddle.count)
    for run in alignment.runs {
      for index in 0..<run.length {
        let before = run.before &- oldStart &+ index
        targets[before] = target(oldStart, before, newStart, run.after &- newStart &+ index)
      }
    }
    let gaps = alignment.gaps
    let table = KeyTable(count: gaps.old.reduce(0) { $0 + $1.count }, places: oldMiddle.count)
    let isUnique =
      try insert(gaps.old, into: table, oldStart)
      && lookUp(gaps.new, in: table, of: oldMiddle, newStart, targets, &edits.inserts)
    // From scratch: with repeated keys, what has been paired so far may not be the choice with the fewest moves.
    guard isUnique else { return try matchDuplicates(oldMiddle, newMiddle, &edits) }
    edits.append(targets: targets, oldStart: oldStart, newStart: newStart)
  }

  /// Inserts old elements into a table.
  ///
  /// - Returns: Whether all keys were different. The function returns at the first repetition.
  @inlinable @inline(__always) func insert(_ gaps: [Range<Int>], into table: KeyTable, _ oldStart: Int) throws -> Bool {
    // Hashes are computed in blocks, so that the processor overlaps the cache misses, as in `lookUp`.
    let hashes = Scratch<UInt64>(repeating: 0, count: 512)
    for gap in gaps {
      for start in stride(from: gap.lowerBound, to: gap.upperBound, by: hashes.count) {
        try options.checkCancellation()
        let count = Swift.min(hashes.count, gap.upperBound &- start)
        for index in 0..<count { hashes[index] = hash(old[start &+ index]) }
        for index in 0..<count {
          let place = start &+ index
          let twin = table.insert(place &- oldStart, hash: hashes[index]) {
            matching.id(of: old[oldStart &+ $0]) == matching.id(of: old[place])
          }
          if twin >= 0 { return false }
        }
      }
    }
    return true
  }

  /// Looks up new elements in a table of old ones, and writes the targets of the old elements.
  ///
  /// Neighbours in both lists need no look-up. If the last two elements were neighbours in the old list, the next
  /// element is compared with the next neighbour in the same direction, and no hash is computed.
  ///
  /// The others are looked up in blocks of 128. A single look-up would wait for the new element, then for the slot,
  /// then for the old element. Each pass over a block does one of these steps for all 128 elements, so that the
  /// processor overlaps the cache misses:
  ///
  ///     pass 1    hash the keys                 reads the new list
  ///     pass 2    find slots by their tags      reads the table
  ///     pass 3    compare the keys              reads the old list, writes the targets
  ///     pass 4    collect inserts and the direction of the last neighbours
  ///
  /// Pass 2 does not compare keys, so it may find the wrong place. In that rare case pass 3 repeats the look-up, with a
  /// comparison of keys.
  ///
  /// - Returns: Whether every old element was found once at most. The function returns at the first repetition.
  @inlinable @inline(__always) func lookUp(
    _ gaps: [Range<Int>], in table: KeyTable, of oldMiddle: Range<Int>, _ newStart: Int, _ targets: Scratch<Int32>,
    _ inserts: inout [Int]
  ) throws -> Bool {
    let oldStart = oldMiddle.lowerBound
    let hashes = Scratch<UInt64>(repeating: 0, count: 128)
    let found = Scratch<Int32>(repeating: -1, count: hashes.count)
    for gap in gaps {
      var place = gap.lowerBound &- newStart
      let end = gap.upperBound &- newStart
      // The old place of the previous element, and the direction in which its neighbour is expected; 0 for no
      // direction.
      var last = -2
      var step = 0
      while place < end {
        while step != 0, place < end {
          let next = last &+ step
          guard next >= 0, next < oldMiddle.count, targets[next] < 0, isSame(oldStart &+ next, newStart &+ place)
          else { break }
          targets[next] = target(oldStart, next, newStart, place)
          last = next
          place &+= 1
        }
        try options.checkCancellation()
        let count = Swift.min(hashes.count, end &- place)
        for index in 0..<count { hashes[index] = hash(new[newStart &+ place &+ index]) }
        for index in 0..<count {
          // The first place whose tag is equal, which is nearly always the right one.
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
          // Not −1, whose neighbour would be place 0.
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

  /// Returns the target of an old element, encoded for ``FoundEdits/append(targets:oldStart:newStart:)``.
  @inlinable @inline(__always) func target(_ oldStart: Int, _ before: Int, _ newStart: Int, _ after: Int) -> Int32 {
    Int32(truncatingIfNeeded: after &<< 1) | (isUnchanged(oldStart &+ before, newStart &+ after) ? 0 : 1)
  }
}
