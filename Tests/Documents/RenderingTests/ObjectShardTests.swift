import Fingerprints
import Rendering
import Testing

@Suite struct ObjectShardTests {
  private func things(_ count: Int) -> [Thing] { (0..<count).map { Thing(title: "thing \($0)") } }

  private func titles(_ shards: [ObjectShard<Thing>]) -> [Int: [String]] {
    Dictionary(uniqueKeysWithValues: shards.map { ($0.number, $0.entries.map(\.title)) })
  }

  @Test func anObjectIsInOnePartWhateverTheOrder() {
    let things = things(500)
    let shards = ObjectShards(of: document([("All", things)]), capacity: 20, showing: .everything).shards
    #expect(shards.flatMap { $0.entries.map(\.title) }.sorted() == things.map(\.title).sorted())
    #expect(shards.allSatisfy { (1...20).contains($0.entries.count) })
    let others = document([("All", things.reversed())])
    let same = ObjectShards(of: others, capacity: 20, showing: .everything).shards
    #expect(titles(same) == titles(shards) && same.map(\.fingerprint) == shards.map(\.fingerprint))
  }

  @Test func aPartDependsOnCollectionAndKeyOnly() {
    let things = [("fruits", "lemon"), ("fruit", "slemon"), ("nuts", "lemon"), ("", "")].map {
      Thing(collection: $0, title: $1)
    }
    #expect(
      titles(ObjectShards(of: document([("All", things)]), capacity: 1, showing: .addresses).shards)
        == [4: ["lemon"], 5: ["lemon"], 6: [""], 7: ["slemon"]])
  }

  @Test func aChangedObjectChangesOnePart() {
    func fingerprints(_ content: ObjectShards<Thing>.Content) -> [Fingerprint?] {
      ObjectShards(of: document([("All", things)]), capacity: 20, showing: content).shards.map(\.fingerprint)
    }
    var things = things(500)
    let (old, addresses) = (fingerprints(.everything), fingerprints(.addresses))
    things[7].note = "changed"
    #expect(zip(old, fingerprints(.everything)).count { $0 != $1 } == 1)
    #expect(fingerprints(.addresses) == addresses)
  }

  @Test func objectsAreDividedByTheirSize() {
    let divided = ObjectShards(of: document([("All", things(500))]), capacity: 100, with: {}) { thing, _, _, _, _ in
      (thing.title == "thing 7" ? 1000 : 4, Fingerprint(thing.title))
    }
    let shards = divided.shards
    #expect(shards.filter { shard in shard.entries.contains { $0.title == "thing 7" } }.map(\.entries.count) == [1])
    #expect(shards.allSatisfy { $0.entries.count <= 25 })
    let empty = ObjectShards(of: document([("All", [])]), capacity: 100, showing: .addresses)
    #expect(empty.shards.isEmpty)
  }
}
