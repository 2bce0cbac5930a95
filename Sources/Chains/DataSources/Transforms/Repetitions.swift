import Changesets
import OrderedTrees

/// The sequence of all items of a sectioned source, each of them once or several times in succession.
///
///     item             a   b   b   b   c   d   d
///     position         0   1   2   3   4   5   6
///     firsts           1   1   0   0   1   1   0
///
/// The *i*-th one is the position of item *i*; the ones up to a position count the items up to it.
struct Repetitions: Sendable {
  /// The number of items in each section of the source.
  private var counts = SectionCounts()
  /// A one for the first repetition of each item, and a zero for every other; `nil` as long as no item is repeated.
  private var firsts: BitSequence?

  init() {}

  /// Creates the sequence of all items of a source.
  ///
  /// - Parameters:
  ///   - counts: The number of items in each section.
  ///   - others: The number of repetitions beyond the first for each item, or `nil` if there are none.
  init(counts: SectionCounts, others: [Int]?) {
    self.counts = counts
    firsts = others.map { BitSequence(onesBeforeZeros: $0) }
  }

  func contains(_ path: ItemPath) -> Bool { counts.contains(path) }

  func numberOfItems(inSection section: Int) -> Int { counts[section] }

  /// Returns the positions of an item's repetitions. For an item behind the last one, returns the position where they
  /// would begin.
  func positions(of path: ItemPath) -> Range<Int> {
    let item = counts.sum(before: path.section) + path.item
    return firsts?.run(ofOne: item) ?? item..<item + 1
  }

  func path(at position: Int) -> ItemPath? {
    counts.section(at: item(at: position)).map { ItemPath(section: $0.section, item: $0.item) }
  }

  /// Returns the paths of the items at some positions, in order.
  func paths(at positions: [Int]) -> [ItemPath] {
    // A section is searched for only where the previous one ends, and not for each item.
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

  /// Returns the number of items before the one at a position.
  private func item(at position: Int) -> Int { firsts.map { $0.rank(of: position + 1) - 1 } ?? position }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - count: The number of its repetitions.
  ///   - path: The path of the item in the source.
  /// - Returns: The position of the first repetition.
  mutating func insert(_ count: Int, at path: ItemPath) -> Int {
    let position = positions(of: path).lowerBound
    firsts?.insert(true, at: position)
    counts.add(1, to: path.section)
    repeatItem(count - 1, behind: position)
    return position
  }

  /// Changes the number of repetitions of an item.
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

  /// Removes items.
  ///
  /// - Parameter paths: The paths of the items in the source, in descending order.
  mutating func remove(_ paths: EditList<ItemPath>) {
    if firsts != nil {
      for path in paths {
        // The paths descend, so the items before each path still have their positions.
        let positions = positions(of: path)
        firsts?.remove(in: positions)
      }
    }
    paths.forEachSection { counts.add(-$1.count, to: $0) }
  }

  mutating func insertSection(at section: Int) { counts.insert(0, at: section) }

  /// Removes a section, which must be empty.
  mutating func removeSection(at section: Int) { counts.remove(at: section) }
}
