import Changesets
import DataSources
import Testing

/// The origins of items, and the reasons why they are hidden.
@Suite struct ProvenanceTests {
  @Test func provenanceHasAPlaceAtEveryLink() {
    let source = ArraySource([5, 4, 3, 2, 1])
    let sorted = source.applying(.filter { $0 % 2 == 1 }).applying(.sort { $0 < $1 })
    let places = sorted.provenance(of: ItemPath(0, 0))
    #expect(places.map(\.description) == ["Sort (0, 0)", "Filter (0, 2)", "ArraySource (0, 4)"])
    #expect(places.allSatisfy { $0.item as? Int == 1 })
    #expect(places.last?.source === source)
    #expect(sorted.provenance(of: ItemPath(0, 3)).isEmpty)
    #expect(sorted.provenance(of: ItemPath(1, 0)).isEmpty)
    #expect(source.provenance(of: ItemPath(0, 1)).map(\.description) == ["ArraySource (0, 1)"])
  }

  @Test func theLinkThatHidesAnItemIsNamed() {
    let source = ArraySource([5, 4, 3, 2, 1])
    let large = source.applying(.sort { $0 < $1 }).applying(.filter { $0 > 2 })
    large.link.name = "large"
    let odd = large.applying(.filter { $0 % 2 == 1 })
    #expect(
      odd.explain(ItemPath(0, 1), of: source).description
        == "ArraySource (0, 1) is hidden by Filter: ArraySource (0, 1) → Sort (0, 3) → large (0, 1).")
    let small = odd.explain(ItemPath(0, 3), of: source)
    #expect(small.description == "ArraySource (0, 3) is hidden by large: ArraySource (0, 3) → Sort (0, 1).")
    #expect(small.routes.first?.hiddenBy === large)
    #expect(!small.isShown)
    #expect(
      odd.explain(ItemPath(0, 0), of: source).description
        == "ArraySource (0, 0) is shown: ArraySource (0, 0) → Sort (0, 4) → large (0, 2) → Filter (0, 1)."
    )
    #expect(
      odd.explain(ItemPath(0, 0), of: large).description == "large (0, 0) is shown: large (0, 0) → Filter (0, 0).")
    #expect(odd.explain(ItemPath(0, 1), of: large).description == "large (0, 1) is hidden by Filter.")
    #expect(source.explain(ItemPath(0, 1), of: source).isShown)
  }

  @Test func allRoutesOfADiamond() {
    let source = ArraySource([1, 2, 3])
    let odd = source.applying(.filter { $0 % 2 == 1 }), even = source.applying(.filter { $0 % 2 == 0 })
    (odd.link.name, even.link.name) = ("odd", "even")
    let both = Transform(of: [odd, even], by: .concatenate())
    let explanation = both.explain(ItemPath(0, 2), of: source)
    #expect(
      explanation.description == """
        ArraySource (0, 2) is shown: ArraySource (0, 2) → odd (0, 1) → Concatenate (0, 1).
        ArraySource (0, 2) is hidden by even.
        """)
    #expect(explanation.isShown)
    // An item hidden before the routes part is listed as hidden once.
    let none = source.applying(.filter { _ in false })
    let twice = Transform(of: [none.applying(.sort { $0 < $1 }), none], by: .concatenate())
    #expect(twice.explain(ItemPath(0, 0), of: source).description == "ArraySource (0, 0) is hidden by Filter.")
  }

  @Test func noRoute() {
    let (one, two) = (ArraySource([1]), ArraySource([2]))
    let filtered = one.applying(.filter { $0 > 0 })
    #expect(filtered.explain(ItemPath(0, 0), of: two).description == "Filter is not downstream of ArraySource.")
    #expect(one.explain(ItemPath(0, 0), of: filtered).description == "ArraySource is not downstream of Filter.")
    #expect(filtered.explain(ItemPath(0, 1), of: one).description == "There is no item at ArraySource (0, 1).")
    #expect(filtered.explain(ItemPath(0, 1), of: one).routes.isEmpty)
  }
}
