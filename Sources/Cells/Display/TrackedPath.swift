import Changesets

/// A place that goes with its item while code of others runs, which may change the chain.
final class TrackedPath {
  /// Where the item is; nothing when it is gone.
  fileprivate(set) var path: ItemPath?

  init(_ path: ItemPath) { self.path = path }
}

extension CellDisplay {
  /// Lets a place go with its item, until ``untrack(_:)``.
  func track(_ path: ItemPath) -> TrackedPath {
    let place = TrackedPath(path)
    touched.append(place)
    return place
  }

  /// Ends what was begun last: those who track places do it while they call others, and end it in the reverse order.
  func untrack(_ count: Int = 1) { touched.removeLast(count) }

  /// Takes the places along that are selected, or that others are being called about.
  ///
  /// - Complexity: O(*t*) look-ups, *t* being the number of places.
  func carryTouches(to image: (ItemPath) -> ItemPath?) {
    for place in selection + touched { place.path = place.path.flatMap(image) }
    selection.removeAll { $0.path == nil }
  }
}
