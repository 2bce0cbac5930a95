import Changesets
import DataSources
import DataSourcesTesting
import Testing

/// Defects of earlier systems of chained data sources, one test for each: none of them is ours.
@Suite struct FormerDefectTests {
  private func leaf(_ sections: [Int]...) -> SectionedArraySource<Int> {
    SectionedArraySource(sections.enumerated().map { SectionState("\($0)", items: $1) })
  }

  // MARK: - Insert

  @Test func insertMapsItemsOfMainBehindTheInsertionToTheirSection() {
    let transform = Transform(of: [leaf([1], [2, 3], [4]), leaf([9])], by: .insert(at: ItemPath(1, 1)))
    #expect(transform.sourcePath(for: ItemPath(1, 2)) == SourcePath(source: 0, path: ItemPath(1, 1)))
    #expect(transform.sourcePath(for: ItemPath(2, 0)) == SourcePath(source: 0, path: ItemPath(2, 0)))
    #expect(transform.path(for: SourcePath(source: 0, path: ItemPath(1, 1))) == ItemPath(1, 2))
  }

  @Test func insertReportsChangesOfTheInsertedSection() {
    let inserted = leaf([8])
    let transform = Transform(of: [leaf([1, 2]), inserted], by: .insert(at: ItemPath(0, 1)))
    let log = EventLog(transform)
    inserted.append(9, toSection: 0)
    inserted.update(7, at: ItemPath(0, 0))
    inserted.removeSection(at: 0)
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(inserts: [ItemPath(0, 2)])),
        UpdateBatch(items: Edits(updates: [PlacePair(ItemPath(0, 1), ItemPath(0, 1))])),
        UpdateBatch(items: Edits(deletes: [ItemPath(0, 1), ItemPath(0, 2)])),
      ])
    #expect(transform.items == [1, 2])
  }

  @Test func insertWithOneSourceOrNoneShowsTheRest() throws {
    let main = leaf([1])
    let transform = Transform(of: [main], by: .insert(at: ItemPath(0, 0)))
    main.append(2, toSection: 0)
    #expect(transform.items == [1, 2])
    try transform.setSources([])
    #expect(transform.numberOfSections == 0)
  }

  // MARK: - Flatten

  @Test func flattenInsertsAndDeletesItsSection() {
    let source = leaf()
    let transform = source.applying(.flatten())
    let log = EventLog(transform)
    source.appendSection(SectionState("a", items: [1]))
    source.appendSection(SectionState("b", items: []))
    #expect(transform.items == [1])
    source.removeAll()
    #expect(
      log.batches == [
        UpdateBatch(sections: Edits(inserts: [0])), UpdateBatch(), UpdateBatch(sections: Edits(deletes: [0])),
      ])
  }

  @Test func flattenerBehindAnEmptySectionFilterDeletesAnItemOnce() {
    let source = leaf([1], [2])
    let transform = source.applying(.removeEmptySections()).applying(.flatten())
    let log = EventLog(transform)
    source.remove(at: ItemPath(1, 0))
    #expect(log.batches == [UpdateBatch(items: Edits(deletes: [ItemPath(0, 1)]))])
    #expect(transform.items == [1])
  }

  // MARK: - Filters

  @Test func predicateFilterDeletesAndInsertsWhatAnUpdateFlips() {
    let source = leaf([1, 2, 4])
    let even = source.applying(.filter { $0 % 2 == 0 })
    let log = EventLog(even)
    source.update(6, at: ItemPath(0, 0))
    source.update(3, at: ItemPath(0, 1))
    source.update(8, at: ItemPath(0, 2))
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(inserts: [ItemPath(0, 0)])), UpdateBatch(items: Edits(deletes: [ItemPath(0, 1)])),
        UpdateBatch(items: Edits(updates: [PlacePair(ItemPath(0, 1), ItemPath(0, 1))])),
      ])
    #expect(even.items == [6, 8])
  }

  @Test func predicateFilterDoesNotReloadForItsOwnChanges() {
    let transform = leaf([1, 2, 3]).applying(.filter { $0 != 1 })
    let log = EventLog(transform)
    transform.configure { $0.predicate = { item, _ in item != 3 } }
    #expect(log.batches == [UpdateBatch(items: Edits(deletes: [ItemPath(0, 1)], inserts: [ItemPath(0, 0)]))])
  }

  @Test func manualFilterKeepsItemsHiddenWhateverTheSourceDoes() {
    let source = leaf([1, 2, 3])
    let transform = source.applying(.hide())
    transform.configure { $0.hide(ItemPath(0, 1)) }
    source.insert(0, at: ItemPath(0, 0))
    source.move(from: ItemPath(0, 2), to: ItemPath(0, 0))
    source.insertSection(SectionState("new", items: [9]), at: 0)
    #expect(transform.itemsBySection == [[9], [0, 1, 3]])
  }

  // MARK: - Sources that are selected

  @Test func switchIsBalancedWhenToggledDuringAnUpdate() {
    let source = leaf([1])
    let transform = source.applying(.switch())
    let log = EventLog(transform)
    source.transaction {
      source.append(2, toSection: 0)
      transform.configure { $0.isOn = false }
      source.appendSection(SectionState("b", items: [3]))
    }
    source.transaction {
      transform.configure { $0.isOn = true }
      source.remove(at: ItemPath(0, 0))
    }
    #expect(
      log.batches == [UpdateBatch(sections: Edits(deletes: [0])), UpdateBatch(sections: Edits(inserts: [0, 1]))])
    #expect(transform.itemsBySection == [[2], [3]])
  }

  @Test func switchThatIsOffSwallowsAReload() {
    let source = leaf([1])
    let transform = source.applying(.switch(isOn: false))
    let log = EventLog(transform)
    source.reload([SectionState("b", items: [2, 3])])
    #expect(log.batches == [UpdateBatch()])
    transform.configure { $0.isOn = true }
    #expect(transform.items == [2, 3])
  }

  @Test func switchTurnedOffAndOnInOneTransactionIsNoUpdate() {
    let source = leaf([1])
    let transform = source.applying(.switch())
    let log = EventLog(transform)
    source.transaction {
      transform.configure { $0.isOn = false }
      transform.configure { $0.isOn = true }
    }
    #expect(log.batches == [UpdateBatch()])
  }

  @Test func placeholderWithOneSourceTakesBatches() {
    let source = leaf([1])
    let transform = Transform(of: [source], by: .showPlaceholder())
    source.append(2, toSection: 0)
    #expect(transform.items == [1, 2])
    source.removeAll(inSection: 0)
    #expect(transform.numberOfSections == 0)
    source.append(3, toSection: 0)
    #expect(transform.items == [3])
  }

  // MARK: - Identity, sharing, spaces

  @Test func equalSourcesAreDistinct() {
    let (one, two) = (ArraySource([1, 1]), ArraySource([1, 1]))
    let transform = Transform(of: [one, two], by: .concatenate())
    let log = EventLog(transform)
    two.append(2)
    #expect(log.batches == [UpdateBatch(items: Edits(inserts: [ItemPath(1, 2)]))])
    #expect(transform.itemsBySection == [[1, 1], [1, 1, 2]])
  }

  @Test func aSourceIsSharedByAnyNumberOfObserversAndTransforms() {
    let source = leaf([3, 1])
    let (sorted, reversed) = (source.applying(.sort(by: <)), source.applying(.reverse()))
    let logs = [EventLog(source), EventLog(source), EventLog(sorted), EventLog(reversed)]
    source.insert(2, at: ItemPath(0, 1))
    #expect(logs.allSatisfy { $0.batches == [UpdateBatch(items: Edits(inserts: [ItemPath(0, 1)]))] })
    #expect(sorted.items == [1, 2, 3] && reversed.items == [1, 2, 3])
  }

  @Test func aDiamondShowsOnlyStatesOfItsSource() {
    let source = leaf([1, 2])
    let (odd, even) = (
      source.applying(.filter { $0 % 2 == 1 }), source.applying(.filter { $0 % 2 == 0 })
    )
    let both = Transform(of: [odd, even], by: .concatenate())
    let log = EventLog(both)
    source.update(4, at: ItemPath(0, 0))
    #expect(log.batches == [UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)], inserts: [ItemPath(1, 0)]))])
    #expect(both.itemsBySection == [[], [4, 2]])
  }

  @Test func updatesHaveTheirPlacesBeforeAndAfter() {
    let source = leaf([1, 2, 3])
    let transform = source.applying(.filter { $0 > 0 }).applying(.reverse())
    let log = EventLog(transform)
    source.transaction {
      source.remove(at: ItemPath(0, 0))
      source.update(9, at: ItemPath(0, 1))
      source.append(4, toSection: 0)
    }
    #expect(
      log.batches == [
        UpdateBatch(
          items: Edits(
            deletes: [ItemPath(0, 2)], inserts: [ItemPath(0, 0)], updates: [PlacePair(ItemPath(0, 0), ItemPath(0, 1))]))
      ])
    #expect(transform.items == [4, 9, 2])
  }

  @Test func deltaUpdatesOfLongListsAreFoundWithMoves() {
    let source = ArraySource(0..<10_000, name: "a")
    let transform = source.applying(DeltaUpdater(id: { $0 }, content: ==))
    let log = EventLog(transform)
    source.reload(Array(1..<10_000) + [0])
    #expect(log.batches == [UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(0, 9_999))]))])
  }
}
