import Changesets
import DataSources
import Testing

/// Each transform against a naive model, for every small shape of its sources.
@Suite struct TransformTests {
  private let shapes = smallShapes(4)

  @Test func concatenationShowsAllSectionsInOrder() {
    for first in smallShapes(3) {
      for second in smallShapes(2) {
        let other = second.map { $0.map { $0 + 100 } }
        let transform = Transform(of: [sectioned(first), sectioned(other)], by: .concatenate())
        #expect(transform.itemsBySection == first + other)
        expectLaws(transform)
      }
    }
  }

  @Test func concatenationKeepsNamesAndOffsetsOverSevenLevels() {
    var source: any DataSource<Int> = ArraySource([0], name: "0")
    for level in 1...7 {
      source = Transform(of: [source, ArraySource([level], name: "\(level)")], by: .concatenate())
    }
    #expect(source.items == Array(0...7))
    #expect(source.sectionNames == (0...7).map { "\($0)" })
  }

  @Test func concatenationCountsNothingPastTheEnd() {
    let transform = Transform(of: [ArraySource([1])], by: .concatenate())
    #expect(transform.numberOfItems(inSection: 7) == 0)
    #expect(transform.mapping.sourceSection(for: 1) == nil)
  }

  @Test func equalSourcesAreDistinct() {
    let (one, two) = (ArraySource([1, 2]), ArraySource([1, 2]))
    let transform = Transform(of: [one, two], by: .concatenate())
    #expect(transform.mapping.sourcePath(for: ItemPath(1, 0))?.source == 1)
  }

