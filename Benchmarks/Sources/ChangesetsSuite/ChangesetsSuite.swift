import Changesets
public import Measuring

/// Measures diffs of lists and of sections: their time, against inserting the keys into a dictionary and against
/// comparing the arrays; their memory; and the benefit of a supplied hash.
public func run(_ report: (Measurement) -> Void) {
  let mixed5k = Workload.mixed("mixed 5k", 5_000)
  let mixed100k = Workload.mixed("mixed 100k", 100_000)
  let tenChanges = Workload.scattered("10 changes of 1M", 1_000_000, changes: 10)
  let oneChange = Workload.scattered("1 change of 1M", 1_000_000, changes: 1)
  let reverse = Workload.reversed("reverse 10k", 10_000)
  let shuffle10k = Workload.shuffled("shuffle 10k", 10_000)
  let shuffle100k = Workload.shuffled("shuffle 100k", 100_000)

  report(memory(of: tenChanges, goal: 12))
  report(time(mixed5k, against: .insertion, goal: 1.4))
  report(time(mixed100k, against: .insertion, goal: 0.45))
  report(time(tenChanges, against: .equality, goal: 2.2))
  report(time(oneChange, against: .equality, goal: 1.1))
  report(
    time(
      .edited("3,100 changes of 1M", 1_000_000, deletes: 1_000, inserts: 1_000, updates: 1_000, moves: 100),
      against: .equality, goal: 12))
  report(
    time(
      .edited("1 % edits, 5 % updates of 100k", 100_000, deletes: 450, inserts: 450, updates: 5_000, moves: 100),
      against: .equality, goal: 15))
  report(time(reverse, against: .insertion, goal: 1.6))
  report(time(shuffle10k, against: .insertion, goal: 2.6))
  report(time(shuffle100k, against: .insertion, goal: 2.2))
  report(time(.shuffled("shuffle 1M", 1_000_000), against: .insertion, goal: 0.8))
  report(sections(goal: 1.6))
  report(suppliedHash(shuffle100k, goal: 1 / 1.8))
  report(closures(tenChanges, goal: 1.5))
  report(identicalItems(goal: 6))
  report(movesOfDuplicates(goal: 1.2))
  for (load, repetitions) in [
    (mixed5k, 5), (oneChange, 5), (tenChanges, 3), (mixed100k, 1), (reverse, 1), (shuffle10k, 1),
  ] {
    report(time(load, against: .standardLibrary, repetitions: repetitions))
  }
}

/// A diff of 5,000 elements, whose work is counted.
public let countedDiff = CountedWork("diff", repetitions: 20) {
  let load = Workload.mixed("mixed 5k", 5_000)
  return { _ = size { diff(from: load.old, to: load.new) } }
}

/// Measures a diff with the code that a user would write.
private func time(_ load: Workload, against baseline: Baseline, repetitions: Int? = nil, goal: Double? = nil)
  -> Measurement
{
  let times = medians(
    repetitions ?? load.repetitions,
    [baseline.run(load), { size { diff(from: load.old, to: load.new) } }])
  return Measurement(load.name, times[1], against: times[0], baseline.rawValue, goal: goal)
}

/// Measures a diff of a hundred sections, in each of which one item of a hundred has changed.
private func sections(goal: Double) -> Measurement {
  struct Section: Identifiable, Equatable {
    var id: Int
    var rows: [Row]
  }
  struct Sections: Matching {
    func id(of section: Section) -> Int { section.id }
    func hasSameContent(_ old: Section, _ new: Section) -> Bool { true }
  }
  var random = Random(state: 5)
  let old = (0..<100).map { Section(id: $0, rows: random.rows(1_000)) }
  var new = old
  for section in new.indices {
    for _ in 0..<10 { new[section].rows[Int.random(in: 0..<1_000, using: &random)].name += ", changed" }
  }
  let copy = old.map { Section(id: $0.id, rows: $0.rows.map(\.self)) }
  let times = medians(
    101,
    [
      { old == copy ? 1 : 0 },
      {
        size {
          diff(from: old, to: new, sections: Sections(), items: \.rows, matching: IdentifiableMatching()).items
        }
      },
    ])
  return Measurement(
    "100 sections of 1,000, 1 % changed", times[1], against: times[0], Baseline.equality.rawValue, goal: goal)
}

