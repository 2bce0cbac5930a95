import DataSources
import TestKit
import Testing

@testable import Changesets

/// An edit of a long list costs as much as one of a short list, in calls of closures and of the source.
@Suite struct WorkTests {
  /// The number of calls.
  private final class Count {
    var calls = 0
  }

  private static let sizes = [1_000, 20_000]

  /// The number of calls of closures for each of five edits: an insert, a delete, an update, a move, and an empty
  /// reload.
  ///
  /// - Parameters:
  ///   - itemsPerSection: The number of items in each section.
  ///   - make: Creates a chain whose closures count their calls.
  private func calls(
    _ size: Int, itemsPerSection: Int = .max, _ make: (any DataSource<Int>, Count) -> any DataSource
  ) -> [Int] {
    let perSection = min(size, itemsPerSection)
    let leaf = SectionedArraySource<Int>(
      stride(from: 0, to: size, by: perSection).map { SectionState("\($0)", items: Array($0..<$0 + perSection)) })
    let count = Count()
    let chain = make(leaf, count)
    let log = EventCount(chain)
    let middle = ItemPath(section: leaf.numberOfSections / 2, item: perSection / 2)
    let edits: [() -> Void] = [
      { leaf.insert(size, at: middle) }, { leaf.remove(at: middle) }, { leaf.update(size, at: middle) },
      { leaf.move(from: middle, to: ItemPath(section: middle.section, item: 0)) }, { leaf.transaction {} },
    ]
    return edits.map { edit in
      count.calls = 0
      edit()
      _ = log
      return count.calls
    }
  }

  /// Lists are allocated and released at every link; an edit of one item is passed on without them.
  @Test func anEditOfOneItemAllocatesNoLists() {
    let seed: UInt64 = 12
    var random = SeededGenerator(seed: seed)
    let leaf = ArraySource(0..<1_000), others = ArraySource([-1])
    let grouped = leaf.applying(.filter { $0 % 10 > 0 }).applying(.sort(by: { $0 * 7919 % 1_000 }))
      .applying(.group { "\($0 % 3)" })
    let chain = Transform(of: [others, grouped], by: .concatenate()).applying(.flatten())
    let log = BatchLog(chain)
    for round in 0..<300 {
      let (place, number) = (Int.random(in: 0..<900, using: &random), Int.random(in: 0..<100_000, using: &random))
      switch round % 4 {
      case 0: leaf.insert(number, at: place)
      case 1: leaf.remove(at: place)
      case 2: leaf.update(number, at: place)
      default: leaf.move(from: place, to: place / 2)
      }
    }
    #expect(log.batches.count > 200, "seed \(seed)")
    #expect(log.batches.allSatisfy { $0.isInline }, "seed \(seed)")
  }

  /// Validating a batch reads the number of sections, and the number of items in each section that the batch names.
  @Test func eachSectionOfABatchIsCountedOnce() {
    let source = CountingSource(sections: 20, items: 10)
    let kept = source.applying(.filter { $0 % 2 == 0 })
    source.replace(sections: 0..<1)
    source.questions = []
    source.replace(sections: 4..<6)
    #expect(source.questions == [nil, 4, 5] && kept.numberOfSections == 20)
  }

  @Test func aFilterTestsNewUpdatedAndMovedItems() {
    for size in Self.sizes {
      let calls = calls(size) { leaf, count in
        leaf.applying(
          Mappings.Filter {
            count.calls += 1
            return $0 % 2 == 0
          })
      }
      #expect(calls == [1, 0, 1, 1, 0])
    }
  }

  @Test func aSortUsesBinarySearch() {
    for (size, limit) in zip(Self.sizes, [30, 40]) {
      let calls = calls(size) { leaf, count in
        leaf.applying(
          Mappings.Sort<Int, Int>(by: { $0 * 7919 % 1_000_003 }) {
            count.calls += 1
            return $0 < $1
          })
      }
      #expect(calls.allSatisfy { $0 <= limit } && calls[1] == 0, "\(calls) of \(size) items")
    }
  }

