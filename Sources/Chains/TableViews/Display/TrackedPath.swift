import Changesets

/// A path that follows its item while client code runs, which may change the chain.
final class TrackedPath {
  /// The current path of the item, or nil if it was deleted.
  fileprivate(set) var path: ItemPath?

  init(_ path: ItemPath) { self.path = path }
}

extension CellDisplay {
  /// Tracks the path of an item across calls of client code, until ``untrack(_:)``.
  func track(_ path: ItemPath) -> TrackedPath {
    let place = TrackedPath(path)
    trackedPaths.append(place)
    return place
  }

  /// Ends the tracking of a path.
  ///
  /// - Complexity: O(1) for the path that was tracked last.
  func untrack(_ place: TrackedPath) {
    if let index = trackedPaths.lastIndex(where: { $0 === place }) { trackedPaths.remove(at: index) }
  }

  /// Ends the tracking of several paths.
  func untrack(_ places: [TrackedPath]) {
    for place in places.reversed() { untrack(place) }
  }

  /// All paths that follow their items.
  var tracked: [TrackedPath] { selection + trackedPaths + [focused, edited].compactMap { $0 } }

  /// Maps the selected, focused, edited and tracked paths to the source's new state.
  ///
  /// - Complexity: O(*t*) look-ups, *t* being the number of paths.
  func carryTouches(to image: (ItemPath) -> ItemPath?) {
    for place in tracked { place.path = place.path.flatMap(image) }
    selection.removeAll { $0.path == nil }
  }
}
