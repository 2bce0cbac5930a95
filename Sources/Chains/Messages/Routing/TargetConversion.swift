import Changesets
import DataSources

/// The conversion of the target of a move from a source to its neighbour in a chain.
///
/// A target is the path that an item has after the move. In another source, its counterpart does not follow from the
/// numbers, but from the item next to which the moved item ends up:
///
/// - Within its own section, the item passes the items between it and the target, and the item at the target, the
///   *anchor*. If the anchor is in the item's section in the other source as well, its path is the target, even if the
///   order is another one. If not, the item is placed after the anchor for a move towards the end, and before it for a
///   move towards the beginning.
/// - In another section, the item is placed before the anchor, or, if the anchor does not belong to the owner, or at
///   the section's end, after the item in front of it. In an empty section, it is the only item. If the order is
///   reversed in the other source, before and after are exchanged. If the anchor is in the item's own section in the
///   other source, the item may have been removed from in front of it, and the target is one less.
///
/// An example of the first case:
///
///     move (0, 0) to (0, 2) in   a b c d          result   b c a d
///     the other source hides b:  a c d            target is the path of the anchor c, (0, 1), so that c a d results
///
/// If a target is clamped, the nearest item of the owner replaces the anchor: one of the target's section, or else one
/// towards the item. The item is thus placed as if all items of other owners were left out.
///
/// - Complexity: O(*d*) path conversions, *d* being the distance to the anchor, and O(*s*) if sections have only one
///   item each, *s* being the number of sections.
struct TargetConversion {
  /// The source that the target is in.
  let source: any DataSource
  /// The item that is moved, in the spaces of both sources; nil for a message with a target but without an item.
  let item: (here: ItemPath, there: ItemPath)?
  /// Returns the path of an item in the other source, or nil if it is not there.
  let image: (ItemPath) -> ItemPath?
  /// Returns the index of a section in the other source, or nil if it is not there.
  let section: (Int) -> Int?

  /// The side of the anchor at which the item is placed.
  private enum Side { case before, after }

  /// Returns the target in the other source, or nil if there is none.
  ///
  /// - Parameters:
  ///   - target: A path that the item can have in the source.
  ///   - clamps: Whether another anchor is used if that of the target has no counterpart.
  func target(_ target: ItemPath, clamps: Bool) -> ItemPath? {
    if let item, item.here.section == target.section {
      return passing(from: target, to: item, clamps: clamps)
    }
    let count = source.numberOfItems(inSection: target.section)
    if count == 0, let section = section(target.section) { return ItemPath(section: section, item: 0) }
    // Before the item at the target; or else, at the end or if that item is not there, after the one in front of it;
    // or else next to the nearest one.
    if let place = landing(.before, first: target.item..<min(target.item + 1, count), in: target.section) {
      return place
    }
    if let place = landing(.after, first: max(0, target.item - 1)..<target.item, in: target.section) { return place }
    return clamps ? nearest(target, count) : nil
  }

  /// Returns the target of an item that stays in its section.
  private func passing(
    from target: ItemPath, to item: (here: ItemPath, there: ItemPath), clamps: Bool = true
  ) -> ItemPath? {
    var anchor = target
    while anchor != item.here {
      if let place = image(anchor) {
        if place.section == item.there.section { return place }
        return landing(anchor < item.here ? .before : .after, anchor, place)
      }
      if !clamps { return nil }
      // The next one towards the item, which passes fewer items then.
      anchor.item += anchor < item.here ? 1 : -1
    }
    return item.there
  }

  /// Returns the target next to the nearest item that has a counterpart: one of the same section, or else one towards
  /// the item.
  private func nearest(_ target: ItemPath, _ count: Int) -> ItemPath? {
    let earlier = (0..<target.item).reversed()
    let later = target.item..<count
    let isBehindItem = item.map { $0.here < target } ?? true
    let place =
      isBehindItem
      ? landing(.after, first: earlier, in: target.section) ?? landing(.before, first: later, in: target.section)
      : landing(.before, first: later, in: target.section) ?? landing(.after, first: earlier, in: target.section)
    if let place { return place }
    if let section = section(target.section) { return ItemPath(section: section, item: 0) }
    guard let item else { return nil }
    var section = target.section
    while true {
      section += isBehindItem ? -1 : 1
      // A handler may have changed the sections, so that the item's section no longer exists.
      guard (0..<source.numberOfSections).contains(section) else { return nil }
      let count = source.numberOfItems(inSection: section)
      if section == item.here.section {
        return passing(from: ItemPath(section: section, item: isBehindItem ? count - 1 : 0), to: item)
      }
      let place =
        isBehindItem
        ? landing(.after, first: (0..<count).reversed(), in: section) : landing(.before, first: 0..<count, in: section)
      if let place { return place }
    }
  }

  /// Returns the target next to the first of some items that has a counterpart.
  private func landing(_ side: Side, first items: some Sequence<Int>, in section: Int) -> ItemPath? {
    for item in items {
      let anchor = ItemPath(section: section, item: item)
      if let place = image(anchor) { return landing(side, anchor, place) }
    }
    return nil
  }

  /// Returns the target next to an anchor whose path in the other source is known.
  private func landing(_ side: Side, _ anchor: ItemPath, _ place: ItemPath) -> ItemPath {
    var index = place.item
    // Where the order is reversed, before an item here is after it there.
    if (side == .after) != isReversed(beside: anchor) { index += 1 }
    if let item, item.there.section == place.section {
      if item.there == place { return place }
      // The item is removed from its own position first.
      if item.there.item < place.item { index -= 1 }
    }
    return ItemPath(section: place.section, item: index)
  }

  /// Returns whether neighbours are in reverse order in the other source. If the anchor is alone in its section, those
  /// of other sections are compared.
  private func isReversed(beside anchor: ItemPath) -> Bool {
    let others = (0..<source.numberOfSections).lazy.compactMap { isReversed(around: ItemPath(section: $0, item: 0)) }
    return isReversed(around: anchor) ?? others.first ?? false
  }

  /// Returns whether an item and its neighbours are in reverse order, or nil if no neighbour is in the item's section
  /// in the other source.
  private func isReversed(around path: ItemPath) -> Bool? {
    guard let place = image(path) else { return nil }
    for item in [path.item - 1, path.item + 1] {
      let other = image(ItemPath(section: path.section, item: item))
      if let other, other.section == place.section { return (item < path.item) != (other.item < place.item) }
    }
    return nil
  }
}

extension DataSource {
  /// Returns the path that an item can have after a move. The end of the item's own section stands for the path of the
  /// last item.
  ///
  /// - Returns: The path, or nil if it does not exist.
  func target(_ path: ItemPath, ofItemAt item: ItemPath?) -> ItemPath? {
    guard (0..<numberOfSections).contains(path.section) else { return nil }
    let count = numberOfItems(inSection: path.section)
    guard (0...count).contains(path.item) else { return nil }
    guard path.item == count, count > 0, item?.section == path.section else { return path }
    return ItemPath(section: path.section, item: count - 1)
  }
}
