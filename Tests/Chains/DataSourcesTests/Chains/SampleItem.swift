import Changesets
import DataSources
@_exported import DataSourcesTesting
import TestKit

/// Leaves with samples in them, and random edits of these.
struct SampleLeaves {
  static let ranks = SampleItem.ranks

  let leaves: [SectionedArraySource<SampleItem>]
  private var nextID = 0
  private var nextSection = 0
  private var random: SeededGenerator
  /// The kinds of edits that are made.
  private let isEditMade: [Bool]

  init(_ count: Int, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    leaves = (0..<count).map { _ in SectionedArraySource() }
    isEditMade = (0..<11).map { [random] kind in
      var random = random
      return kind < 3 || (0...kind).map { _ in Bool.random(using: &random) }.last == true
    }
    for leaf in leaves {
      for _ in 0..<Int.random(in: 0...3, using: &random) { leaf.appendSection(section()) }
    }
  }

  private mutating func sample() -> SampleItem {
    defer { nextID += 1 }
    return SampleItem(id: nextID, rank: Int.random(in: SampleItem.ranks, using: &random))
  }

  private mutating func section() -> SectionState<String?, SampleItem> {
    defer { nextSection += 1 }
    return SectionState("S\(nextSection)", items: (0..<Int.random(in: 0...4, using: &random)).map { _ in sample() })
  }

  /// Makes a random edit, or none if the drawn one is impossible.
  mutating func edit() {
    if let leaf = leaves.randomElement(using: &random) { edit(leaf) }
  }

  /// Makes a random edit of a leaf, or none if the drawn one is impossible.
  mutating func edit(_ leaf: SectionedArraySource<SampleItem>) {
    let kind = Int.random(in: 0..<isEditMade.count, using: &random)
    guard isEditMade[kind] else { return }
    let sections = leaf.numberOfSections
    func any(_ count: Int) -> Int? { count > 0 ? Int.random(in: 0..<count, using: &random) : nil }
    func anyPath() -> ItemPath? {
      leaf.paths.map(\.self).randomElement(using: &random)
    }
    switch kind {
    case 0, 1:
      guard let section = any(sections) else { return leaf.appendSection(self.section()) }
      let item = Int.random(in: 0...leaf.numberOfItems(inSection: section), using: &random)
      leaf.insert(sample(), at: ItemPath(section: section, item: item))
    case 2: if let path = anyPath() { leaf.remove(at: path) }
    case 3:
      guard let path = anyPath() else { return }
      var sample = leaf.item(at: path)
      sample.version += 1
      if Bool.random(using: &random) { sample.rank = Int.random(in: SampleItem.ranks, using: &random) }
      leaf.update(sample, at: path)
    case 4:
      guard let path = anyPath(), let section = any(sections) else { return }
      let count = leaf.numberOfItems(inSection: section) - (section == path.section ? 1 : 0)
      leaf.move(from: path, to: ItemPath(section: section, item: Int.random(in: 0...count, using: &random)))
    case 5: leaf.insertSection(section(), at: Int.random(in: 0...sections, using: &random))
    case 6: if let section = any(sections) { leaf.removeSection(at: section) }
    case 7: if let from = any(sections), let to = any(sections) { leaf.moveSection(from: from, to: to) }
    case 8:
      guard let section = any(sections) else { return }
      // Emptied, or filled.
      let count = leaf.numberOfItems(inSection: section)
      leaf.transaction {
        for _ in 0..<count { leaf.remove(at: ItemPath(section: section, item: 0)) }
        if count == 0 { leaf.append(sample(), toSection: section) }
      }
    case 9:
      leaf.reload((0..<Int.random(in: 0...2, using: &random)).map { _ in section() })
    default:
      let edits = Int.random(in: 2...5, using: &random)
      var copy = self
      leaf.transaction { for _ in 0..<edits { copy.editInTransaction(leaf) } }
      self = copy
    }
  }

  /// Makes an edit whose places are right whatever edits of the transaction come before it.
  private mutating func editInTransaction(_ leaf: SectionedArraySource<SampleItem>) {
    let count = leaf.numberOfSections
    guard count > 0 else { return leaf.appendSection(section()) }
    let section = Int.random(in: 0..<count, using: &random)
    if Bool.random(using: &random) || leaf.numberOfItems(inSection: section) < 6 {
      leaf.insert(sample(), at: ItemPath(section: section, item: 0))
    } else {
      leaf.remove(at: ItemPath(section: section, item: 0))
    }
  }
}