  @Test func keysAreReadOnce() {
    let other = ArraySource([7])
    for size in Self.sizes {
      let chains: [(any DataSource<Int>, Count) -> any DataSource] = [
        { leaf, count in
          leaf.applying(
            Mappings.Sort(by: {
              count.calls += 1
              return $0
            }))
        },
        { leaf, count in
          leaf.applying(
            Mappings.Group {
              count.calls += 1
              return "\($0 % 10)"
            })
        },
        { leaf, count in
          leaf.applying(
            Mappings.RemoveDuplicates { (item: Int) -> Int in
              count.calls += 1
              return item / 2
            })
        },
        { leaf, count in
          Transform(
            of: [leaf, other],
            by: .filterByKey(.intersect) { (item: Int) -> Int in
              count.calls += 1
              return item
            })
        },
        { leaf, count in
          Transform(
            of: [other, leaf],
            by: .filterByKey(.except) { (item: Int) -> Int in
              count.calls += 1
              return item
            })
        },
        { leaf, count in
          leaf.applying(
            Mappings.Fold(IntegerSum()) {
              count.calls += 1
              return $0
            })
        },
      ]
      for (index, chain) in chains.enumerated() {
        let calls = calls(size, chain)
        // An item that comes first in its group determines the spelling of its key.
        #expect(zip(calls, [1, 0, 1, 2, 0]).allSatisfy(<=), "chain \(index): \(calls) of \(size) items")
      }
    }
  }

  @Test func groupsInOrderAreComparedWithTheirNeighbours() {
    for size in Self.sizes {
      // Each group has ten items. The one in the middle is the first of its group, until it is updated.
      let calls = calls(size) { leaf, count in
        let order = Mappings.Group<Int>.Order.sorted { first, second in
          count.calls += 1
          return first < second
        }
        return leaf.applying(.group(order: order) { item in "\((item - size / 2 + size) % size / 10)" })
      }
      #expect(calls.allSatisfy { $0 <= 8 }, "\(calls) of \(size) items")
    }
  }

  @Test func sectionsAreComparedWithTheirNeighbours() {
    for size in Self.sizes {
      let calls = calls(size, itemsPerSection: 10) { leaf, count in
        leaf.applying(
          Mappings.SortSections { first, second in
            count.calls += 1
            return (first.name ?? "") < (second.name ?? "")
          })
      }
      #expect(calls.allSatisfy { $0 <= 8 }, "\(calls) of \(size) items")
    }
  }

  @Test func onlyItemsThatAreReadAreMapped() {
    for size in Self.sizes {
      let calls = calls(size) { leaf, count in
        leaf.applying(
          Mappings.Map { (item: Int) -> Int in
            count.calls += 1
            return -item
          })
      }
      #expect(calls == [0, 0, 0, 0, 0])
    }
  }

  @Test func severalChangesOfATransactionAreOne() {
    let count = Count()
    let source = ArraySource(0..<100)
    let transform = source.applying(.filter { $0 < 50 })
    source.transaction {
      for limit in 1...5 {
        transform.configure { filter in
          filter.predicate = { item, _ in
            count.calls += 1
            return item < limit
          }
        }
      }
    }
    #expect(transform.items == [0, 1, 2, 3, 4])
    #expect(count.calls == 100)
  }
}

/// A source that records how often its counts are read: `nil` for the number of sections, or the section of which the
/// items were counted.
private final class CountingSource: DataSource {
  let link = ChainLink("CountingSource")
  var questions: [Int?] = []
  private let sections: Int, items: Int
  private var recorder = BatchRecorder()

  init(sections: Int, items: Int) {
    self.sections = sections
    self.items = items
    link.onUpdate(self) { $0.recorder.finish() }
  }

  var numberOfSections: Int {
    questions.append(nil)
    return sections
  }

  func numberOfItems(inSection section: Int) -> Int {
    questions.append(section)
    return items
  }

  func item(at path: ItemPath) -> Int { path.item }

  /// Replaces three items in each of some sections.
  func replace(sections: Range<Int>) {
    link.edit { [self] in
      for section in sections {
        recorder.removeItems(3, at: ItemPath(section, 2))
        recorder.insertItems(3, at: ItemPath(section, 5))
      }
    }
  }
}

/// An observer of a source of any items.
private final class EventCount {
  private(set) var events = 0

  init(_ source: any DataSource) {
    _ = source.addObserver(self) { count, _ in count.events += 1 }
  }
}

private final class BatchLog {
  private(set) var batches: [UpdateBatch] = []

  init(_ source: any DataSource) {
    _ = source.addObserver(self) { log, event in
      if case .didUpdate(let batch, _) = event { log.batches.append(batch) }
    }
  }
}

extension UpdateBatch {
  /// Whether its edits are stored without an allocation.
  fileprivate var isInline: Bool { sections.lists == nil && items.lists == nil }
}
