import Changesets
import TestKit

extension Trace {
  /// A random change of a state, of a few kinds at a time.
  static func random(from before: [Int], flat: Bool = false, using random: inout SeededGenerator) -> Trace {
    func chance(_ kind: inout SeededGenerator) -> Int {
      Bool.random(using: &kind) ? 0 : Int.random(in: 1...6, using: &kind)
    }
    let (deleting, inserting, moving) = (chance(&random), chance(&random), chance(&random))
    let (leaving, updating) = (chance(&random), chance(&random))
    let (sectionDeleting, sectionInserting, sectionMoving) = (chance(&random), chance(&random), chance(&random))
    func happens(_ chance: Int) -> Bool { Int.random(in: 0..<10, using: &random) < chance }

    var trace = Trace(start: before)
    if !flat {
      trace.sections.removeAll { _ in happens(sectionDeleting) }
      if happens(sectionMoving) { trace.sections.shuffle(using: &random) }
      for _ in 0..<2 where happens(sectionInserting) {
        trace.sections.insert(Thing(), at: Int.random(in: 0...trace.sections.count, using: &random))
      }
      for index in trace.sections.indices where trace.sections[index].origin != nil {
        trace.sections[index].isUpdated = happens(updating)
      }
    }
    trace.items = trace.sections.map { _ in [] }
    for (section, count) in before.enumerated() {
      for path in (0..<count).map({ ItemPath(section: section, item: $0) }) where !happens(deleting) {
        let thing = Thing(origin: path, isUpdated: happens(updating))
        if !happens(leaving), let home = trace.sections.firstIndex(where: { $0.origin == section }) {
          trace.items[home].append(thing)
        } else if let target = trace.sections.indices.randomElement(using: &random) {
          trace.items[target].insert(thing, at: Int.random(in: 0...trace.items[target].count, using: &random))
        }
      }
    }
    for section in trace.items.indices {
      if happens(moving) { trace.items[section].shuffle(using: &random) }
      for _ in 0..<2 where happens(inserting) {
        trace.items[section].insert(Thing(), at: Int.random(in: 0...trace.items[section].count, using: &random))
      }
    }
    return trace
  }

  /// A few sections of a few items.
  static func randomCounts(using random: inout SeededGenerator) -> [Int] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...5, using: &random) }
  }

  /// All changes of a list whose result is no longer than a limit.
  static func all(of count: Int, upTo limit: Int) -> [Trace] {
    var all: [[Int?]] = [[]]
    var longest = all
    for _ in 0..<limit {
      longest = longest.flatMap { list in
        ([nil] + (0..<count).filter { !list.contains($0) }.map { $0 }).map { list + [$0] }
      }
      all += longest
    }
    return all.map { list in
      var trace = Trace(start: [count])
      trace.items = [list.map { Thing(origin: $0.map { ItemPath(section: 0, item: $0) }) }]
      return trace
    }
  }

  /// A state of sections, and the limits of the states after it.
  struct SmallCase: Sendable {
    var before: [Int]
    var sections: Int
    var items: Int

    var traces: [Trace] { Trace.all(of: before, sections: sections, items: items) }
  }

  /// States small enough for an exhaustive test of all their changes.
  static let smallCases = [
    SmallCase(before: [], sections: 2, items: 2), SmallCase(before: [3], sections: 1, items: Seeds.isThorough ? 4 : 3),
    SmallCase(before: [2, 1], sections: 2, items: 2),
    SmallCase(before: [0, 2], sections: 2, items: Seeds.isThorough ? 3 : 2),
    SmallCase(before: [1, 0, 1], sections: Seeds.isThorough ? 3 : 2, items: 2),
  ]

  /// All changes of a state of sections, up to a number of sections and of items.
  static func all(of counts: [Int], sections sectionLimit: Int, items itemLimit: Int) -> [Trace] {
    let paths = Trace(start: counts).items.joined().map(\.origin)
    return all(of: counts.count, upTo: sectionLimit).flatMap { outer in
      let sections = outer.items[0].map { Thing(origin: $0.origin?.item) }
      var traces: [Trace] = [], longest = [[[Thing<ItemPath>]](repeating: [], count: sections.count)]
      for length in 0...itemLimit {
        traces += longest.map { items in
          var trace = Trace(start: counts)
          (trace.sections, trace.items) = (sections, items)
          return trace
        }
        guard length < itemLimit else { break }
        longest = longest.flatMap { items in
          // Sections are filled from the first to the last, so that each state occurs once.
          ((items.lastIndex { !$0.isEmpty } ?? 0)..<items.count).flatMap { section in
            (paths.filter { path in !items.joined().contains { $0.origin == path } } + [nil]).map { origin in
              var next = items
              next[section].append(Thing(origin: origin))
              return next
            }
          }
        }
      }
      return traces
    }
  }
}
