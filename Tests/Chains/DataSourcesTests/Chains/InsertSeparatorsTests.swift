import Changesets
import DataSources
import Testing

/// Separators between items.
@Suite struct InsertSeparatorsTests {
  /// A heading wherever the rank changes.
  private let headings = Mappings.InsertSeparators<SampleItem, String> { before, after in
    before?.rank == after?.rank ? nil : "\(before?.rank ?? -1)-\(after?.rank ?? -1)"
  }
  /// A separator in every gap, with the names of both neighbours.
  private let everywhere = Mappings.InsertSeparators<SampleItem, String> { before, after in
    "\(before?.rank ?? -1)|\(after?.rank ?? -1)"
  }

  /// Follows a source, with separators identified by the item before them, or as the first of their section.
  private func follow(_ source: any DataSource<Separated<SampleItem, String>>) -> ChainOracle<LabeledItem> {
    ChainOracle(source) {
      var names: [String?: Int] = [:]
      return source.sections.map { section in
        var owner = "section \(section.value ?? "") \(names[section.value, default: 0])"
        names[section.value, default: 0] += 1
        return SectionState(
          section.value,
          items: section.items.map { item in
            switch item {
            case .item(let sample):
              owner = "\(sample.id)"
              return LabeledItem(id: owner, text: "\(sample)")
            case .separator(let text): return LabeledItem(id: "after \(owner)", text: text)
            }
          })
      }
    }
  }

  @Test func everyBatchIsExact() {
    fuzz(seeds: 5, oracle: follow) { $0[0].applying(headings) }
    fuzz(seeds: 5, oracle: follow) { $0[0].applying(everywhere) }
  }

  @Test func everyBatchIsExactOverAFilterAndASort() {
    fuzz(seeds: 5, oracle: follow) { $0[0].applying(.filter { $0.rank % 2 == 0 }).applying(everywhere) }
    fuzz(seeds: 5, oracle: follow) { $0[0].applying(.sort { $0.rank < $1.rank }).applying(headings) }
  }

  @Test func everyBatchIsExactWhenTheClosureChanges() {
    fuzz(
      seeds: 5,
      change: { transform, step in
        transform.configure {
          $0.separator = { before, after in
            ((before?.rank ?? 0) + (after?.rank ?? 0)) % 2 == step % 2 ? "\(step / 2)" : nil
          }
        }
      }, oracle: follow
    ) { $0[0].applying(headings) }
  }

  @Test func everyBatchIsExactOverADiamond() {
    fuzz(seeds: 5, oracle: follow) { leaves in
      let (odd, even) = (Mappings.Filter<SampleItem> { $0.id % 2 == 1 }, Mappings.Filter<SampleItem> { $0.id % 2 == 0 })
      return Transform(
        of: [leaves[0].applying(odd), leaves[0].applying(even)], by: .insert(at: ItemPath(0, 1))
      )
      .applying(headings)
    }
  }

  @Test(arguments: 0...2, [false, true]) func separatorsMoveWithItemsToNewSections(rank: Int, isOldRemoved: Bool) {
    for separators in [headings, everywhere] {
      let samples = (0..<4).map { SampleItem(id: $0, rank: $0 / 2) }
      let leaf = SectionedArraySource([SectionState("old", items: samples)])
      let transform = leaf.applying(separators)
      let oracle = follow(transform)
      leaf.transaction {
        leaf.insertSection(SectionState("new", items: [SampleItem(id: 9, rank: rank)]), at: 0)
        leaf.move(from: ItemPath(1, 1), to: ItemPath(0, 0))
        leaf.move(from: ItemPath(1, 2), to: ItemPath(0, 2))
        if isOldRemoved { leaf.removeSection(at: 1) }
      }
      #expect(oracle.failures.isEmpty && oracle.batches == 1)
      #expect(transform.items == leaf.applying(separators).items)
    }
  }

  @Test func placesBehindSeparatorsAreConverted() {
    fuzz(
      seeds: 5,
      oracle: { transform in
        ChainOracle(transform) {
          transform.sections.map { section in
            SectionState(
              section.value,
              items: section.items.compactMap {
                guard case .item(let sample) = $0 else { return nil }
                return LabeledItem(id: "\(sample.id)", text: "\(sample)")
              })
          }
        }
      }
    ) {
      $0[0].applying(everywhere).applying(
        Mappings.Filter { if case .item(let sample) = $0 { sample.rank != 2 } else { false } })
    }
  }

