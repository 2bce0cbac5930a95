import Changesets
import PomonaSupport

/// A generator of random edits that are valid for the contents of the leaves.
struct EditGenerator {
  private var random: SeededGenerator
  private var nextID = 0
  private var nextSection = 0
  /// The kinds of edits that are made in this case. Likely ones occur several times.
  private let kinds: [Kind]
  /// The names of the chain's actions.
  var actions: [String] = []
  /// The values that are passed to actions.
  private let values: Range<Int>

  enum Kind: CaseIterable {
    case insert, insertRun, remove, removeRun, update, move, moveRun
    case insertSection, removeSection, moveSection, renameSection, fill, empty, reload
    case transaction, change

    /// The relative probability of the kind.
    var weight: Int {
      switch self {
      case .insert, .remove, .update: 4
      case .move, .transaction: 3
      case .change: 2
      default: 1
      }
    }
  }

  /// Creates a generator.
  ///
  /// - Parameter seed: The seed. It also determines which kinds of edits occur at all.
  init(seed: UInt64, values: Range<Int>) {
    random = SeededGenerator(seed: seed)
    self.values = values
    var kinds: [Kind] = []
    // On average, a third of the kinds does not occur in a case. Some mistakes only show where other edits do not
    // cover them up.
    for kind in Kind.allCases where kind == .insert || Int.random(in: 0..<3, using: &random) > 0 {
      kinds += Array(repeating: kind, count: kind.weight)
    }
    self.kinds = kinds
  }

