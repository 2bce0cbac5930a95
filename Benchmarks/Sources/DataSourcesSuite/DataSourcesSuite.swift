import Allocations
import Changesets
import DataSources
public import Measuring

/// Measures chains of a million items: the time of changes, and of translating paths, against an insertion and a
/// removal in a rope; allocations; and memory.
public func run(_ report: (Measurement) -> Void) {
  memory(report)
  changes(report)
  batches(report)
  clearing(report)
  halving(report)
  filtering(report)
}

/// A change of 10,000 items through five links, whose work is counted.
public let countedChange = CountedWork("change through five links", repetitions: 600) {
  let chain = Chain(count: 10_000)
  var round = 0
  return {
    chain.change(round)
    round += 1
  }
}

/// Measures changes at random positions, one at a time.
private func changes(_ report: (Measurement) -> Void) {
  let large = Chain(count: 1_000_000), small = Chain(count: 10_000)
  var rope = NumberRope(count: 1_000_000)
  var random = Random(state: 3)
  // Each round takes some milliseconds, which is less than the time slice of a program on a busy machine.
  let rounds = 200, ropeRounds = 3_000, conversions = 1_000
  var round = 0
  var found = 0
  let times = medians(
    151,
    [
      {
        for round in 0..<ropeRounds {
          rope.insertAndRemove(
            round, at: Int.random(in: 0..<1_000_000, using: &random),
            removing: Int.random(in: 0..<1_000_000, using: &random))
        }
        return ropeRounds
      },
      {
        for _ in 0..<rounds {
          large.change(round)
          round += 1
        }
        return large.edits
      },
      {
        for _ in 0..<rounds {
          small.change(round)
          round += 1
        }
        return small.edits
      },
      {
        let count = large.last.numberOfItems(inSection: 0)
        for _ in 0..<conversions {
          let path = ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random))
          if large.last.convert(path, to: large.leaf) != nil { found += 1 }
        }
        return found
      },
      {
        for _ in 0..<conversions {
          let path = ItemPath(section: 0, item: Int.random(in: 0..<large.leaf.count, using: &random))
          if large.last.convert(path, from: large.leaf) != nil { found += 1 }
        }
        return found
      },
    ])
  let ropeTime = times[0] * 1_000 / Double(ropeRounds)
  let (largeTime, smallTime) = (times[1] * 1_000 / Double(rounds), times[2] * 1_000 / Double(rounds))
  let (up, down) = (times[3] * 1_000 / Double(conversions), times[4] * 1_000 / Double(conversions))
  let base = "insert and remove, rope of 1M"
  report(Measurement("a change of 1M through five links", largeTime, against: ropeTime, base, unit: "µs", goal: 16))
  // The growth should be logarithmic: a hundred times the items may cost at most three times as much.
  report(Measurement("a change of 1M", largeTime, against: smallTime, "of 10k", unit: "µs", goal: 3))
  // A place passes through two trees of a million items, in the sort and in the group, and through the bits of the
  // filter, while the rope is searched twice. The goals are what this costs, and a quarter.
  report(Measurement("a place of 1M up five links", up, against: ropeTime, base, unit: "µs", goal: 2.75))
  report(Measurement("a place of 1M down five links", down, against: ropeTime, base, unit: "µs", goal: 4.75))
  let before = pomona_allocations()
  for round in 0..<3_000 { large.change(round) }
  let allocations = Double(pomona_allocations() - before) / 3_000
  report(Measurement("allocations of a change", allocations, against: 6, "links", unit: "", goal: 2))
}

/// Measures a thousand changes one by one, and in one transaction.
private func batches(_ report: (Measurement) -> Void) {
  let chain = Chain(count: 1_000_000)
  let times = medians(
    9,
    [
      {
        for round in 0..<1_000 { chain.change(round) }
        return chain.edits
      },
      {
        chain.leaf.transaction { for round in 0..<1_000 { chain.change(round) } }
        return chain.edits
      },
    ])
  report(Measurement("1,000 changes in one batch", times[1], against: times[0], "one by one", goal: 1.5))
}

/// Measures the removal of all items, against building a chain of them.
private func clearing(_ report: (Measurement) -> Void) {
  let (building, clearing) = removal(of: 500_000) { $0.removeAll() }
  report(Measurement("clearing 500k", clearing, against: building, "building", goal: 1))
}

/// Measures the removal of half of the items, against building a chain of them.
private func halving(_ report: (Measurement) -> Void) {
  let (building, clearing) = removal(of: 1_000_000) { $0.removeSubrange(250_000..<750_000) }
  report(Measurement("clearing half of 1M", clearing, against: building, "building", goal: 1))
}

/// Returns the median times of building a chain and of a removal from it.
private func removal(of count: Int, _ remove: (ArraySource<Product>) -> Void) -> (building: Double, removal: Double) {
  var building: [Double] = []
  var removal: [Double] = []
  for _ in 0..<3 {
    var chain: Chain?
    building += medians(
      1,
      [
        {
          chain = nil
          chain = Chain(count: count)
          return 1
        }
      ])
    guard let chain else { continue }
    let start = ContinuousClock.now
    remove(chain.leaf)
    let time = (ContinuousClock.now - start).components
    removal.append(Double(time.seconds) * 1e3 + Double(time.attoseconds) * 1e-15)
  }
  return (building.sorted()[1], removal.sorted()[1])
}

/// Measures a change of the filter text, as when a user types: one item of 1,024 is inserted, and one is removed.
private func filtering(_ report: (Measurement) -> Void) {
  let count = 1_000_000
  var random = Random(state: 7)
  let products = (0..<count).map { Product.random($0, using: &random) }
  let matches: (Product, String) -> Bool = { product, text in product.id & 1_023 != text.utf8.count }
  let filter = ArraySource(products).applying(.filter(matches))
  var length = 0
  let times = medians(
    15,
    [
      // The closure is the one that the filter calls.
      { products.count { matches($0, filter.mapping.filterText) } },
      {
        length = (length + 1) % 8
        filter.configure { $0.filterText = String(repeating: "a", count: length) }
        return filter.numberOfItems(inSection: 0)
      },
    ])
  report(Measurement("another filter text of 1M", times[1], against: times[0], "counting what passes", goal: 3))
}

/// Measures the memory of transforms, besides that of the items.
private func memory(_ report: (Measurement) -> Void) {
  let count = 1_000_000
  var random = Random(state: 7)
  let leaf = ArraySource((0..<count).map { Product.random($0, using: &random) })
  func bytes(_ link: () -> any DataSource<Product>) -> Double {
    let before = pomona_bytes()
    let made = link()
    return withExtendedLifetime(made) { Double(pomona_bytes() - before) / Double(count) }
  }
  report(
    Measurement(
      "memory of a filter", bytes { leaf.applying(.filter { $0.isSold }) }, against: 1, "item", unit: "byte",
      goal: 1))
  report(
    Measurement(
      "memory of a sort", bytes { leaf.applying(.sort(by: \.price)) }, against: 1, "item", unit: "byte", goal: 48))
}
