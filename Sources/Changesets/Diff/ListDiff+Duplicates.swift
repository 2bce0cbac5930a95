extension ListDiff {
  /// Matches the middles of lists in which identities occur more than once, and writes the edits.
  @inlinable func matchDuplicates(_ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, _ edits: inout Edits<Int>) throws {
    let (oldStart, newStart) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    let (oldKinds, newKinds) = try kinds(oldMiddle, newMiddle)
    let targets = try pairDuplicates(oldKinds.buffer, newKinds.buffer, options)
    let taken = Scratch<Bool>(repeating: false, count: newMiddle.count)
    for index in 0..<oldMiddle.count where targets[index] >= 0 {
      taken[Int(targets[index])] = true
      targets[index] = target(oldStart, index, newStart, Int(targets[index]))
    }
    edits.inserts = EditList(newMiddle.filter { !taken[$0 &- newStart] })
    Matches(targets: targets.buffer, oldStart: oldStart, newStart: newStart).write(to: &edits)
  }

  /// The same number for equal identities: the first old place of it, or -1 for a new element that no old one matches.
  @inlinable func kinds(
    _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>
  ) throws -> (old: Scratch<Int32>, new: Scratch<Int32>) {
    let (oldStart, newStart) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    let oldKinds = Scratch<Int32>(repeating: -1, count: oldMiddle.count)
    let newKinds = Scratch<Int32>(repeating: -1, count: newMiddle.count)
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