  /// Returns true with a probability of 1 / `count`.
  mutating func isOne(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  // MARK: - Edits

  /// Returns the insertion of a new section at the end of a leaf.
  mutating func newSection(leaf: Int, _ contents: SampleContents) -> ChainFuzzer.Edit {
    let section = section()
    return .insertSection(section.value, section.items, at: contents.leaves[leaf].count, leaf: leaf)
  }

  /// Returns a random edit of the kinds of this case, or an insertion if the kind that was drawn is not possible.
  mutating func edit(of contents: SampleContents) -> ChainFuzzer.Edit {
    let kind = kinds.randomElement(using: &random) ?? .insert
    switch kind {
    case .change: return change() ?? item(.insert, contents)
    case .transaction: return transaction(contents)
    default: return item(kind, contents)
    }
  }

  /// Returns a random removal, or nil if all leaves are empty.
  mutating func removal(from contents: SampleContents) -> ChainFuzzer.Edit? {
    let filled = contents.leaves.indices.filter { !contents.leaves[$0].isEmpty }
    guard let leaf = filled.randomElement(using: &random) else { return nil }
    return edit([.remove, .removeRun, .empty, .removeSection].randomElement(using: &random) ?? .remove, leaf, contents)
      ?? .removeSection(at: place(in: contents.leaves[leaf]) ?? 0, leaf: leaf)
  }

  private mutating func change() -> ChainFuzzer.Edit? {
    guard let name = actions.randomElement(using: &random) else { return nil }
    return .change(name, values.randomElement(using: &random) ?? 0)
  }

  private mutating func transaction(_ contents: SampleContents) -> ChainFuzzer.Edit {
    var contents = contents
    contents.beginStep()
    return .transaction(
      (0..<number(2...4)).map { _ in
        let kind = kinds.randomElement(using: &random) ?? .insert
        let edit = (kind == .change ? change() : nil) ?? item(kind, contents)
        _ = contents.apply(edit)
        return edit
      })
  }

  /// Returns a random edit of a kind in a random leaf, or an insertion if the kind is not possible there.
  private mutating func item(_ kind: Kind, _ contents: SampleContents) -> ChainFuzzer.Edit {
    let leaf = number(0...contents.leaves.count - 1)
    return edit(kind, leaf, contents) ?? edit(.insert, leaf, contents) ?? newSection(leaf: leaf, contents)
  }

  /// Returns a random edit of a kind in a leaf, or nil if the kind is not possible.
  private mutating func edit(_ kind: Kind, _ leaf: Int, _ contents: SampleContents) -> ChainFuzzer.Edit? {
    let sections = contents.leaves[leaf]
    // Large leaves are reduced, so that cases stay small.
    let isLarge = sections.reduce(0) { $0 + $1.items.count } >= 10
    switch kind {
    case .insert, .insertRun:
      guard !isLarge, let section = place(in: sections) else { return isLarge ? edit(.remove, leaf, contents) : nil }
      let path = ItemPath(section: section, item: number(0...sections[section].items.count))
      return .insert(samples(kind == .insert ? 1...1 : 2...4), at: path, leaf: leaf)
    case .remove: return path(in: sections).map { .remove(at: $0, leaf: leaf) }
    case .removeRun:
      guard let path = path(in: sections) else { return nil }
      return .remove(number(1...sections[path.section].items.count - path.item), at: path, leaf: leaf)
    case .update: return path(in: sections).map { .update(at: $0, rank: rank(), leaf: leaf) }
    case .move:
      guard let from = path(in: sections), let section = place(in: sections) else { return nil }
      let room = sections[section].items.count - (section == from.section ? 1 : 0)
      return .move(from: from, to: ItemPath(section: section, item: number(0...room)), leaf: leaf)
    case .moveRun: return moveRun(sections, leaf)
    case .insertSection:
      guard !isLarge, sections.count < 5 else { return nil }
      let section = section()
      return .insertSection(section.value, section.items, at: number(0...sections.count), leaf: leaf)
    case .removeSection: return place(in: sections).map { .removeSection(at: $0, leaf: leaf) }
    case .moveSection:
      guard let from = place(in: sections), let to = place(in: sections) else { return nil }
      return .moveSection(from: from, to: to, leaf: leaf)
    case .renameSection: return place(in: sections).map { .renameSection(at: $0, leaf: leaf) }
    case .fill:
      let empty = sections.indices.filter { sections[$0].items.isEmpty }
      guard let section = empty.randomElement(using: &random) else { return nil }
      return .insert(samples(1...3), at: ItemPath(section: section, item: 0), leaf: leaf)
    case .empty:
      let filled = sections.indices.filter { !sections[$0].items.isEmpty }
      guard let section = filled.randomElement(using: &random) else { return nil }
      return .remove(sections[section].items.count, at: ItemPath(section: section, item: 0), leaf: leaf)
    case .reload: return .reload((0..<number(0...3)).map { _ in section() }, leaf: leaf)
    case .transaction, .change: return nil
    }
  }

  /// Returns moves of consecutive samples, one after the other, to paths where they are consecutive again.
  private mutating func moveRun(_ sections: [SectionState<String, SampleItem>], _ leaf: Int) -> ChainFuzzer.Edit? {
    guard let from = path(in: sections), let section = place(in: sections) else { return nil }
    let count = number(1...sections[from.section].items.count - from.item)
    guard section != from.section else {
      let room = sections[section].items.count - count
      let target = number(0...room)
      return .transaction(
        (0..<count).map { offset in
          // Towards the end, each move takes the first sample of the run. Towards the beginning, no move changes the
          // paths of later ones.
          target > from.item
            ? .move(from: from, to: ItemPath(section: section, item: target + count - 1), leaf: leaf)
            : .move(
              from: ItemPath(section: section, item: from.item + offset),
              to: ItemPath(section: section, item: target + offset), leaf: leaf)
        })
    }
    let target = number(0...sections[section].items.count)
    return .transaction(
      (0..<count).map { .move(from: from, to: ItemPath(section: section, item: target + $0), leaf: leaf) })
  }

  // MARK: - Parts

  private mutating func rank() -> Int { Int.random(in: SampleItem.ranks, using: &random) }

  private mutating func samples(_ count: ClosedRange<Int>) -> [SampleItem] {
    (0..<number(count)).map { _ in
      defer { nextID += 1 }
      return SampleItem(id: nextID, rank: rank())
    }
  }

  private mutating func section() -> SectionState<String, SampleItem> {
    defer { nextSection += 1 }
    return SectionState("S\(nextSection)", items: samples(0...4))
  }

  private mutating func place(in sections: [SectionState<String, SampleItem>]) -> Int? {
    sections.isEmpty ? nil : number(0...sections.count - 1)
  }

  private mutating func path(in sections: [SectionState<String, SampleItem>]) -> ItemPath? {
    let count = sections.reduce(0) { $0 + $1.items.count }
    guard count > 0 else { return nil }
    var rest = number(0...count - 1)
    for (section, state) in sections.enumerated() {
      if rest < state.items.count { return ItemPath(section: section, item: rest) }
      rest -= state.items.count
    }
    return nil
  }
}
