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
    let parts = document([("All", things)]).parts(capacity: 20, showing: .everything)
    #expect(parts.flatMap { $0.entries.map(\.title) }.sorted() == things.map(\.title).sorted())
    #expect(parts.allSatisfy { (1...20).contains($0.entries.count) })
    let others = document([("All", things.reversed())])
    #expect(titles(others.parts(capacity: 20, showing: .everything)).mapValues { $0.reversed() } == titles(parts))
  }

  @Test func aPartFollowsFromCollectionAndKeyOnAnyMachine() {
    let things = [("fruits", "lemon"), ("fruit", "slemon"), ("nuts", "lemon"), ("", "")].map {
      Thing(collection: $0, title: $1)
    }
    #expect(
      titles(document([("All", things)]).parts(capacity: 1, showing: .links))
        == [4: ["lemon"], 5: ["lemon"], 6: [""], 7: ["slemon"]])
  }

  @Test func whatChangesInAnObjectChangesOnePart() {
    func fingerprints(_ content: DocumentPartContent) -> [Fingerprint?] {
      document([("All", things)]).parts(capacity: 20, showing: content).map(\.fingerprint)
    }
    var things = things(500)
    let (old, links) = (fingerprints(.everything), fingerprints(.links))
    things[7].note = "changed"
    #expect(zip(old, fingerprints(.everything)).count { $0 != $1 } == 1)
    #expect(fingerprints(.links) == links)
  }

  @Test func objectsAreDividedByWhatTheyTake() {
    let parts = document([("All", things(500))]).parts(capacity: 100, with: {}) { thing, _, _, _, _ in
      thing.title == "thing 7" ? 1000 : 4
    }
    #expect(parts.filter { part in part.entries.contains { $0.title == "thing 7" } }.map(\.entries.count) == [1])
    #expect(parts.allSatisfy { $0.entries.count <= 25 })
    #expect(document([("All", [])]).parts(capacity: 100, showing: .links).isEmpty)
  }
}
