import Changesets
import OrderedTrees

/// The items of a sectioned source in a row, each of them once or several times, one after the other.
struct Repetitions: Sendable {
  /// The number of items in each section of the source.
  private var counts = SectionCounts()
  /// A one for the first repetition of each item, and a zero for every other; nil as long as all items stand once.
  private var firsts: BitSequence?

  init() {}

  /// Creates the row of all items of a source.
  ///
  /// - Parameters:
  ///   - counts: The number of items in each section.
  ///   - others: For each item the number of its repetitions beyond the first; nil if there are none.
  init(counts: SectionCounts, others: [Int]?) {
    self.counts = counts
    firsts = others.map { BitSequence(onesBeforeZeros: $0) }
  }

  func contains(_ path: ItemPath) -> Bool { counts.contains(path) }

  /// Returns the number of items in a section.
  func numberOfItems(inSection section: Int) -> Int { counts[section] }

  /// Returns the positions of an item's repetitions; where they would begin, for an item behind the last one.
  func positions(of path: ItemPath) -> Range<Int> {
    let item = counts.sum(before: path.section) + path.item
    return firsts?.run(ofOne: item) ?? item..<item + 1
  }

  /// Returns the path of the item that stands at a position.
  func path(at position: Int) -> ItemPath? {
    counts.section(at: item(at: position)).map { ItemPath(section: $0.section, item: $0.item) }
  }

  /// Returns the paths of the items that stand at some positions, in order.
  func paths(at positions: [Int]) -> [ItemPath] {
    // Sections are looked for where one ends, and not for each item.
    var (section, items) = (0, 0..<0)
    return positions.map { position in
      let item = item(at: position)
      if !items.contains(item), let found = counts.section(at: item) {
        section = found.section
        items = item - found.item..<item - found.item + counts[section]
      }
      return ItemPath(section: section, item: item - items.lowerBound)
    }
  }

  /// The number of items before the one that stands at a position.
  private func item(at position: Int) -> Int { firsts.map { $0.rank(of: position + 1) - 1 } ?? position }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - count: The number of its repetitions.
  ///   - path: The place of the item in the source.
  /// - Returns: The position of the first repetition.
  mutating func insert(_ count: Int, at path: ItemPath) -> Int {
    let position = positions(of: path).lowerBound
    firsts?.insert(true, at: position)
    counts.add(1, to: path.section)
    repeatItem(count - 1, behind: position)
    return position
  }

  /// Gives an item another number of repetitions.
  mutating func update(_ count: Int, at path: ItemPath) {
    let positions = positions(of: path)
    if count < positions.count {
      firsts?.remove(in: positions.lowerBound + count..<positions.upperBound)
    } else {
      repeatItem(count - positions.count, behind: positions.upperBound - 1)
    }
  }

  private mutating func repeatItem(_ count: Int, behind position: Int) {
    guard count > 0 else { return }
    if firsts == nil { firsts = BitSequence(repeating: true, count: counts.total) }
    firsts?.insert(repeating: false, count: count, at: position + 1)
  }

  /// Removes an item.
  mutating func remove(at path: ItemPath) {
    let positions = positions(of: path)
    firsts?.remove(in: positions)
    counts.add(-1, to: path.section)
  }

  mutating func insertSection(at section: Int) { counts.insert(0, at: section) }

  /// Removes a section, which must be empty.
  mutating func removeSection(at section: Int) { counts.remove(at: section) }
}
