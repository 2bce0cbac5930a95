import Changesets
import DataSources
import TestKit
import Testing

@Suite struct HideTests {
  @Test func everySetOfItemsAndSectionsCanBeHidden() {
    for shape in smallShapes(3) {
      let source = sectioned(shape), paths = source.paths.map(\.self)
      for sections in 0..<1 << shape.count {
        for items in 0..<1 << paths.count {
          let transform = source.applying(.hide())
          transform.configure { filter in
            filter.hide(sections: shape.indices.filter { sections >> $0 & 1 == 1 })
            filter.hide(paths.indices.filter { items >> $0 & 1 == 1 }.map { paths[$0] })
          }
          let expected = shape.indices.filter { sections >> $0 & 1 == 0 }
            .map { shape[$0].filter { items >> $0 & 1 == 0 } }
          #expect(transform.itemsBySection == expected)
          expectLaws(transform)
        }
      }
    }
  }

  @Test func hidingDeletesAndShowingInserts() {
    let transform = sectioned([[0, 1], [2, 3]]).applying(.hide())
    let log = EventLog(transform)
    transform.configure { $0.hide(ItemPath(0, 0)) }
    transform.configure { $0.hide(section: 0) }
    transform.configure { $0.show(ItemPath(0, 0)) }
    transform.configure { filter in
      filter.show(section: 0)
      filter.hide([ItemPath(1, 1), ItemPath(0, 1)])
    }
    #expect(transform.itemsBySection == [[0], [2]])
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)])), UpdateBatch(sections: Edits(deletes: [0])), UpdateBatch(),
        UpdateBatch(sections: Edits(inserts: [0]), items: Edits(deletes: [ItemPath(0, 1)])),
      ])
  }

  @Test func repeatedHidingHasNoEffect() {
    let transform = sectioned([[0, 1], [2]]).applying(.hide())
    transform.configure { $0.hide(ItemPath(0, 1)) }
    let log = EventLog(transform)
    transform.configure { filter in
      filter.hide([ItemPath(0, 1), ItemPath(7, 0), ItemPath(0, 2)])
      filter.show([ItemPath(1, 0), ItemPath(0, -1)])
      filter.hide(sections: [-1, 2])
      filter.show(section: 0)
      filter.hide(section: 1)
      filter.show(section: 1)
    }
    #expect(log.batches == [UpdateBatch()])
    #expect(transform.itemsBySection == [[0], [2]])
  }

  @Test func itemsStayHiddenWhenTheirSectionIsHiddenAndShownAgain() {
    let transform = sectioned([[0, 1]]).applying(.hide())
    transform.configure { filter in
      filter.hide(ItemPath(0, 1))
      filter.hide(section: 0)
      #expect(filter.isHidden(ItemPath(0, 1)) && !filter.isHidden(ItemPath(0, 0)))
      #expect(filter.isHidden(section: 0))
    }
    #expect(transform.itemsBySection == [])
    transform.configure { $0.show(section: 0) }
    #expect(transform.itemsBySection == [[0]])
  }

  @Test func itemsStayHiddenThroughEditsOfTheSource() {
    let source = SectionedArraySource<Int>([SectionState("a", items: [1, 2]), SectionState("b", items: [3])])
    let transform = source.applying(.hide())
    transform.configure { $0.hide(ItemPath(0, 1)) }
    source.insert(0, at: ItemPath(0, 0))
    #expect(transform.itemsBySection == [[0, 1], [3]])
    source.update(-2, at: ItemPath(0, 2))
    source.moveSection(from: 0, to: 1)
    #expect(transform.itemsBySection == [[3], [0, 1]])
    source.move(from: ItemPath(1, 2), to: ItemPath(0, 0))
    #expect(transform.itemsBySection == [[3], [0, 1]] && transform.mapping.isHidden(ItemPath(0, 0)))
    transform.configure { $0.hide(section: 1) }
    source.moveSection(from: 1, to: 0)
    source.append(9, toSection: 0)
    #expect(transform.itemsBySection == [[3]])
    transform.configure { $0.showAll() }
    #expect(transform.itemsBySection == [[0, 1, 9], [-2, 3]])
  }

  @Test func itemsStayHiddenWhenTheSourceIsReadAgain() throws {
    let source = ArraySource([1, 2, 3])
    let transform = source.applying(.hide())
    transform.configure { $0.hide(ItemPath(0, 1)) }
    transform.reload()
    #expect(transform.items == [1, 3])
    try transform.setSources([source])
    #expect(transform.items == [1, 3])
    try transform.setSources([ArraySource([4, 5])])
    #expect(transform.items == [4, 5])
  }

  @Test func itemsMayBeHiddenBeforeTheFirstRead() {
    var filter = Mappings.Hide<Int>()
    filter.hide(ItemPath(0, 1))
    filter.hide(section: 1)
    #expect(filter.isHidden(ItemPath(0, 1)) && filter.isHidden(section: 1))
    #expect(sectioned([[0, 1], [2], []]).applying(filter).itemsBySection == [[0], []])
  }

  @Test func itemsStayHiddenThroughAllEdits() {
    for seed in Seeds.fixed(5, fresh: 5) {
      var samples = SampleLeaves(1, seed: seed), random = SeededGenerator(seed: seed)
      let leaf = samples.leaves[0]
      let transform = leaf.applying(.hide())
      var hiddenItems: Set<Int> = [], hiddenSections: Set<String?> = []
      for step in 0..<40 {
        if step % 3 == 2, let path = leaf.paths.map(\.self).randomElement(using: &random) {
          hiddenItems.formSymmetricDifference([leaf.item(at: path).id])
          transform.configure { $0.isHidden(path) ? $0.show(path) : $0.hide(path) }
        } else if step % 10 == 9, let section = (0..<leaf.numberOfSections).randomElement(using: &random) {
          hiddenSections.formSymmetricDifference([leaf.name(ofSection: section)])
          transform.configure { $0.isHidden(section: section) ? $0.show(section: section) : $0.hide(section: section) }
        } else {
          samples.edit()
        }
        let expected = leaf.sections.filter { !hiddenSections.contains($0.value) }
          .map { section in SectionState(section.value, items: section.items.filter { !hiddenItems.contains($0.id) }) }
        #expect(transform.sections == expected, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func hidingAndShowingAtRandom() {
    let change = { (transform: Transform<Mappings.Hide<SampleItem>>, step: Int) in
      var random = SeededGenerator(seed: UInt64(step) &* 31 &+ UInt64(transform.numberOfItems))
      let source = transform.sources[0]
      transform.configure { filter in
        if step == 4 { return filter.showAll() }
        for section in 0..<source.numberOfSections {
          switch Int.random(in: 0..<4, using: &random) {
          case 0: filter.hide(section: section)
          case 1: filter.show(section: section)
          default: break
          }
        }
        for path in source.paths {
          switch Int.random(in: 0..<4, using: &random) {
          case 0: filter.hide(path)
          case 1: filter.show(path)
          default: break
          }
        }
      }
    }
    fuzz(seeds: 9, change: change) { $0[0].applying(.hide()) }
    fuzz(seeds: 4, change: change) {
      $0[0].applying(.filter { $0.rank % 2 == 0 }).applying(.hide())
    }
    fuzz(seeds: 4, change: change) { $0[0].applying(.removeEmptySections()).applying(.hide()) }
  }
}
