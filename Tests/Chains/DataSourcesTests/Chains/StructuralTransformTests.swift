import Changesets
import DataSources
import Testing

/// The batches of the structural transforms, by edge case.
@Suite struct StructuralTransformTests {
  private func leaf(_ sections: [Int]...) -> SectionedArraySource<Int> {
    SectionedArraySource(sections.enumerated().map { SectionState("\($0)", items: $1) })
  }

  // MARK: - Concatenate

  @Test func theReloadOfOneOfSeveralSourcesDoesNotAffectTheOthers() {
    let (one, two, three) = (ArraySource([1]), ArraySource([2]), ArraySource([3]))
    let log = StateLog(Transform(of: [one, two, three], by: .concatenate()))
    two.reload([4, 5])
    #expect(log.batches == [UpdateBatch(sections: Edits(deletes: [1], inserts: [1]))])
    #expect(log.state == [[1], [4, 5], [3]])
  }

  @Test func theReloadOfTheOnlySourceIsAReload() {
    let source = ArraySource([1])
    let log = StateLog(Transform(of: [source], by: .concatenate()))
    source.reload([2])
    #expect(log.batches == [.reload])
  }

  // MARK: - Flatten

  @Test func theFirstSectionInsertsTheFlatOneAndTheLastDeletesIt() {
    let source = leaf()
    let log = StateLog(source.applying(.flatten()))
    source.appendSection(SectionState("a", items: [1]))
    source.appendSection(SectionState("b", items: [2]))
    source.removeSection(at: 0)
    source.removeSection(at: 0)
    #expect(
      log.batches == [
        UpdateBatch(sections: Edits(inserts: [0])), UpdateBatch(items: Edits(inserts: [ItemPath(0, 1)])),
        UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)])), UpdateBatch(sections: Edits(deletes: [0])),
      ])
  }

  @Test func flatteningWithoutEmptySectionsDeletesAnItemOnce() {
    let source = leaf([1], [2])
    let log = StateLog(source.applying(.removeEmptySections()).applying(.flatten()))
    source.remove(at: ItemPath(1, 0))
    #expect(log.batches == [UpdateBatch(items: Edits(deletes: [ItemPath(0, 1)]))])
  }

  @Test func anotherNameOfTheFlatSectionIsAnUpdate() {
    let flat = leaf([1]).applying(.flatten(name: "All"))
    let log = StateLog(flat)
    flat.configure { $0.name = "Everything" }
    flat.configure { $0.name = "Everything" }
    #expect(log.batches == [UpdateBatch(sections: Edits(updates: [PlacePair(0, 0)])), UpdateBatch()])
    #expect(flat.sectionNames == ["Everything"])
    let none = leaf().applying(.flatten(name: "All"))
    none.configure { $0.name = nil }
    #expect(none.numberOfSections == 0)
  }

  @Test func aFlatSectionHasNoSourceSection() {
    let mapping = leaf([1], [2]).applying(.flatten()).mapping
    #expect(mapping.sourceSection(for: 0) == nil && mapping.section(for: SourceSection(source: 0, section: 0)) == nil)
  }

  @Test func flatteningFindsEveryItem() {
    for shape in smallShapes(4) {
      let flat = sectioned(shape).applying(.flatten())
      #expect(flat.itemsBySection == (shape.isEmpty ? [] : [shape.flatMap(\.self)]))
      expectLaws(flat)
    }
  }

  // MARK: - Empty section filter

  @Test func sectionsAppearWithTheirFirstItemAndDisappearWithTheirLast() {
    let source = leaf([], [1])
    let log = StateLog(source.applying(.removeEmptySections()))
    source.append(2, toSection: 0)
    source.remove(at: ItemPath(1, 0))
    #expect(log.batches == [UpdateBatch(sections: Edits(inserts: [0])), UpdateBatch(sections: Edits(deletes: [1]))])
  }

  @Test func anItemThatMovesIntoAnEmptySectionIsMoved() {
    let source = leaf([], [1, 2])
    let log = StateLog(source.applying(.removeEmptySections()))
    source.move(from: ItemPath(1, 1), to: ItemPath(0, 0))
    #expect(
      log.batches == [
        UpdateBatch(sections: Edits(inserts: [0]), items: Edits(moves: [PlacePair(ItemPath(0, 1), ItemPath(0, 0))]))
      ])
  }

  // MARK: - Insert

  @Test func itemsBehindTheInsertionAreFoundInTheirSection() {
    let whole = Transform(of: [leaf([1, 2], [3, 4]), ArraySource([8, 9])], by: .insert(at: ItemPath(1, 1)))
    #expect(whole.mapping.sourcePath(for: ItemPath(1, 3)) == SourcePath(source: 0, path: ItemPath(1, 1)))
    expectLaws(whole)
  }

  @Test func changesOfTheInsertedSectionAreReported() {
    let banners = leaf([8])
    let log = StateLog(Transform(of: [ArraySource([1, 2]), banners], by: .insert(at: ItemPath(0, 1))))
    banners.append(9, toSection: 0)
    banners.update(7, at: ItemPath(0, 0))
    banners.insertSection(SectionState("new", items: [5]), at: 0)
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(inserts: [ItemPath(0, 2)])),
        UpdateBatch(items: Edits(updates: [PlacePair(ItemPath(0, 1), ItemPath(0, 1))])),
        UpdateBatch(items: Edits(deletes: [ItemPath(0, 1), ItemPath(0, 2)], inserts: [ItemPath(0, 1)])),
      ])
    #expect(log.state == [[1, 5, 2]])
  }

  @Test func withoutAnInsertedSourceNothingIsInserted() {
    let main = ArraySource([1])
    let log = StateLog(Transform(of: [main], by: .insert(at: ItemPath(0, 0))))
    main.append(2)
    #expect(log.state == [[1, 2]])
    #expect(Transform(of: [any DataSource<Int>](), by: .insert(at: ItemPath(0, 0))).numberOfSections == 0)
  }

  @Test func theSmallerPartCrossesTheInsertion() {
    let main = ArraySource([1, 2, 3])
    let many = StateLog(Transform(of: [main, ArraySource([7, 8, 9])], by: .insert(at: ItemPath(0, 2))))
    let one = StateLog(Transform(of: [main, ArraySource([9])], by: .insert(at: ItemPath(0, 2))))
    main.insert(0, at: 0)
    // The item at 1 crosses three inserted ones. One inserted item and an item of main are exchanged: the first stays.
    #expect(many.batches.map(\.items.moves) == [[PlacePair(ItemPath(0, 1), ItemPath(0, 5))]])
    #expect(one.batches.map(\.items.moves) == [[PlacePair(ItemPath(0, 2), ItemPath(0, 2))]])
    main.transaction {
      main.insert(0, at: 0)
      main.insert(0, at: 0)
    }
    #expect(one.batches.last?.items.moves == [PlacePair(ItemPath(0, 2), ItemPath(0, 2))])
    #expect(many.state == [[0, 0, 7, 8, 9, 0, 1, 2, 3]])
  }

  @Test func insertedItemsMoveOutOfASectionThatIsDeleted() {
    let main = leaf([1], [2], [3])
    let log = StateLog(Transform(of: [main, ArraySource([8, 9])], by: .insert(at: ItemPath(1, 1))))
    main.removeSection(at: 1)
    #expect(
      log.batches == [
        UpdateBatch(
          sections: Edits(deletes: [1]),
          items: Edits(moves: [PlacePair(ItemPath(1, 1), ItemPath(1, 1)), PlacePair(ItemPath(1, 2), ItemPath(1, 2))]))
      ])
    main.removeSection(at: 1)
    #expect(log.batches.last == UpdateBatch(sections: Edits(deletes: [1])))
    #expect(log.state == [[1]])
  }

  @Test func theInsertionMovesToAnotherPlace() {
    let whole = Transform(of: [leaf([1, 2, 3, 4], [5]), ArraySource([9])], by: .insert(at: ItemPath(0, 0)))
    let log = StateLog(whole)
    whole.configure { $0.path = ItemPath(0, 3) }
    whole.configure { $0.path = ItemPath(1, 1) }
    whole.configure { $0.path = ItemPath(1, 2) }
    whole.configure { $0.clampsToEnd = true }
    whole.configure { $0.clampsToEnd = true }
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(0, 3))])),
        UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 3), ItemPath(1, 1))])),
        UpdateBatch(items: Edits(deletes: [ItemPath(1, 1)])), UpdateBatch(items: Edits(inserts: [ItemPath(1, 1)])),
        UpdateBatch(),
      ])
  }

  @Test func invalidPlacesInsertNothing() {
    for place in [ItemPath(-1, 0), ItemPath(0, -1), ItemPath(2, 0)] {
      for clamps in [false, true] {
        let whole = Transform(
          of: [leaf([1], [2]), ArraySource([9])], by: .insert(at: place, clampsToEnd: clamps))
        #expect(whole.itemsBySection == (clamps && place.section == 2 ? [[1], [2, 9]] : [[1], [2]]))
        expectLaws(whole)
      }
    }
  }

  @Test(arguments: [
    // An item beyond its section is inserted at the section's end, and one of a section beyond the last at the end of
    // all.
    (ItemPath(0, 5), [["a", "X"], ["b", "c"]]),
    (ItemPath(1, 3), [["a"], ["b", "c", "X"]]),
    (ItemPath(2, 0), [["a"], ["b", "c", "X"]]),
    (ItemPath(2, 1), [["a"], ["b", "c", "X"]]),
    (ItemPath(7, 9), [["a"], ["b", "c", "X"]]),
    (ItemPath(1, 1), [["a"], ["b", "X", "c"]]),
  ]) func placesBeyondTheEndAreClamped(_ place: ItemPath, _ expected: [[String]]) {
    let main = SectionedArraySource([SectionState("1", items: ["a"]), SectionState("2", items: ["b", "c"])])
    let whole = Transform(of: [main, ArraySource(["X"])], by: .insert(at: place, clampsToEnd: true))
    #expect(whole.itemsBySection == expected)
    expectLaws(whole)
    main.removeSection(at: 1)
    #expect(whole.itemsBySection == [["a", "X"]])
  }

  // MARK: - ShowPlaceholder

  @Test func thePlaceholderIsInsertedAndDeleted() {
    let (main, placeholder) = (leaf([1], []), ArraySource([9]))
    let log = StateLog(Transform(of: [main, placeholder], by: .showPlaceholder()))
    main.remove(at: ItemPath(0, 0))
    placeholder.update(8, at: 0)
    main.transaction {
      main.append(1, toSection: 0)
      placeholder.append(7)
    }
    placeholder.removeAll()
    #expect(
      log.batches == [
        UpdateBatch(sections: Edits(deletes: [0, 1], inserts: [0])),
        UpdateBatch(items: Edits(updates: [PlacePair(ItemPath(0, 0), ItemPath(0, 0))])),
        UpdateBatch(sections: Edits(deletes: [0], inserts: [0, 1])), UpdateBatch(),
      ])
    #expect(log.state == [[1], []])
  }

  @Test func withoutAPlaceholderNothingIsShownInItsPlace() {
    let main = leaf([1], [])
    let log = StateLog(Transform(of: [main], by: .showPlaceholder()))
    main.remove(at: ItemPath(0, 0))
    #expect(log.state == [])
    main.append(2, toSection: 1)
    #expect(log.state == [[], [2]])
    #expect(
      log.batches == [UpdateBatch(sections: Edits(deletes: [0, 1])), UpdateBatch(sections: Edits(inserts: [0, 1]))])
  }

  // MARK: - Switch and segments

  @Test func aSwitchThatIsOffPassesNothingOn() {
    let source = leaf([1], [2])
    let switched = source.applying(.switch())
    let log = StateLog(switched)
    switched.configure { $0.isOn = true }
    switched.configure { $0.isOn = false }
    source.appendSection(SectionState("c", items: [3]))
    switched.configure { $0.isOn = true }
    #expect(
      log.batches == [
        UpdateBatch(), UpdateBatch(sections: Edits(deletes: [0, 1])), UpdateBatch(),
        UpdateBatch(sections: Edits(inserts: [0, 1, 2])),
      ])
  }

  @Test func aSwitchCanBeToggledBetweenEdits() {
    let source = leaf([1], [2])
    let switched = source.applying(.switch())
    let log = StateLog(switched)
    source.transaction {
      source.removeSection(at: 0)
      switched.configure { $0.isOn = false }
      source.append(4, toSection: 0)
    }
    source.transaction {
      switched.configure { $0.isOn = true }
      source.appendSection(SectionState("c", items: [3]))
      switched.configure { $0.isOn = false }
    }
    source.transaction {
      source.append(5, toSection: 0)
      switched.configure { $0.isOn = true }
    }
    #expect(
      log.batches == [
        UpdateBatch(sections: Edits(deletes: [0, 1])), UpdateBatch(), UpdateBatch(sections: Edits(inserts: [0, 1])),
      ])
    #expect(log.state == [[2, 4, 5], [3]])
  }

  @Test func anotherSelectionShowsAnotherSource() {
    let (one, two) = (leaf([1], [2]), leaf([3]))
    let shown = Transform(of: [one, two], by: .select())
    let log = StateLog(shown)
    two.append(4, toSection: 0)
    shown.configure { $0.selection = 1 }
    #expect(log.state == [[3, 4]])
    shown.configure { $0.selection = 2 }
    shown.configure { $0.selection = -1 }
    #expect(log.state == [])
    shown.configure { $0.selection = 0 }
    shown.configure { $0.selection = nil }
    #expect(
      log.batches == [
        UpdateBatch(), UpdateBatch(sections: Edits(deletes: [0, 1], inserts: [0])),
        UpdateBatch(sections: Edits(deletes: [0])), UpdateBatch(), UpdateBatch(sections: Edits(inserts: [0, 1])),
        UpdateBatch(sections: Edits(deletes: [0, 1])),
      ])
  }

  @Test func aSelectionMayWaitForItsSource() throws {
    let shown = Transform(of: [leaf([1])], by: .select(selection: 1))
    #expect(shown.numberOfSections == 0)
    try shown.setSources([leaf([1]), leaf([2])])
    #expect(shown.items == [2])
  }

  // MARK: - Window

  @Test func aWindowShowsARangeOfEachSection() {
    for shape in smallShapes(4) {
      for offset in -1...5 {
        for count in [nil, -1, 0, 1, 2, .max] {
          let shown = sectioned(shape).applying(.window(offset: offset, count: count))
          #expect(
            shown.itemsBySection
              == shape.map { Array($0.dropFirst(max(offset, 0)).prefix(max(count ?? .max, 0))) })
          expectLaws(shown)
        }
      }
    }
  }

  @Test func itemsMoveAcrossTheEndsOfAWindow() {
    let source = ArraySource(Array(0..<10))
    let log = StateLog(source.applying(.window(offset: 2, count: 3)))
    source.insert(-1, at: 0)
    source.remove(at: 9)
    source.move(from: 0, to: 3)
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(deletes: [ItemPath(0, 2)], inserts: [ItemPath(0, 0)])), UpdateBatch(),
        UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)], inserts: [ItemPath(0, 1)])),
      ])
    #expect(log.state == [[2, -1, 3]])
  }

  @Test func itemsMoveWithinTheWindowThoughOthersAreDeleted() {
    let source = ArraySource(Array(0..<6))
    let log = StateLog(source.applying(.limit(3)))
    source.transaction {
      source.remove(at: 1)
      source.remove(at: 1)
      source.move(from: 0, to: 1)
    }
    #expect(log.state == [[3, 0, 4]])
    #expect(
      log.batches == [
        UpdateBatch(
          items: Edits(deletes: [ItemPath(0, 1), ItemPath(0, 2)], inserts: [ItemPath(0, 0), ItemPath(0, 2)]))
      ])
  }

  @Test func pagesCanBeTurned() {
    let page = ArraySource(Array(0..<7)).applying(.page(0, size: 3))
    let log = StateLog(page)
    #expect(log.state == [[0, 1, 2]])
    page.configure { $0.showPage(1, size: 3) }
    #expect(log.state == [[3, 4, 5]])
    page.configure { $0.offset += 3 }
    #expect(log.state == [[6]])
    page.configure { $0.count = nil }
    #expect(
      log.batches.last == UpdateBatch() && ArraySource([1]).applying(.page(.max, size: 2)).items == [Int]())
  }

  @Test func aLimitThatIsNotReachedPassesEverythingOn() {
    let source = ArraySource([1, 2, 3])
    let (direct, limited) = (StateLog(source), StateLog(source.applying(.limit(9))))
    source.move(from: 2, to: 0)
    source.insert(4, at: 1)
    source.removeAll()
    #expect(direct.batches == limited.batches)
  }

  // MARK: - Collapse

  @Test func aCollapsedSectionKeepsItsPlace() {
    let source = leaf([1, 2], [3, 4])
    let outline = source.applying(.collapse())
    let log = StateLog(outline)
    outline.configure { $0.collapse(1) }
    outline.configure { $0.collapse(1) }
    source.append(5, toSection: 1)
    outline.configure { $0.limit = 1 }
    outline.configure { $0.expand(1) }
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(deletes: [ItemPath(1, 0), ItemPath(1, 1)])), UpdateBatch(), UpdateBatch(),
        UpdateBatch(items: Edits(inserts: [ItemPath(1, 0)])),
        UpdateBatch(items: Edits(inserts: [ItemPath(1, 1), ItemPath(1, 2)])),
      ])
    #expect(outline.sectionNames == ["0", "1"])
  }

  @Test func aMovedSectionStaysCollapsed() {
    let source = leaf([1], [2], [3])
    let outline = source.applying(.collapse([1]))
    source.insertSection(SectionState("new", items: [4]), at: 0)
    #expect(outline.itemsBySection == [[4], [1], [], [3]])
    source.moveSection(from: 2, to: 0)
    #expect(outline.itemsBySection == [[], [4], [1], [3]])
    #expect((0..<5).map(outline.mapping.isCollapsed) == [true, false, false, false, false])
    source.removeSection(at: 0)
    #expect(outline.itemsBySection == [[4], [1], [3]])
    outline.configure { $0.collapse(7) }
    outline.configure { $0.collapse(-1) }
    #expect(outline.itemsBySection == [[4], [1], [3]])
    outline.configure { $0.collapse(0) }
    outline.reload()
    #expect(outline.itemsBySection == [[], [1], [3]])
    source.reload([SectionState("other", items: [9])])
    #expect(outline.itemsBySection == [[9]])
  }

  @Test func anItemThatMovesIntoACollapsedSectionIsDeleted() {
    let source = leaf([1], [2])
    let log = StateLog(source.applying(.collapse([1])))
    source.move(from: ItemPath(0, 0), to: ItemPath(1, 0))
    source.move(from: ItemPath(1, 1), to: ItemPath(0, 0))
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)])), UpdateBatch(items: Edits(inserts: [ItemPath(0, 0)])),
      ])
  }

  // MARK: - Reverse

  @Test func twoReversalsCancelOut() {
    for shape in smallShapes(4) {
      let once = sectioned(shape).applying(.reverse(reversesSections: true))
      #expect(once.itemsBySection == shape.reversed().map { $0.reversed() })
      expectLaws(once)
      #expect(once.applying(.reverse(reversesSections: true)).itemsBySection == shape)
      #expect(sectioned(shape).applying(.reverse()).itemsBySection == shape.map { $0.reversed() })
    }
  }

  @Test func itemsThatStayInOrderAreNotMovedInReverse() {
    let source = leaf([1, 2, 3], [4])
    let reversed = source.applying(.reverse())
    let log = StateLog(reversed)
    source.append(9, toSection: 0)
    source.removeSection(at: 0)
    source.appendSection(SectionState("new", items: []))
    reversed.configure { $0.reversesSections = true }
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(inserts: [ItemPath(0, 0)])), UpdateBatch(sections: Edits(deletes: [0])),
        UpdateBatch(sections: Edits(inserts: [1])), UpdateBatch(sections: Edits(moves: [PlacePair(1, 0)])),
      ])
  }

  // MARK: - Notifier

  @Test func listenersAreNotifiedWhenAllLinksShowTheStateAfter() {
    let source = ArraySource([1])
    let notifier = source.applying(.notify())
    let last = notifier.applying(.reverse())
    final class Listener { var states: [[Int]] = [] }
    let listener = Listener()
    let token = notifier.whenUpdated(listener) { [unowned last] listener, batch in
      #expect(batch.items.inserts.count == 1)
      listener.states.append(last.items)
    }
    source.append(2)
    source.transaction {}
    #expect(listener.states == [[2, 1]])
    token.cancel()
    source.append(3)
    #expect(listener.states.count == 1)
  }

  // MARK: - Cost

  @Test func anItemEditDoesNotVisitAllSections() {
    let leaf = SectionedArraySource((0..<500).map { SectionState("\($0)", items: $0 == 0 ? [] : [$0]) })
    let source = CountingSource(leaf)
    let other = ArraySource([-1])
    let links: [any DataSource<Int>] = [
      Transform(of: [source, other], by: .concatenate()), source.applying(.flatten()),
      source.applying(.removeEmptySections()), Transform(of: [source, other], by: .insert(at: ItemPath(3, 0))),
      Transform(of: [source, other], by: .showPlaceholder()), source.applying(.switch()), source.applying(.notify()),
      Transform(of: [source, other], by: .select()), source.applying(.limit(1)),
      source.applying(.collapse([2])), source.applying(.reverse()),
    ]
    source.questions = 0
    leaf.append(1, toSection: 0)
    leaf.insert(2, at: ItemPath(3, 0))
    leaf.remove(at: ItemPath(0, 0))
    leaf.move(from: ItemPath(3, 0), to: ItemPath(2, 0))
    #expect(source.questions <= 8 * links.count)
  }
}

/// Records the batches of a source, and retains it.
private final class StateLog {
  private(set) var batches: [UpdateBatch] = []
  private let source: any DataSource<Int>

  init(_ source: any DataSource<Int>) {
    self.source = source
    _ = source.addObserver(self) { log, event in
      if case .didUpdate(let batch, _) = event { log.batches.append(batch) }
      if event == .didNotUpdate { log.batches.append(UpdateBatch()) }
    }
  }

  var state: [[Int]] { source.itemsBySection }
}

/// Counts the calls of its methods.
private final class CountingSource: DataSource {
  private let source: SectionedArraySource<Int>
  var questions = 0

  init(_ source: SectionedArraySource<Int>) { self.source = source }

  var link: ChainLink { source.link }
  var numberOfSections: Int { source.numberOfSections }

  func numberOfItems(inSection section: Int) -> Int {
    questions += 1
    return source.numberOfItems(inSection: section)
  }

  func item(at path: ItemPath) -> Int {
    questions += 1
    return source.item(at: path)
  }

  func name(ofSection section: Int) -> String? { source.name(ofSection: section) }
}
