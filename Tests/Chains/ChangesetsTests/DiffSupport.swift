import Changesets
import TestKit

/// Something with an identity and a content.
struct Thing: Identifiable, Equatable {
  var id: Int
  var content = 0
}

/// All lists up to a length over the numbers below a bound.
func lists(upTo length: Int, over bound: Int) -> [[Int]] {
  var all: [[Int]] = [[]]
  var last = all
  for _ in 0..<length {
    last = last.flatMap { list in (0..<bound).map { list + [$0] } }
    all += last
  }
  return all
}

extension Edits<Int> {
  /// The result of applying edits literally to a list, with inserted and updated elements of the new one; `nil` if the
  /// edits do not fit.
  func performed<Element>(on old: [Element], taking new: [Element]) -> [Element]? {
    if isReload { return new }
    var result = [Element?](repeating: nil, count: new.count)
    for place in inserts { result[place] = new[place] }
    for pair in moves { result[pair.after] = old[pair.before] }
    let gone = Set(deletes).union(moves.map(\.before))
    var free = result.indices.filter { result[$0] == nil }[...]
    for place in old.indices where !gone.contains(place) {
      guard let target = free.popFirst() else { return nil }
      result[target] = old[place]
    }
    for pair in updates { result[pair.after] = new[pair.after] }
    return free.isEmpty ? result.compactMap(\.self) : nil
  }
}

/// The length of a longest common subsequence, by the textbook algorithm.
func longestCommonSubsequence(_ old: [Int], _ new: [Int]) -> Int {
  var row = Array(repeating: 0, count: new.count + 1)
  for element in old {
    var diagonal = 0
    for index in new.indices {
      (diagonal, row[index + 1]) = (
        row[index + 1], element == new[index] ? diagonal + 1 : max(row[index], row[index + 1])
      )
    }
  }
  return row[new.count]
}

/// The length of a longest increasing subsequence, by patience sorting.
func longestIncreasingSubsequence(_ list: [Int]) -> Int {
  var ends: [Int] = []
  for element in list {
    var (index, end) = (0, ends.count)
    while index < end {
      let middle = (index + end) / 2
      if ends[middle] < element { index = middle + 1 } else { end = middle }
    }
    if index == ends.count { ends.append(element) } else { ends[index] = element }
  }
  return ends.count
}

/// How many elements two lists have in common, at any place.
func common(_ old: [Int], _ new: [Int]) -> Int {
  var counts: [Int: Int] = [:]
  for element in old { counts[element, default: 0] += 1 }
  return new.reduce(0) { sum, element in
    guard let count = counts[element], count > 0 else { return sum }
    counts[element] = count - 1
    return sum + 1
  }
}

extension SeededGenerator {
  /// A changed copy of a list: some elements deleted, inserted and moved, at random places.
  mutating func scattered(_ list: [Int], edits: Int, fresh: Range<Int>) -> [Int] {
    var list = list
    for _ in 0..<edits {
      let place = Int.random(in: list.indices, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0, 1: list.remove(at: place)
      case 2, 3: list.insert(.random(in: fresh, using: &self), at: place)
      default: list.insert(list.remove(at: place), at: .random(in: list.indices.dropLast(), using: &self))
      }
    }
    return list
  }

  /// A changed copy of a list: some elements deleted, inserted, moved and exchanged.
  mutating func edited(_ list: [Int], edits: Int, fresh: Int) -> [Int] {
    var list = list
    for _ in 0..<edits {
      switch Int.random(in: 0..<4, using: &self) {
      case 0 where !list.isEmpty: list.remove(at: .random(in: list.indices, using: &self))
      case 1: list.insert(.random(in: 0..<fresh, using: &self), at: .random(in: 0...list.count, using: &self))
      case 2 where !list.isEmpty:
        let element = list.remove(at: .random(in: list.indices, using: &self))
        list.insert(element, at: .random(in: 0...list.count, using: &self))
      default:
        guard list.count > 2 else { continue }
        let start = Int.random(in: list.indices, using: &self)
        let end = Int.random(in: start..<list.count, using: &self)
        list[start...end].shuffle(using: &self)
      }
    }
    return list
  }
}
