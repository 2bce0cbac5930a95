import Changesets
import PomonaSupport

/// The items that a batch does not name, in sections that are retained. They keep their relative order, whatever is
/// inserted or removed between them, so the rank of an item among them is the same before and after.
///
///     before    a  [b]  c   d            b is deleted, x is inserted
///     rank      0       1   2
///     after     a   c  [x]  d
///     rank      0   1       2
///
/// A mapping that shows a range of each section finds with it which of these items cross the bounds of the range: the
/// only changes of the mapping beyond the edits of the batch.
struct RetainedItems {
  let before: Side
  let after: Side

  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  init(_ batch: UpdateBatch) {
    let items = batch.items
    before = Side(named: (items.deletes + items.moves.lazy.map(\.before)).sorted())
    after = Side(named: (items.inserts + items.moves.lazy.map(\.after)).sorted())
  }

  /// One of the two states.
  struct Side {
    /// The paths that the batch names, in order.
    fileprivate let named: [ItemPath]

    /// Returns the number of retained items of the same section before a path.
    ///
    /// - Complexity: O(log *k*), *k* being the number of edits.
    func rank(of path: ItemPath) -> Int {
      let first = named.partitioningIndex { $0.section >= path.section }
      return path.item - (named.partitioningIndex { $0 >= path } - first)
    }

    /// Returns the path of the retained item of a section with a given rank.
    ///
    /// - Complexity: O(log *k*), *k* being the number of edits.
    func path(ofRank rank: Int, inSection section: Int) -> ItemPath {
      let first = named.partitioningIndex { $0.section >= section }
      let next = (first..<named.count).partitioningIndex { position in
        named[position].section > section || named[position].item - (position - first) > rank
      }
      return ItemPath(section: section, item: rank + next - first)
    }
  }
}
