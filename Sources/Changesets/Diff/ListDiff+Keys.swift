extension ListDiff {
  /// Matches the middles of the lists by the hashes of their keys, and writes the edits.
  ///
  /// What an alignment leaves over of the old list goes into a table, in which what it leaves over of the new one is looked up.
  /// The first key that is found twice hands over to ``matchDuplicates(_:_:_:)``.
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
    guard isUnique else { return try matchDuplicates(oldMiddle, newMiddle, &edits) }
    edits.append(targets: targets, oldStart: oldStart, newStart: newStart)
  }

  /// Puts old elements into a table.
  ///
  /// - Returns: Whether no key was there already.
  @inlinable @inline(__always) func insert(_ gaps: [Range<Int>], into table: KeyTable, _ oldStart: Int) throws -> Bool {
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

  /// Finds out where the old elements of a table went.
  ///
  /// A new element that follows the one before it, forwards or backwards, is found without hashing. The others are looked up in
  /// blocks and in passes, each with its own kind of random access, so that the processor waits for many at once.
  ///
  /// - Returns: Whether no old element was found twice.
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
      // The old place of the element before, and the direction that its neighbours are found in; 0 for none.
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

  /// Where an old element went, as ``FoundEdits/append(targets:oldStart:newStart:)`` reads it.
  @inlinable @inline(__always) func target(_ oldStart: Int, _ before: Int, _ newStart: Int, _ after: Int) -> Int32 {
    Int32(truncatingIfNeeded: after &<< 1) | (isUnchanged(oldStart &+ before, newStart &+ after) ? 0 : 1)
  }
}
