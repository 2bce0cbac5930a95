import Changesets
import DataSources
import Foundation
import TestKit
import Testing

// What stands between the two marks stands in the README, word for word.
// example begins
/// Shows every n-th item of each section.
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
// example ends

/// The transform of the README: a mapping and nothing else gets exact batches, conversions and parameters.
@Suite struct OwnTransformTests {
  @Test func itHoldsTheOracle() {
    fuzz { $0[0].applying(EveryNth(2)) }
    fuzz(change: { transform, step in transform.configure { $0.n = 1 + step % 3 } }) {
      $0[0].applying(Sort(by: \.rank)).applying(EveryNth(3))
    }
  }

  @Test func itStandsInTheReadme() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let parts = here.components(separatedBy: "// example begins\n")
    let example = try #require(parts.last?.components(separatedBy: "// example ends\n").first)
    #expect(readme.contains(example))
  }

  @Test func itConvertsPlaces() {
    let leaf = ArraySource(["a", "b", "c", "d"])
    let odd = leaf.applying(EveryNth(2))
    #expect(odd.items == ["a", "c"])
    #expect(odd.convert(ItemPath(section: 0, item: 1), to: leaf) == ItemPath(section: 0, item: 2))
    #expect(odd.convert(ItemPath(section: 0, item: 1), from: leaf) == nil)
  }
}