  @Test func emptySectionsAreHidden() {
    for shape in shapes {
      let transform = sectioned(shape).applying(.removeEmptySections())
      #expect(transform.itemsBySection == shape.filter { !$0.isEmpty })
      expectLaws(transform)
    }
    #expect(
      sections([1], [], [2], names: ["a", "b", "c"]).applying(.removeEmptySections()).sectionNames == ["a", "c"])
  }

  @Test func aPredicateHidesItemsAndKeepsSections() {
    for shape in shapes {
      for bits in 0..<16 {
        let passes = { (item: Int) in bits >> item & 1 == 1 }
        let transform = sectioned(shape).applying(.filter(passes))
        #expect(transform.itemsBySection == shape.map { $0.filter(passes) })
        expectLaws(transform)
      }
    }
  }

  @Test func twoFiltersAreOneFilterWithBothPredicates() {
    for shape in shapes {
      let twice = sectioned(shape).applying(.filter { $0 > 0 }).applying(.filter { $0 < 3 })
      let once = sectioned(shape).applying(.filter { $0 > 0 && $0 < 3 })
      #expect(twice.itemsBySection == once.itemsBySection)
    }
  }

  @Test func sortingKeepsTiesInOrder() {
    for shape in shapes {
      // Items count as equal in pairs: 0 and 1, 2 and 3.
      let transform = sectioned(shape).applying(.sort { $0 / 2 > $1 / 2 })
      #expect(
        transform.itemsBySection
          == shape.map { items in
            items.filter { $0 / 2 == 2 } + items.filter { $0 / 2 == 1 } + items.filter { $0 / 2 == 0 }
          })
      expectLaws(transform)
    }
  }

  @Test func sortingCommutesWithFiltering() {
    for shape in shapes {
      let filter = Mappings.Filter<Int> { $0 != 1 }
      let sort = Mappings.Sort<Int, Int>(by: >)
      #expect(
        sectioned(shape).applying(filter).applying(sort).itemsBySection
          == sectioned(shape).applying(sort).applying(filter).itemsBySection)
    }
  }

  @Test func groupingCreatesASectionForEachKey() {
    for shape in shapes {
      for keys in 0..<16 {
        let key = { (item: Int) in keys >> item & 1 == 1 ? "odd" : "even" }
        let transform = sectioned(shape).applying(.group(by: key))
        let items = shape.flatMap(\.self)
        var names: [String] = []
        for item in items where !names.contains(key(item)) { names.append(key(item)) }
        #expect(transform.sectionNames == names)
        #expect(transform.itemsBySection == names.map { name in items.filter { key($0) == name } })
        expectLaws(transform)
      }
    }
  }

  @Test func groupsCanBeOrdered() {
    let source = ArraySource(["pear", "apple", "fig", "kiwi", "plum"])
    let initial = { (word: String) in word == "fig" ? nil : String(word.prefix(1)) }
    #expect(
      source.applying(.group(order: .sorted(by: <), nameOfRest: "Other", by: initial)).sectionNames
        == ["a", "k", "p", "Other"])
    #expect(
      source.applying(.group(order: .listed(["k", "z", "p"]), nameOfRest: "Other", by: initial)).sectionNames
        == ["k", "p", "a", "Other"])
    #expect(source.applying(.group(by: initial)).sectionNames == ["p", "a", nil, "k"])
  }

  @Test func insertionPutsItemsAtEveryPlaceOfMain() {
    for shape in smallShapes(3) {
      for section in 0...3 {
        for item in 0...4 {
          for count in 0...2 {
            let inserted = Array(100..<100 + count)
            let transform = Transform(
              of: [sectioned(shape), ArraySource(inserted)], by: .insert(at: ItemPath(section: section, item: item)))
            var expected = shape
            if shape.indices.contains(section), item <= shape[section].count {
              expected[section].insert(contentsOf: inserted, at: item)
            }
            #expect(transform.itemsBySection == expected)
            expectLaws(transform)
          }
        }
      }
    }
  }

  @Test func insertionBeyondTheEndCanBeClamped() {
    for shape in smallShapes(3) {
      for section in 0...3 {
        for item in 0...4 {
          let transform = Transform(
            of: [sectioned(shape), ArraySource([100])],
            by: .insert(at: ItemPath(section: section, item: item), clampsToEnd: true))
          var expected = shape
          if let last = shape.indices.last {
            // Beyond the last section, whatever the item: the end of all.
            let item = section > last ? shape[last].count : min(item, shape[section].count)
            expected[min(section, last)].insert(100, at: item)
          }
          #expect(transform.itemsBySection == expected)
          expectLaws(transform)
        }
      }
    }
  }

  @Test func insertionKeepsTheNamesOfMain() {
    let main = sections([1], [2], names: ["a", "b"])
    let transform = Transform(
      of: [main, ArraySource([9], name: "banner")], by: .insert(at: ItemPath(1, 0)))
    #expect(transform.sectionNames == ["a", "b"])
  }

  @Test func insertionOfASourceWithoutSectionsInsertsNothing() {
    let none = Transform(of: [any DataSource<Int>](), by: .concatenate())
    let transform = Transform(of: [ArraySource([1]), none], by: .insert(at: ItemPath(0, 0)))
    #expect(transform.items == [1])
  }

  @Test func aPlaceholderShowsOnlyWhereThereIsNoItem() {
    for shape in shapes {
      let transform = Transform(of: [sectioned(shape), ArraySource([100])], by: .showPlaceholder())
      #expect(transform.itemsBySection == (shape.allSatisfy(\.isEmpty) ? [[100]] : shape))
      expectLaws(transform)
    }
  }

  @Test func reloadingReadsTheSourceAgain() {
    var limit = 2
    let transform = ArraySource([1, 2, 3]).applying(.filter { $0 < limit })
    #expect(transform.items == [1])
    limit = 4
    #expect(transform.items == [1])
    transform.reload()
    #expect(transform.items == [1, 2, 3])
  }

  @Test func chainsOfAllTransformsFindEveryItem() {
    let fruits = ArraySource(["fig", "apple", "date", "cherry", "banana"], name: "Fruits")
    let roots = ArraySource(["turnip", "beet"], name: "Roots")
    let fresh = Transform(of: [fruits, roots], by: .concatenate()).applying(.filter { $0 != "date" })
    let groups = fresh.applying(.group { $0.count > 5 ? "long" : "short" })
    let chain = groups.applying(.sort(by: <)).applying(.removeEmptySections())
    let whole = Transform(of: [chain, ArraySource(["* ad *"])], by: .insert(at: ItemPath(0, 1)))
    #expect(whole.sectionNames == ["short", "long"])
    #expect(whole.itemsBySection == [["apple", "* ad *", "beet", "fig"], ["banana", "cherry", "turnip"]])
  }
}
