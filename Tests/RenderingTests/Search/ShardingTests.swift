import Rendering
import TestKit
import Testing

@Suite struct ShardingTests {
  @Test func thereAreAsManyPartsAsAreNeeded() {
    for (count, capacity, parts) in [
      (0, 10, 1), (1, 10, 1), (10, 10, 1), (11, 10, 2), (20, 10, 2), (21, 10, 3), (64_000, 1000, 64), (5, 1, 5),
      (.max, 1, .max), (.max, 2, .max / 2 + 1),
    ] {
      #expect(Sharding(of: count, capacity: capacity).numberOfParts == parts, "\(count) by \(capacity)")
    }
    #expect(Sharding(numberOfParts: 0).numberOfParts == 1)
  }

  /// What a part is, said the long way: objects are handed on, part by part, as the parts grew in number.
  private func naivePart(of hash: UInt64, among parts: Int) -> Int {
    var part = 0
    for newest in 1..<max(parts, 1) {
      var round = 1
      while round * 2 <= newest { round *= 2 }
      // The newest part is divided from the one that lies a round before it, by the next bit of the hash.
      if part == newest - round, hash / UInt64(round) % 2 == 1 { part = newest }
    }
    return part
  }

  @Test func aHashIsWhereDivisionAfterDivisionPutsIt() {
    for parts in 1...70 {
      let sharding = Sharding(numberOfParts: parts)
      for hash in UInt64(0)..<300 {
        #expect(sharding.part(of: hash) == naivePart(of: hash, among: parts), "\(hash) among \(parts)")
      }
      let numbers = Set((UInt64(0)..<128).map { sharding.part(of: $0) })
      #expect(numbers == Set(0..<parts), "every part of \(parts) is used, and no other")
    }
  }

  @Test func anyHashHasAPartAmongAnyNumberOfParts() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<10_000 {
      let parts = Int.random(in: 1...(.max >> Int.random(in: 0..<62)), using: &random)
      let hash = UInt64.random(in: 0...(.max), using: &random)
      let part = Sharding(numberOfParts: parts).part(of: hash)
      #expect((0..<parts).contains(part), "seed 4: \(hash) among \(parts)")
    }
  }

  @Test func oneMorePartTakesFromOnlyOne() {
    let ids = (0..<5000).map { ObjectID(collection: "c\($0 % 3)", key: "key \($0)") }
    for parts in 1...100 {
      let (old, new) = (Sharding(numberOfParts: parts), Sharding(numberOfParts: parts + 1))
      var givers: Set<Int> = []
      for id in ids where old.part(of: id) != new.part(of: id) {
        givers.insert(old.part(of: id))
        #expect(new.part(of: id) == parts, "\(id) went to a part that was there")
      }
      #expect(givers.count == 1)
    }
  }

  @Test func aPartIsAtMostAboutTwiceItsCapacity() {
    let capacity = 100
    for count in [1000, 1500, 5000, 12_700, 20_000] {
      let sharding = Sharding(of: count, capacity: capacity)
      var sizes = Array(repeating: 0, count: sharding.numberOfParts)
      for number in 0..<count { sizes[sharding.part(of: ObjectID(collection: "all", key: "\(number)"))] += 1 }
      #expect((sizes.max() ?? 0) < 5 * capacity / 2 && (sizes.min() ?? 0) > capacity / 4, "\(sizes)")
    }
  }

  @Test func aPartFollowsFromCollectionAndKeyOnAnyMachine() {
    let sharding = Sharding(numberOfParts: 1 << 20)
    let parts = [("fruits", "lemon"), ("fruit", "slemon"), ("nuts", "lemon"), ("", "")].map {
      sharding.part(of: ObjectID(collection: $0, key: $1))
    }
    #expect(parts == [740734, 904167, 685724, 166701])
  }
}
