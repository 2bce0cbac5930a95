/// Where the places of the state before a batch are in the state after it.
///
/// ```swift
/// let map = PathMap(batch)
/// map.path(after: ItemPath(section: 0, item: 4))   // nothing, if the item was deleted
/// ```
///
/// To look the other way, make it of the batch's ``UpdateBatch/inverted()``.
public struct PathMap: Sendable {
  private let sections: Correspondence<Int>
  private let items: Correspondence<ItemPath>
  private let isIdentity: Bool

  /// Makes the map of a batch.
  ///
  /// - Parameter batch: A valid batch.
  /// - Complexity: O(*k* log *k*), *k* being the batch's ``UpdateBatch/count``.
  public init(_ batch: UpdateBatch) {
    isIdentity = batch.isEmpty
    sections = batch.sectionCorrespondence
    items = batch.itemCorrespondence
  }

  /// Where an item went; nothing if it was deleted.
  ///
  /// - Parameter path: Its place before.
  /// - Complexity: O(log *k*), *k* being the batch's ``UpdateBatch/count``.
  public func path(after path: ItemPath) -> ItemPath? {
    isIdentity ? path : items.image(of: path)
  }

  /// Where a section went; nothing if it was deleted.
  ///
  /// - Parameter section: Its index before.
  /// - Complexity: O(log *k*), *k* being the batch's ``UpdateBatch/count``.
  public func section(after section: Int) -> Int? {
    isIdentity ? section : sections.image(of: section)
  }
}
