import Changesets
import DataSources
import Testing

@Suite struct FilterByKeyTests {
  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  @Test func itemsAreShownByTheKeysOfOtherSources() {
    for shape in smallShapes(3) {
      for bits in 0..<64 {
        let others = [bits & 7, bits >> 3].map { bits in (0..<3).filter { bits >> $0 & 1 == 1 } }
        let sources = [sectioned(shape)] + others.map { sectioned([$0, []]) }
        let intersection = Transform(of: sources, by: .filterByKey(.intersect) { $0 })
        #expect(
          intersection.itemsBySection == shape.map { $0.filter { others[0].contains($0) && others[1].contains($0) } })
        expectLaws(intersection)
        let difference = Transform(of: sources, by: .filterByKey(.except) { $0 })
        #expect(
          difference.itemsBySection == shape.map { $0.filter { !others[0].contains($0) && !others[1].contains($0) } })
        expectLaws(difference)
      }
    }
  }

  @Test func withoutOtherSourcesAllItemsAreShown() {
    for operation in [Mappings.FilterByKey<Int, Int>.Operation.intersect, .except] {
      #expect(Transform(of: [ArraySource([1, 2])], by: .filterByKey(operation) { $0 }).items == [1, 2])
    }
  }

  @Test func aKeyOfAnotherSourceShowsAndHidesAllItemsThatHaveIt() {
    let (main, other) = (ArraySource([1, 2, 3, 4]), ArraySource([0]))
    let transform = Transform(of: [main, other], by: .filterByKey(.intersect) { $0 % 2 })
    let log = EventLog(transform)
    other.append(1)
    other.append(3)  // the same key once more: nothing happens
    other.remove(at: 0)
    other.remove(at: 0)
    other.update(6, at: 0)
    transform.configure { $0.operation = .except }
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(inserts: [path(0), path(2)])), UpdateBatch(),
        UpdateBatch(items: Edits(deletes: [path(1), path(3)])), UpdateBatch(),
        UpdateBatch(items: Edits(deletes: [path(0), path(1)], inserts: [path(0), path(1)])),
        UpdateBatch(items: Edits(deletes: [path(0), path(1)], inserts: [path(0), path(1)])),
      ])
    #expect(transform.items == [1, 3])
  }

  @Test func filtersByKeyAtRandom() {
    for operation in [Mappings.FilterByKey<SampleItem, Int>.Operation.intersect, .except] {
      fuzz(leaves: 2, seeds: 4) { Transform(of: $0, by: .filterByKey(operation) { $0.rank }) }
      fuzz(leaves: 3, seeds: 4) { Transform(of: $0, by: .filterByKey(operation) { $0.rank / 2 }) }
      fuzz(leaves: 2, seeds: 4) { leaves in
        let filtered = leaves.map { $0.applying(.filter { $0.rank != 2 }) }
        return Transform(of: filtered, by: .filterByKey(operation) { $0.rank })
      }
      fuzz(seeds: 4) { leaves in
        let low = leaves[0].applying(.filter { $0.rank < 3 })
        return Transform(of: [leaves[0], low], by: .filterByKey(operation) { $0.rank })
      }
      fuzz(
        leaves: 2, seeds: 4,
        change: { transform, step in
          transform.configure { filter in
            filter.operation = step % 3 == 0 ? .intersect : .except
            if step % 2 == 0 { filter.key = { $0.rank / (step + 1) } }
          }
        }
      ) { Transform(of: $0, by: .filterByKey(operation) { $0.rank }) }
    }
  }
}
