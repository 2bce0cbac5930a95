import Rendering
import TestKit
import Testing

@Suite struct ShardingTests {
  private struct Item: Hashable {
    var hash: UInt64
    var size: Int
  }

  private func parts(_ items: [Item], capacity: Int) -> [Int: Set<Item>] {
    let parts = Sharding.shards(of: items.map(\.hash), sizes: items.map(\.size), capacity: capacity)
    return Dictionary(uniqueKeysWithValues: parts.map { ($0.number, Set($0.indices.map { items[Int($0)] })) })
  }

  /// The parts, defined the other way round: a part consists of all items with the same lowest bits, if it is not too
  /// large and the part that it was divided from is.
  private func model(_ items: [Item], capacity: Int) -> [Int: Set<Item>] {
    func part(of item: Item, depth: Int) -> Set<Item> {
      Set(items.filter { ($0.hash ^ item.hash) & (UInt64(1) << UInt64(depth) - 1) == 0 })
    }
    var parts: [Int: Set<Item>] = [:]
    for item in items {
      var depth = 0
      var number = 1
      while case let others = part(of: item, depth: depth), others.count > 1,
        others.reduce(0, { $0 + $1.size }) > capacity
      {
        number = 2 * number + Int(item.hash >> UInt64(depth) & 1)
        depth += 1
      }
      parts[number] = part(of: item, depth: depth)
    }
    return parts
  }

  private func items(_ count: Int, using random: inout SeededGenerator) -> [Item] {
    (0..<count).map { _ in
      // Few are large, as for texts.
      let size =
        Int.random(in: 0...10, using: &random)
        << Int.random(in: 0...Int.random(in: 0...5, using: &random), using: &random)
      return Item(hash: UInt64.random(in: 0...(.max), using: &random), size: size)
    }
  }

  @Test(arguments: Seeds.fixed(4, fresh: 3))
  func partsAreThoseOfTheModel(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let items = items(Int.random(in: 0...120, using: &random), using: &random)
    let capacity = Int.random(in: 1...200, using: &random)
    #expect(parts(items, capacity: capacity) == model(items, capacity: capacity), "seed \(seed)")
    #expect(
      parts(items.shuffled(using: &random), capacity: capacity) == parts(items, capacity: capacity), "seed \(seed)")
  }

  @Test func noPartIsLargerThanItsCapacityUnlessASingleObjectIs() {
    var random = SeededGenerator(seed: 5)
    let items = items(5000, using: &random)
    for capacity in [1, 50, 100, 1000, 1_000_000] {
      let parts = parts(items, capacity: capacity)
      #expect(parts.values.reduce(0) { $0 + $1.count } == Set(items).count, "each object is in one part")
      for part in parts.values where part.count > 1 {
        #expect(part.reduce(0) { $0 + $1.size } <= capacity, "seed 5, capacity \(capacity)")
      }
    }
  }

  @Test func partsAreOnAverageAboutThreeQuartersFull() {
    var random = SeededGenerator(seed: 6)
    for count in [1000, 3000, 10_000, 30_000, 64_000] {
      let hashes = (0..<count).map { _ in UInt64.random(in: 0...(.max), using: &random) }
      let parts = Sharding.shards(of: hashes, sizes: hashes.map { _ in 1 }, capacity: 70)
      #expect((35...70).contains(count / parts.count), "seed 6, \(count) objects in \(parts.count) parts")
    }
  }

  /// An edit changes one part, or those that it was split into or joined from.
  @Test(arguments: 1...10)
  func anEditChangesTheObjectsOfOnePlace(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var items = items(1000, using: &random)
    var written = 0
    for _ in 0..<50 {
      let old = parts(items, capacity: 300)
      let place = Int.random(in: items.indices, using: &random)
      let edited: Set<Item>
      switch Int.random(in: 0..<3, using: &random) {
      case 0: edited = [items.remove(at: place)]
      case 1:
        edited = Set(self.items(1, using: &random))
        items.insert(contentsOf: edited, at: place)
      default:
        let before = items[place]
        items[place].size = Int.random(in: 0...20, using: &random)
        edited = [before, items[place]]
      }
      let new = parts(items, capacity: 300)
      let gone = old.filter { new[$0.key] != $0.value }
      let come = new.filter { old[$0.key] != $0.value }
      let (before, after) = (Set(gone.values.joined()), Set(come.values.joined()))
      #expect(before.symmetricDifference(after).isSubset(of: edited), "seed \(seed)")
      #expect(gone.count <= 1 || come.count <= 1, "seed \(seed)")
      written += come.count
    }
    #expect(written < 75, "seed \(seed): \(written) parts were written for 50 edits")
  }

  @Test func objectsOfTheSameHashAreNotDividedForEver() {
    let hashes = Array(repeating: UInt64(0b101), count: 50) + [0, 1, .max]
    let parts = Sharding.shards(of: hashes, sizes: hashes.map { _ in 10 }, capacity: 20)
    #expect(parts.map(\.indices.count).sorted() == [1, 1, 1, 50])
    #expect(Sharding.shards(of: [], sizes: [], capacity: 1) == [])
  }
}