  // MARK: - Order

  private typealias Words = Separated<String, Character>

  private let initials = Mappings.InsertSeparators<String, Character> { before, after in
    before?.first == after?.first ? nil : after?.first
  }

  private func text(_ items: [Words]) -> [String] {
    items.map {
      switch $0 {
      case .item(let word): word
      case .separator(let initial): "# \(initial)"
      }
    }
  }

  @Test func headingsAreBeforeTheirGroups() {
    let listed = ArraySource(["apple", "apricot", "banana"], name: "Fruits").applying(initials)
    #expect(text(listed.items) == ["# a", "apple", "apricot", "# b", "banana"])
    #expect(listed.sectionNames == ["Fruits"])
  }

  @Test func theClosureIsCalledOnceForEveryGap() {
    for count in 0...3 {
      var gaps: [[Int?]] = []
      let items = Array(0..<count)
      let transform = ArraySource(items).applying(
        Mappings.InsertSeparators<Int, Int> { before, after in
          gaps.append([before, after])
          return nil
        })
      #expect(transform.items == items.map(Separated.item))
      #expect(gaps == zip([nil] + items, items + [nil]).map { [$0, $1] })
    }
  }

  @Test func theClosureIsCalledAgainOnlyNextToAChange() {
    var gaps: [[Int?]] = []
    let source = ArraySource(Array(0..<100))
    let transform = source.applying(
      Mappings.InsertSeparators<Int, Int> { before, after in
        gaps.append([before, after])
        return before
      })
    func asked(_ edit: () -> Void) -> [[Int?]] {
      gaps = []
      edit()
      return gaps
    }
    #expect(asked { source.insert(1000, at: 50) } == [[49, 1000], [1000, 50]])
    #expect(asked { source.remove(at: 50) } == [[49, 50]])
    #expect(asked { source.update(7, at: 7) } == [[6, 7], [7, 8]])
    #expect(asked { source.move(from: 0, to: 99) } == [[nil, 1], [99, 0], [0, nil]])
    #expect(asked { source.removeSubrange(10..<20) } == [[10, 21]])
    #expect(asked { source.rename("x") }.isEmpty)
    #expect(transform.numberOfItems(inSection: 0) == 180)
  }

  @Test func aHeadingStaysWhenItsGroupGetsAnotherFirstItem() {
    let source = ArraySource(["apple", "banana"])
    let listed = source.applying(initials)
    var batches: [UpdateBatch] = []
    _ = listed.addObserver(source) { _, event in
      if case .didUpdate(let batch, _) = event { batches.append(batch) }
    }
    source.insert("ball", at: 1)
    #expect(text(listed.items) == ["# a", "apple", "# b", "ball", "banana"])
    #expect(batches == [UpdateBatch(items: Edits(inserts: [ItemPath(0, 3)]))])
  }

  @Test func reloadingCallsTheClosureAgain() {
    var word = "or"
    let transform = ArraySource([1, 2]).applying(
      Mappings.InsertSeparators<Int, String> { before, after in before == nil || after == nil ? nil : word })
    var batches: [UpdateBatch] = []
    _ = transform.addObserver(transform) { _, event in
      if case .didUpdate(let batch, _) = event { batches.append(batch) }
    }
    word = "and"
    transform.reload()
    let place = ItemPath(0, 1)
    #expect(transform.item(at: place) == .separator("and"))
    #expect(batches == [UpdateBatch(items: Edits(updates: [PlacePair(place, place)]))])
    transform.reload()
    #expect(batches.count == 1)
  }

  @Test func anotherSourceIsAReload() throws {
    let transform = ArraySource([1, 1]).applying(Mappings.InsertSeparators<Int, String> { $0 == $1 ? "=" : nil })
    #expect(transform.items == [.item(1), .separator("="), .item(1)])
    try transform.setSources([ArraySource([2, 3, 3])])
    #expect(transform.items == [.item(2), .item(3), .separator("="), .item(3)])
  }
}
