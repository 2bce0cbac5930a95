import Changesets
import DataSources

/// The conversion of the target of a move from one source to its neighbour in a chain.
///
/// A target is the place that an item has after the move. Where it is in another list, what counts is not the number, but what the item
/// comes to stand beside:
///
/// - Within its own section the item passes over what stands between it and the target, and over what stands there, the *anchor*. If the
///   anchor is in the item's section there as well, its place is the target: that is so also where the order is another one. If not, the
///   item stands behind the anchor after a move towards the end, and in front of it after one towards the beginning.
/// - In another section the item stands in front of the anchor, or, if that is none of the owner's, or at the section's end, behind the item
///   before. In an empty section it is alone. Where the order is reversed there, front and back are exchanged. If the anchor is in the item's
///   own section there, the item may be gone from in front of it, and the target is one less.
///
/// Where a target is clamped, the nearest item of the owner takes the part of the anchor: one of the target's section, else one on the way
/// to the item. So the item stands where it would with all that is not there left out.
///
/// - Complexity: O(*d*) conversions, *d* being the distance to the anchor, and O(*s*) where sections have but one item each, *s* being
///   their number.
struct TargetConversion {
  /// The source that the target is in.
  let source: any DataSource
  /// The item that is moved, in both spaces; nil if a message has a target without an item.
  let item: (here: ItemPath, there: ItemPath)?
  /// The place there of an item of the source; nil if it has none.
  let image: (ItemPath) -> ItemPath?
  /// The section there of a section of the source; nil if it has none.
  let section: (Int) -> Int?

  /// Where the item lands beside an anchor.
  private enum Side { case before, after }

  /// The target there.
  ///
  /// - Parameters:
  ///   - target: A place that the item can have in the source.
  ///   - clamps: Whether another anchor is looked for where that of the target has no counterpart.
  func target(_ target: ItemPath, clamps: Bool) -> ItemPath? {
    if let item, item.here.section == target.section {
      return passing(from: target, to: item, clamps: clamps)
    }
    let count = source.numberOfItems(inSection: target.section)
    if count == 0, let section = section(target.section) { return ItemPath(section: section, item: 0) }
    if let place = landing(.before, first: target.item..<min(target.item + 1, count), in: target.section) {
      return place
    }
    if let place = landing(.after, first: max(0, target.item - 1)..<target.item, in: target.section) { return place }
    return clamps ? nearest(target, count) : nil
  }

  /// The target of an item that stays in its section.
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
      anchor.item += anchor < item.here ? 1 : -1
    }
    return item.there
  }

  /// The target beside the nearest item that has a counterpart: one of the same section, else one on the way to the item.
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
      // A handler may have changed the sections, so that the item's is none of them.
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

  /// The target beside the first of some items that has a counterpart.
  private func landing(_ side: Side, first items: some Sequence<Int>, in section: Int) -> ItemPath? {
    for item in items {
      let anchor = ItemPath(section: section, item: item)
      if let place = image(anchor) { return landing(side, anchor, place) }
    }
    return nil
  }

  /// The target beside an anchor whose place there is known.
  private func landing(_ side: Side, _ anchor: ItemPath, _ place: ItemPath) -> ItemPath {
    var index = place.item
    if (side == .after) != isReversed(beside: anchor) { index += 1 }
    if let item, item.there.section == place.section {
      if item.there == place { return place }
      // The item is gone from its own place first.
      if item.there.item < place.item { index -= 1 }
    }
    return ItemPath(section: place.section, item: index)
  }

  /// Whether neighbours of a section are there in the reverse order. Where the anchor is alone in its section, those of others say so.
  private func isReversed(beside anchor: ItemPath) -> Bool {
    let others = (0..<source.numberOfSections).lazy.compactMap { isReversed(around: ItemPath(section: $0, item: 0)) }
    return isReversed(around: anchor) ?? others.first ?? false
  }

  /// The same for an item and its neighbours; nil if none of these is there in the item's section.
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
  /// The place that an item can have after a move; the end of its own section stands for the last place.
  ///
  /// - Returns: Nil where there is no such place.
  func target(_ path: ItemPath, ofItemAt item: ItemPath?) -> ItemPath? {
    guard (0..<numberOfSections).contains(path.section) else { return nil }
    let count = numberOfItems(inSection: path.section)
    guard (0...count).contains(path.item) else { return nil }
    guard path.item == count, count > 0, item?.section == path.section else { return path }
    return ItemPath(section: path.section, item: count - 1)
  }
}
