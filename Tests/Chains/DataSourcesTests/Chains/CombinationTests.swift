import Changesets
import DataSources
import Testing

@Suite struct CombinationTests {
  private let one = ArraySource([1, 5, 3]), two = ArraySource([4, 5, 3, 9])

  @Test func setsOfKeys() {
    let sources: [any DataSource<Int>] = [one, two]
    let all = Transform(of: sources, by: .concatenate()).applying(.removeDuplicates { $0 })
    let both = Transform(of: sources, by: .filterByKey(.intersect) { $0 })
    let rest = Transform(of: sources, by: .filterByKey(.except) { $0 })
    #expect(all.itemsBySection == [[1, 5, 3], [4, 9]])
    #expect(both.items == [5, 3] && rest.items == [1])
    one.transaction {
      one.remove(at: 1)
      two.append(1)
    }
    #expect(all.itemsBySection == [[1, 3], [4, 5, 9]])
    #expect(both.items == [1, 3] && rest.items == [])
  }

  @Test func mergedSourcesAreSortedWithTiesInTheOrderOfTheSources() {
    let merged = Transform(of: [one, two], by: .concatenate()).applying(.flatten()).applying(.sort { $0 / 2 < $1 / 2 })
    #expect(merged.itemsBySection == [[1, 3, 3, 5, 4, 5, 9]])
    two.insert(2, at: 0)
    #expect(merged.itemsBySection == [[1, 3, 2, 3, 5, 4, 5, 9]])
  }

  @Test func combinationsAtRandom() {
    fuzz(leaves: 2, seeds: 4) { Transform(of: $0, by: .concatenate()).applying(.removeDuplicates(by: \.rank)) }
    fuzz(leaves: 2, seeds: 4) {
      Transform(of: $0, by: .concatenate()).applying(.flatten()).applying(.sort { $0.rank < $1.rank })
    }
  }
}
