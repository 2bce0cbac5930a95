import Changesets
import Measuring

/// An element of the diffed lists: an identity of 16 bytes, and a string on the heap.
struct Row: Identifiable, Hashable {
  struct ID: Hashable {
    var high: UInt64
    var low: UInt64
  }

  let id: ID
  var name: String
}

extension Random {
  mutating func row() -> Row {
    Row(id: Row.ID(high: next(), low: next()), name: "a name that is too long to be kept inline \(next() % 1_000_000)")
  }

  mutating func rows(_ count: Int) -> [Row] { (0..<count).map { _ in row() } }
}

/// Two states of a list.
struct Workload {
  var name: String
  var old: [Row]
  var new: [Row]

  /// The number of repetitions, higher for short workloads.
  var repetitions: Int { min(201, max(15, 3_000_000 / old.count)) }

  /// A range deleted, another one inserted, the beginning shuffled: the workload of DifferenceKit's README.
  static func mixed(_ name: String, _ count: Int) -> Workload {
    var random = Random(state: 1)
    let old = random.rows(count)
    var new = old
    let (length, start) = count == 5_000 ? (1_000, 2_000) : (count / 10, count / 5)
    new.removeSubrange(start..<start + length)
    new.insert(contentsOf: random.rows(length), at: start + length)
    new[0..<(count == 5_000 ? 200 : count / 50)].shuffle(using: &random)
    return Workload(name: name, old: old, new: new)
  }

  /// Some changes at random places: deletes, inserts, updates and moves in turn.
  static func scattered(_ name: String, _ count: Int, changes: Int) -> Workload {
    var random = Random(state: 2)
    let old = random.rows(count)
    var new = old
    for change in 0..<changes {
      let place = Int.random(in: new.indices, using: &random)
      switch change % 4 {
      case 0: new[place].name += ", changed"
      case 1: new.insert(random.row(), at: place)
      case 2: new.remove(at: place)
      default: new.insert(new.remove(at: place), at: .random(in: new.indices, using: &random))
      }
    }
    return Workload(name: name, old: old, new: new)
  }

  /// The given number of changes of each kind, at random places.
  static func edited(
    _ name: String, _ count: Int, deletes: Int, inserts: Int, updates: Int, moves: Int
  ) -> Workload {
    var random = Random(state: 6)
    let old = random.rows(count)
    let places = Array((0..<count).shuffled(using: &random).prefix(deletes + updates + moves))
    let leaving = Set(places[..<deletes])
    let changing = Set(places[deletes..<deletes + updates])
    let moving = places[(deletes + updates)...]
    let coming = (0..<inserts).map { _ in random.row() } + moving.map { old[$0] }
    let arrivals = Dictionary(grouping: coming) { _ in Int.random(in: 0..<count, using: &random) }
    let gone = leaving.union(moving)
    var new: [Row] = []
    for (place, row) in old.enumerated() {
      new += arrivals[place] ?? []
      if gone.contains(place) { continue }
      new.append(row)
      if changing.contains(place) { new[new.count - 1].name += ", changed" }
    }
    return Workload(name: name, old: old, new: new)
  }

  static func reversed(_ name: String, _ count: Int) -> Workload {
    var random = Random(state: 3)
    let old = random.rows(count)
    return Workload(name: name, old: old, new: old.reversed())
  }

  /// All rows shuffled, with another first and last row, so that no common prefix or suffix can be trimmed.
  static func shuffled(_ name: String, _ count: Int) -> Workload {
    var random = Random(state: 4)
    let old = random.rows(count)
    var new = old.shuffled(using: &random)
    if new[0] == old[0] { new.swapAt(0, 1) }
    if new[count - 1] == old[count - 1] { new.swapAt(count - 1, count - 2) }
    return Workload(name: name, old: old, new: new)
  }
}
