import Changesets
import DataSources
import DataSourcesTesting
import Testing

/// Mappings that replace one in use.
@Suite struct ReplacedMappingTests {
  /// Replaces the mapping of a transform, edits its sources, and compares it with a new one.
  private func replace<M: Mapping>(
    _ old: M, by new: M, over sources: [any DataSource<M.SourceItem>], edit: () -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) where M.Item: Equatable {
    let transform = Transform(of: sources, by: old)
    let expected = Transform(of: sources, by: new)
    let log = EventLog(transform)
    var state = transform.itemsBySection
    func check() {
      #expect(transform.sections == expected.sections, sourceLocation: sourceLocation)
      let now = transform.itemsBySection
      for batch in log.batches.suffix(1) {
        #expect(throws: Never.self, sourceLocation: sourceLocation) {
          let next = try batch.applied(to: state, counts: now.map(\.count)) { now[$0.section][$0.item] }
          #expect(next == now, sourceLocation: sourceLocation)
        }
      }
      state = now
    }
    transform.configure { $0 = new }
    check()
    edit()
    check()
  }

  private func leaf() -> ArraySource<Int> { ArraySource([3, 1, 2, 1], name: "Numbers") }

  private func replace<M: Mapping>(
    _ old: M, by new: M, sourceLocation: SourceLocation = #_sourceLocation
  ) where M.SourceItem == Int, M.Item: Equatable {
    let (one, two) = (leaf(), leaf())
    replace(
      old, by: new, over: [one, two],
      edit: {
        one.transaction {
          one.remove(at: 0); one.append(5)
        }
      },
      sourceLocation: sourceLocation)
  }

  @Test func everyMappingCanBeReplaced() {
    replace(Mappings.Filter<Int> { $0 > 1 }, by: Mappings.Filter<Int> { $0 < 2 })
    replace(Mappings.Sort<Int, Int> { $0 }, by: Mappings.Sort<Int, Int> { -$0 })
    replace(Mappings.Concatenate<Int>(), by: Mappings.Concatenate<Int>())
    replace(Mappings.RemoveEmptySections<Int>(), by: Mappings.RemoveEmptySections<Int>())
    replace(Mappings.Flatten<Int>(name: "A"), by: Mappings.Flatten<Int>(name: "B"))
    replace(
      Mappings.Insert<Int>(at: ItemPath(0, 0)),
      by: Mappings.Insert<Int>(at: ItemPath(0, 2)))
    replace(Mappings.ShowPlaceholder<Int>(), by: Mappings.ShowPlaceholder<Int>())
    replace(Mappings.Select<Int>(selection: 0), by: Mappings.Select<Int>(selection: 1))
    replace(Mappings.Switch<Int>(isOn: false), by: Mappings.Switch<Int>(isOn: true))
    replace(Mappings.Switch<Int>(isOn: true), by: Mappings.Switch<Int>(isOn: false))
    replace(Mappings.Reverse<Int>(), by: Mappings.Reverse<Int>(reversesSections: true))
    replace(Mappings.Window<Int>.limit(1), by: Mappings.Window<Int>(offset: 1))
    replace(Mappings.Collapse<Int>(), by: Mappings.Collapse<Int>([0]))
    replace(Mappings.RemoveDuplicates<Int, Int> { $0 }, by: Mappings.RemoveDuplicates<Int, Int> { $0 / 2 })
    replace(Mappings.FilterByKey<Int, Int>(.except) { $0 }, by: Mappings.FilterByKey<Int, Int>(.intersect) { $0 })
    replace(Mappings.SortSections<Int>.sortSectionsByName(), by: Mappings.SortSections<Int>.sortSectionsByName(>))
    replace(Mappings.Hide<Int>(), by: Mappings.Hide<Int>())
    replace(Mappings.Group<Int> { "\($0)" }, by: Mappings.Group<Int> { "\($0 % 2)" })
    replace(Mappings.Map<Int, String> { "\($0)" }, by: Mappings.Map<Int, String> { "-\($0)" })
    replace(Mappings.Notify<Int>(), by: Mappings.Notify<Int>())
    replace(
      Mappings.DiffReloads(DeltaUpdater(id: { (item: Int) in item }, content: ==)),
      by: .diffReloads(DeltaUpdater(id: { (item: Int) in item }, content: ==)))
    replace(
      Mappings.InsertSeparators<Int, String> { _, next in next.map { "before \($0)" } },
      by: Mappings.InsertSeparators<Int, String> { last, _ in last.map { "after \($0)" } })
    replace(Mappings.Fold<Int, IntegerSum>.sum { $0 }, by: Mappings.Fold<Int, IntegerSum>.sum { -$0 })
    replace(Mappings.Fold<Int, IntegerSum>.sum { $0 }, by: Mappings.Fold<Int, IntegerSum>.sum(.eachSection) { -$0 })
  }

  @Test func aMappingOverNothingCanBeReplaced() {
    let leaf = SectionedArraySource<Int>()
    replace(
      Mappings.Filter<Int> { $0 > 1 }, by: Mappings.Filter<Int> { $0 < 2 }, over: [leaf],
      edit: { leaf.appendSection(SectionState("A", items: [1, 2])) })
    let main = SectionedArraySource<Int>()
    replace(
      Mappings.Insert<Int>(at: ItemPath(0, 0)),
      by: Mappings.Insert<Int>(at: ItemPath(0, 1)),
      over: [main, ArraySource([7, 8])],
      edit: { main.appendSection(SectionState("A", items: [1, 2])) })
  }

  @Test func aSourceAmongNewOnesReportsItsFormerCounts() throws {
    let (one, two) = (ArraySource([1, 2]), ArraySource([3]))
    let counts = Counts()
    let transform = Transform(of: [two, one], by: Counting(counts: counts))
    try one.transaction {
      one.append(9)
      try transform.setSources([one])
    }
    #expect(counts.before == [2])
    #expect(transform.items == [1, 2, 9])
  }
}

/// How many items there were in the first section of each source.
private final class Counts {
  var before: [Int] = []
}

/// Shows the first source, and records how many items there were.
private struct Counting: Mapping {
  typealias SourceItem = Int

  let counts: Counts
  private var count = 0

  init(counts: Counts) { self.counts = counts }

  mutating func refresh(from sources: [any DataSource<Int>]) { count = sources[0].numberOfItems }

  mutating func update(_ changes: SourceChanges<Int>) -> UpdateBatch {
    counts.before = changes.sources.indices.map {
      changes.numberOfItemsBefore(in: SourceSection(source: $0, section: 0))
    }
    refresh(from: changes.sources)
    return .reload
  }

  var numberOfSections: Int { 1 }
  func numberOfItems(inSection section: Int) -> Int { count }
  func sourcePath(for path: ItemPath) -> SourcePath? { SourcePath(source: 0, path: path) }
  func path(for sourcePath: SourcePath) -> ItemPath? { sourcePath.source == 0 ? sourcePath.path : nil }
  func sourceSection(for section: Int) -> SourceSection? { SourceSection(source: 0, section: section) }
  func section(for sourceSection: SourceSection) -> Int? { sourceSection.source == 0 ? sourceSection.section : nil }
}
