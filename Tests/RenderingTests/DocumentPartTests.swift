import Fingerprints
import Rendering
import Testing

@Suite struct DocumentPartTests {
  private func things(_ count: Int) -> [Thing] { (0..<count).map { Thing(title: "thing \($0)") } }

  private func titles(_ parts: [DocumentPart<Thing>]) -> [Int: [String]] {
    Dictionary(uniqueKeysWithValues: parts.map { ($0.number, $0.entries.map(\.title)) })
  }

  @Test func anObjectIsInOnePartWhateverTheOrder() {
    let things = things(500)
    let parts = ObjectDivision(of: document([("All", things)]), capacity: 20, showing: .everything).parts
    #expect(parts.flatMap { $0.entries.map(\.title) }.sorted() == things.map(\.title).sorted())
    #expect(parts.allSatisfy { (1...20).contains($0.entries.count) })
    let others = document([("All", things.reversed())])
    let same = ObjectDivision(of: others, capacity: 20, showing: .everything).parts
    #expect(titles(same) == titles(parts) && same.map(\.fingerprint) == parts.map(\.fingerprint))
  }

  @Test func aPartFollowsFromCollectionAndKeyOnAnyMachine() {
    let things = [("fruits", "lemon"), ("fruit", "slemon"), ("nuts", "lemon"), ("", "")].map {
      Thing(collection: $0, title: $1)
    }
    #expect(
      titles(ObjectDivision(of: document([("All", things)]), capacity: 1, showing: .addresses).parts)
        == [4: ["lemon"], 5: ["lemon"], 6: [""], 7: ["slemon"]])
  }

  @Test func whatChangesInAnObjectChangesOnePart() {
    func fingerprints(_ content: ObjectDivision<Thing>.Content) -> [Fingerprint?] {
      ObjectDivision(of: document([("All", things)]), capacity: 20, showing: content).parts.map(\.fingerprint)
    }
    var things = things(500)
    let (old, addresses) = (fingerprints(.everything), fingerprints(.addresses))
    things[7].note = "changed"
    #expect(zip(old, fingerprints(.everything)).count { $0 != $1 } == 1)
    #expect(fingerprints(.addresses) == addresses)
  }

  @Test func objectsAreDividedByWhatTheyTake() {
    let division = ObjectDivision(of: document([("All", things(500))]), capacity: 100, with: {}) { thing, _, _, _, _ in
      (thing.title == "thing 7" ? 1000 : 4, Fingerprint(thing.title))
    }
    let parts = division.parts
    #expect(parts.filter { part in part.entries.contains { $0.title == "thing 7" } }.map(\.entries.count) == [1])
    #expect(parts.allSatisfy { $0.entries.count <= 25 })
    let empty = ObjectDivision(of: document([("All", [])]), capacity: 100, showing: .addresses)
    #expect(empty.parts.isEmpty)
  }
}
