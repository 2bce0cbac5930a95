import Changesets

/// The items that a batch does not name, in sections that survive: they stay in order, whatever comes and goes between
/// them.
///
/// A mapping that shows a part of each section, by places, finds with it what of these crosses the borders of the part:
/// all that it has to tell beyond what the batch names.
struct RetainedItems {
  /// The retained items in the state before.
  let before: Side
  /// The same, in the state after.
  let after: Side

  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  init(_ batch: UpdateBatch) {
    let items = batch.items
    before = Side(named: (items.deletes + items.moves.lazy.map(\.before)).sorted())
    after = Side(named: (items.inserts + items.moves.lazy.map(\.after)).sorted())
  }

  /// One of the two states.
  struct Side {
    /// What is named, in order.
    fileprivate let named: [ItemPath]

    /// How many retained items of the same section stand in front of a place.
    ///
    /// - Complexity: O(log *k*), *k* being the number of edits.
    func rank(of path: ItemPath) -> Int {
      path.item - (position { $0 >= path } - position { $0.section >= path.section })
    }

    /// The place of the retained item of a section that has so many in front of it.
    ///
    /// - Complexity: O(log *k*), *k* being the number of edits.
    func path(ofRank rank: Int, inSection section: Int) -> ItemPath {
      let first = position { $0.section >= section }
      let next = position(from: first) { named, position in
        named.section > section || named.item - (position - first) > rank
      }
      return ItemPath(section: section, item: rank + next - first)
    }

    private func position(where condition: (ItemPath) -> Bool) -> Int {
      position(from: 0) { path, _ in condition(path) }
    }

    /// The first position that meets a condition, which all after that have to meet too.
    private func position(from start: Int, where condition: (ItemPath, Int) -> Bool) -> Int {
      var (low, high) = (start, named.count)
      while low < high {
        let middle = (low + high) / 2
        if condition(named[middle], middle) { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }
}
