import Changesets

/// A place that goes with its item while code of others runs, which may change the chain.
final class TrackedPath {
  /// Where the item is; nil when it is gone.
  fileprivate(set) var path: ItemPath?

  init(_ path: ItemPath) { self.path = path }
}

extension CellDisplay {
  /// Lets a place go with its item while others are called, until ``untrack(_:)``.
  func track(_ path: ItemPath) -> TrackedPath {
    let place = TrackedPath(path)
    touched.append(place)
    return place
  }

  /// Ends what ``track(_:)`` began.
  ///
  /// - Complexity: O(1) for the place that was tracked last.
  func untrack(_ place: TrackedPath) {
    if let index = touched.lastIndex(where: { $0 === place }) { touched.remove(at: index) }
  }

  /// Ends what ``track(_:)`` began for each of some places.
  func untrack(_ places: [TrackedPath]) {
    for place in places.reversed() { untrack(place) }
  }

  /// The places that go with their items.
  var tracked: [TrackedPath] { selection + touched + [focused, edited].compactMap { $0 } }

  /// Takes the places along that are selected, focused or edited, or that others are being called about.
  ///
  /// - Complexity: O(*t*) look-ups, *t* being the number of places.
  func carryTouches(to image: (ItemPath) -> ItemPath?) {
    for place in tracked { place.path = place.path.flatMap(image) }
    selection.removeAll { $0.path == nil }
  }
}
