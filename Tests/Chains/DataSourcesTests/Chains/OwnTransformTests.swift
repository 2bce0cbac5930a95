import Changesets
import DataSources
import TestKit
import Testing

/// Shows every n-th item of each section: a mapping with the required methods only.
struct EveryNth<Item>: Mapping {
  var n: Int
  private var counts: [Int] = []

  init(_ n: Int) { self.n = n }

  mutating func refresh(from sources: [any DataSource<Item>]) {
    counts = (0..<sources[0].numberOfSections).map { sources[0].numberOfItems(inSection: $0) }
  }

  var numberOfSections: Int { counts.count }

  func numberOfItems(inSection section: Int) -> Int { (counts[section] + n - 1) / n }

  func sourcePath(for path: ItemPath) -> SourcePath? {
    guard counts.indices.contains(path.section), (0..<numberOfItems(inSection: path.section)).contains(path.item)
    else { return nil }
    return SourcePath(source: 0, path: ItemPath(section: path.section, item: path.item * n))
  }

  func path(for sourcePath: SourcePath) -> ItemPath? {
    let path = sourcePath.path
    guard sourcePath.source == 0, counts.indices.contains(path.section), path.item % n == 0,
      (0..<counts[path.section]).contains(path.item)
    else { return nil }
    return ItemPath(section: path.section, item: path.item / n)
  }

  func sourceSection(for section: Int) -> SourceSection? {
    counts.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && counts.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }
}

/// A mapping with the required methods only gets exact batches, conversions and parameters.
@Suite struct OwnTransformTests {
  @Test func anOwnMappingPassesTheOracle() {
    fuzz { $0[0].applying(EveryNth(2)) }
    fuzz(change: { transform, step in transform.configure { $0.n = 1 + step % 3 } }) {
      $0[0].applying(.sort(by: \.rank)).applying(EveryNth(3))
    }
  }

  /// Keeps all changes that it was passed.
  private struct Keeper: Mapping {
    private var mapping = EveryNth<Int>(1)
    private(set) var received: [SourceChanges<Int>] = []

    mutating func refresh(from sources: [any DataSource<Int>]) { mapping.refresh(from: sources) }

    mutating func update(_ changes: SourceChanges<Int>) -> UpdateBatch {
      received.append(changes)
      return mapping.update(changes)
    }

    var numberOfSections: Int { mapping.numberOfSections }
    func numberOfItems(inSection section: Int) -> Int { mapping.numberOfItems(inSection: section) }
    func sourcePath(for path: ItemPath) -> SourcePath? { mapping.sourcePath(for: path) }
    func path(for sourcePath: SourcePath) -> ItemPath? { mapping.path(for: sourcePath) }
    func sourceSection(for section: Int) -> SourceSection? { mapping.sourceSection(for: section) }
    func section(for sourceSection: SourceSection) -> Int? { mapping.section(for: sourceSection) }
  }

  @Test func storedChangesAreUnchanged() {
    let leaf = ArraySource([1, 2, 3])
    let kept = leaf.applying(Keeper())
    leaf.remove(at: 1)
    leaf.transaction {
      leaf.append(4)
      leaf.append(5)
    }
    let batches = kept.mapping.received.map { $0.batch(ofSource: 0) }
    #expect(batches.map(\.items.deletes) == [[ItemPath(0, 1)], []])
    #expect(batches.map { Array($0.items.inserts) } == [[], [2, 3].map { ItemPath(section: 0, item: $0) }])
    #expect(kept.mapping.received.map { $0.numberOfItemsBefore(in: SourceSection(source: 0, section: 0)) } == [3, 2])
  }

  @Test func anOwnMappingConvertsPlaces() {
    let leaf = ArraySource(["a", "b", "c", "d"])
    let odd = leaf.applying(EveryNth(2))
    #expect(odd.items == ["a", "c"])
    #expect(odd.convert(ItemPath(0, 1), to: leaf) == ItemPath(0, 2))
    #expect(odd.convert(ItemPath(0, 1), from: leaf) == nil)
  }
}
