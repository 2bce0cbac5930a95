import Changesets
import DataSources
import Testing

/// Items that occur once for each of their keys.
@Suite struct RepeatTests {
  /// As many keys as the rank, with another first one for each version.
  private let ranks = Mappings.Repeat<SampleItem, String> { sample in
    (0..<sample.rank).map { "\($0)v\(sample.version)" }
  }

  /// Follows a source, with repetitions identified by their index: the first, the second, … of its item.
  private func follow(_ source: any DataSource<Repeated<SampleItem, String>>) -> ChainOracle<LabeledItem> {
    ChainOracle(source) {
      var counts: [Int: Int] = [:]
      return source.sections.map { section in
        SectionState(
          section.value,
          items: section.items.map { item in
            counts[item.item.id, default: 0] += 1
            return LabeledItem(id: "\(item.item.id) \(counts[item.item.id, default: 0])", text: "\(item)")
          })
      }
    }
  }

  @Test func everyBatchIsExact() {
    fuzz(seeds: 10, oracle: follow) { $0[0].applying(ranks) }
  }

  @Test func everyBatchIsExactOverAFilterAndASort() {
    fuzz(seeds: 5, oracle: follow) { $0[0].applying(.filter { $0.rank % 2 == 0 }).applying(ranks) }
    fuzz(seeds: 5, oracle: follow) { $0[0].applying(.sort { $0.rank < $1.rank }).applying(ranks) }
  }

  @Test func aGroupOfRepeatedItems() {
    fuzz(
      seeds: 10,
      oracle: { source in
        ChainOracle(source) {
          source.sections.map { section in
            SectionState(
              section.value,
              items: section.items.map { LabeledItem(id: "\($0.item.id) \($0.key ?? "")", text: "\($0)") })
          }
        }
      }
    ) { leaves in
      leaves[0].applying(.repeat { sample in (0...sample.rank).map { "\($0)" } }).applying(.group { $0.key })
    }
  }

  @Test func anItemOccursWithEachOfItsKeys() {
    let words = ArraySource(["ab", "", "c"])
    let letters = words.applying(.repeat { Array($0) })
    #expect(letters.items.map(\.item) == ["ab", "ab", "", "c"])
    #expect(letters.items.map(\.key) == ["a", "b", nil, "c"])
    #expect(letters.convert(ItemPath(0, 2), from: words) == ItemPath(0, 3))
    #expect(letters.convert(ItemPath(0, 1), to: words) == ItemPath(0, 0))
    #expect(letters.convert(ItemPath(0, 0), from: words) == ItemPath(0, 0))
    #expect(letters.allPaths(of: ItemPath(0, 0), from: words) == [ItemPath(0, 0), ItemPath(0, 1)])
    words.update("b", at: 0)
    #expect(letters.items.map(\.key) == ["b", nil, "c"])
  }

  @Test func everyRepetitionShowsItsItem() {
    let words = ArraySource(["ab", "", "c"]), more = ArraySource(["ba"])
    let all = Transform(of: [words, more], by: .concatenate())
    let repeated = all.applying(.repeat { word in word.map { String($0) } })
    let letters = repeated.applying(.group(order: .sorted(by: <)) { $0.key })
    let shown: [[String]] = letters.itemsBySection.map { $0.map(\.item) }
    #expect(shown == [["ab", "ba"], ["ab", "ba"], ["c"], [""]])
    func origins(in source: any DataSource) -> [ItemPath?] { letters.paths.map { letters.convert($0, to: source) } }
    let found: [String?] = origins(in: all).map { (path: ItemPath?) -> String? in path.map { all.item(at: $0) } }
    #expect(found == letters.items.map { Optional($0.item) })
    #expect(origins(in: words).map { $0?.item } == [0, nil, 0, nil, 2, 1])
    #expect(origins(in: more).map { $0?.item } == [nil, 0, nil, 0, nil, nil])
    #expect(words.convert(ItemPath(0, 0), to: letters) == nil)
  }
}
