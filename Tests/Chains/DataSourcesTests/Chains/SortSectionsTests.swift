import Changesets
import DataSources
import Testing

@Suite struct SortSectionsTests {
  @Test func sectionsAreSortedAndKeepTheirItems() {
    for shape in smallShapes(4) {
      let transform = sectioned(shape).applying(.sortSections { $0.count > $1.count })
      let sorted = shape.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      #expect(transform.itemsBySection == sorted.map(\.element))
      expectLaws(transform)
    }
  }

  @Test func namesAreSortedAndSectionsWithoutNameComeLast() {
    let source = Transform(
      of: ["b", nil, "c", "a", nil].enumerated().map { ArraySource([$0.offset], name: $0.element) },
      by: .concatenate())
    let transform = source.applying(.sortSectionsByName())
    #expect(transform.sectionNames == ["a", "b", "c", nil, nil])
    #expect(transform.items == [3, 0, 2, 1, 4])
  }

  @Test func aRenamedSectionMoves() {
    let source = SectionedArraySource<Int>(["a", "b", "c"].map { SectionState($0, items: [1]) })
    let transform = source.applying(.sortSectionsByName())
    let log = EventLog(transform)
    source.renameSection(at: 0, "d")
    source.renameSection(at: 1, "bb")
    #expect(transform.sectionNames == ["bb", "c", "d"])
    #expect(
      log.batches == [
        UpdateBatch(sections: Edits(moves: [PlacePair(0, 2)], updates: [PlacePair(0, 2)])),
        UpdateBatch(sections: Edits(updates: [PlacePair(0, 0)])),
      ])
  }

  @Test func aSectionMovesWhenItsCountChanges() {
    let source = SectionedArraySource<Int>(["a", "b"].map { SectionState($0, items: [1]) })
    let transform = source.applying(.sortSections { $0.count < $1.count })
    let log = EventLog(transform)
    source.append(2, toSection: 1)
    source.append(2, toSection: 0)
    source.append(3, toSection: 0)
    let path = { ItemPath(section: $0, item: $1) }
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(inserts: [path(1, 1)])), UpdateBatch(items: Edits(inserts: [path(0, 1)])),
        UpdateBatch(sections: Edits(moves: [PlacePair(1, 0)]), items: Edits(inserts: [path(1, 2)])),
      ])
  }

  @Test func sectionsAreSortedAtRandom() {
    let byName = Mappings.SortSections<SampleItem> {
      ($0.name ?? "").reversed().lexicographicallyPrecedes(($1.name ?? "").reversed())
    }
    fuzz(seeds: 5) { $0[0].applying(byName) }
    fuzz(seeds: 5) { $0[0].applying(.sortSections { $0.count > $1.count }) }
    fuzz(seeds: 4) {
      $0[0].applying(.filter { $0.rank % 2 == 0 }).applying(.sortSections { $0.count / 2 < $1.count / 2 })
    }
    fuzz(
      seeds: 4,
      change: { transform, step in
        transform.configure {
          $0.areInIncreasingOrder = step % 2 == 0 ? { $0.count > $1.count } : { $0.count < $1.count }
        }
      }
    ) { $0[0].applying(byName) }
  }
}
