import Changesets
import DataSources
import Testing

@Suite struct MapTests {
  /// Maps samples to samples, so that random chains can be applied to the result.
  private let map = Mappings.Map { (sample: SampleItem) in
    SampleItem(id: sample.id, rank: sample.rank * 2, version: sample.version)
  }

  @Test func everyItemIsCreatedFromOneOfTheSource() {
    for shape in smallShapes(4) {
      let transform = sectioned(shape).applying(.map { "\($0)" })
      #expect(transform.itemsBySection == shape.map { $0.map { "\($0)" } })
      expectLaws(transform)
    }
  }

  @Test func typesOfChainsAreInferred() {
    let words = ArraySource(["fig", "apple"], name: "Fruits").applying(.map { $0.count }).applying(.map { [$0] })
    #expect(words.items == [[3], [5]])
    #expect(words.sectionNames == ["Fruits"])
  }

  @Test func mapsOfMapsAreOneMap() {
    let source = ArraySource([1, 2, 3])
    let twice = source.applying(.map { $0 + 1 }).applying(.map { $0 * 2 }),
      once = source.applying(.map { ($0 + 1) * 2 })
    #expect(twice.items == once.items)
    source.append(4)
    #expect(twice.items == once.items)
  }

  @Test func anotherTransformUpdatesEveryItem() {
    let transform = ArraySource([1, 2]).applying(.map { $0 * 2 })
    let log = EventLog(transform)
    transform.configure { $0.transform = { $0 * 3 } }
    #expect(transform.items == [3, 6])
    let paths = [ItemPath(0, 0), ItemPath(0, 1)]
    #expect(log.batches == [UpdateBatch(items: Edits(updates: paths.map { PlacePair($0, $0) }))])
  }

  @Test func batchesArePassedOnUnchanged() {
    fuzz(seeds: 4) { [map] in $0[0].applying(map) }
    fuzz(seeds: 4) { [map] in $0[0].applying(.filter { $0.rank % 2 == 0 }).applying(map) }
    fuzz(seeds: 4) { [map] in Transform(of: [$0[0]], by: .concatenate()).applying(map) }
    fuzz(
      seeds: 4,
      change: { transform, step in
        // Every item becomes another one, so that the update of every item is correct.
        let before = transform.mapping.transform
        transform.configure {
          $0.transform = { sample in
            let sample = before(sample)
            return SampleItem(id: sample.id, rank: sample.rank, version: sample.version + 100 * step + 1)
          }
        }
      }
    ) { [map] in $0[0].applying(map) }
  }
}
