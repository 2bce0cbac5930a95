import Changesets

/// A place in a list, be it one of sections or one of items.
protocol RecordedPlace: Hashable, Comparable, Sendable {
  /// The place so much further in the same list.
  func advanced(by distance: Int) -> Self
}

extension RecordedPlace {
  /// A number of places, from this one on.
  func followers(_ count: Int) -> some Collection<Self> { (0..<count).lazy.map { advanced(by: $0) } }
}

extension Int: RecordedPlace {}

extension ItemPath: RecordedPlace {
  func advanced(by distance: Int) -> ItemPath { ItemPath(section: section, item: item + distance) }
}