/// Measures a diff with a supplied hash, against one with the standard library's hash.
private func suppliedHash(_ load: Workload, goal: Double) -> Measurement {
  struct Supplied: Matching {
    func id(of row: Row) -> Row.ID { row.id }
    func hash(of id: Row.ID) -> Int { Int(truncatingIfNeeded: id.low) }
    func hasSameContent(_ old: Row, _ new: Row) -> Bool { old == new }
  }
  let times = medians(
    load.repetitions,
    [
      { size { diff(from: load.old, to: load.new) } },
      { size { diff(from: load.old, to: load.new, matching: Supplied()) } },
    ])
  return Measurement("\(load.name), supplied hash", times[1], against: times[0], "the same, ordinary hash", goal: goal)
}

/// Measures a diff with closures, against one with a conformance.
private func closures(_ load: Workload, goal: Double) -> Measurement {
  let times = medians(
    load.repetitions,
    [
      { size { diff(from: load.old, to: load.new) } },
      { size { diff(from: load.old, to: load.new, id: \.id, content: ==) } },
    ])
  return Measurement(
    "\(load.name), key path and closure", times[1], against: times[0], "the same, Identifiable", goal: goal)
}

/// Measures that four times as many items take four times as long, even if their identities are equal. Quadratic time
/// would be sixteen times as long.
private func identicalItems(goal: Double) -> Measurement {
  func states(_ count: Int) -> (old: [Int], new: [Int]) {
    // A different item every ten items prevents the common prefix and suffix from covering everything.
    let old = (0..<count).map { $0 % 10 == 0 ? -$0 - 1 : 0 }
    let new = (0..<count).map { $0 % 10 == 0 ? $0 + 1 : 0 }
    return (old, new)
  }
  let (small, large) = (states(40_000), states(160_000))
  let times = medians(
    11,
    [
      { size { diff(from: small.old, to: small.new, id: \.self) } },
      { size { diff(from: large.old, to: large.new, id: \.self) } },
    ])
  return Measurement("160k identical items", times[1], against: times[0], "the same, 40k", goal: goal)
}

/// Measures the number of moves that are reported for elements that occur several times, against the minimum: in lists
/// that are too different for the minimum to be found in linear time, with blocks moved, copied, reversed and shuffled.
private func movesOfDuplicates(goal: Double) -> Measurement {
  var (linear, fewest) = (0, 0)
  for seed: UInt64 in 0..<16 {
    var random = Random(state: seed)
    let kinds = [500, 2_000, 10_000, 20_000][Int(seed % 4)]
    let old = (0..<10_000).map { _ in Int.random(in: 0..<kinds, using: &random) }
    var new = old
    for _ in 0..<6 {
      let start = Int.random(in: 0..<new.count - 2_000, using: &random)
      let block = new[start..<start + Int.random(in: 1..<2_000, using: &random)]
      let place = Int.random(in: 0..<new.count - block.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: new.insert(contentsOf: Array(block), at: place)
      case 1: new.replaceSubrange(block.indices, with: block.reversed())
      case 2: new.replaceSubrange(block.indices, with: block.shuffled(using: &random))
      default:
        new.removeSubrange(block.indices)
        new.insert(contentsOf: Array(block), at: place)
      }
    }
    var options = DiffOptions()
    linear += diff(from: old, to: new, id: \.self, options: options).moves.count
    options.effort = .minimal
    fewest += diff(from: old, to: new, id: \.self, options: options).moves.count
  }
  return Measurement(
    "moves of duplicates, 10k", Double(linear), against: Double(fewest), "the fewest", unit: "", goal: goal)
}

/// Returns the number of edits.
func size(_ edits: () -> Edits<some Hashable & Comparable & Sendable>) -> Int { edits().count }
