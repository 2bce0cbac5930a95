public import Changesets

/// Why an item of a source is shown in another one that stands on it, or is not.
///
/// ```swift
/// print(found.explain(ItemPath(0, 1), of: fruits))
/// // ArraySource (0, 1) is hidden by Filter.
/// ```
public struct Explanation {
  /// One of the ways from a source to one that stands on it, as far as the item gets. Through a link that shows it several times, each of
  /// its places is one.
  public struct Way {
    /// The item's places, from where it comes from to the last link that shows it.
    public let places: [ChainPlace]
    /// The source that has no place for the item; nothing if the item gets to the end.
    public let hiddenBy: (any DataSource)?

    /// Whether the item gets to the end.
    public var isShown: Bool { hiddenBy == nil }
  }

  /// Where the item comes from.
  public let origin: ChainPlace
  /// The source in which it is looked for.
  public let destination: any DataSource
  /// All ways between the two, in the order of each link's sources. Ways that part behind the link that hides the item are one.
  /// None, if there is no such item, or the destination does not stand on the source.
  public let ways: [Way]

  /// Whether the item is shown, on one way at least.
  public var isShown: Bool { ways.contains(where: \.isShown) }
}

extension DataSource {
  /// Why an item of a source upstream is shown here, or which link hides it.
  ///
  /// - Parameters:
  ///   - path: The item's place in that source.
  ///   - source: This source, or one that it stands on, directly or through others: mostly a leaf.
  /// - Returns: The ways between the two, and how far the item gets on each.
  /// - Complexity: O(*w* · *h*) conversions, *w* being the number of ways and *h* the number of links on the longest.
  public func explain(_ path: ItemPath, of source: any DataSource) -> Explanation {
    let origin = ChainPlace(source: source, path: path)
    var ways: [Explanation.Way] = []
    if source.contains(path) {
      for way in self.ways(from: origin) where !ways.contains(where: { $0.isSame(as: way) }) { ways.append(way) }
    }
    return Explanation(origin: origin, destination: self, ways: ways)
  }

  /// The ways that lead from a place to this source; none, if this source does not stand on the place's.
  private func ways(from origin: ChainPlace) -> [Explanation.Way] {
    if self === origin.source { return [Explanation.Way(places: [origin], hiddenBy: nil)] }
    guard link.height > origin.source.link.height else { return [] }
    return upstreamSources.enumerated().flatMap { index, upstream in
      upstream.ways(from: origin).flatMap { way in
        guard way.isShown, let last = way.places.last else { return [way] }
        let paths = allPaths(for: SourcePath(source: index, path: last.path))
        if paths.isEmpty { return [Explanation.Way(places: way.places, hiddenBy: self)] }
        return paths.map { Explanation.Way(places: way.places + [ChainPlace(source: self, path: $0)], hiddenBy: nil) }
      }
    }
  }
}

extension Explanation.Way {
  fileprivate func isSame(as other: Self) -> Bool {
    hiddenBy === other.hiddenBy && places.count == other.places.count
      && zip(places, other.places).allSatisfy { $0.source === $1.source && $0.path == $1.path }
  }
}

extension Explanation: CustomStringConvertible {
  /// A sentence for each way.
  public var description: String {
    if ways.isEmpty {
      return origin.source.contains(origin.path)
        ? "\(destination.link.name.onOneLine) does not stand on \(origin.source.link.name.onOneLine)."
        : "There is no item at \(origin)."
    }
    return ways.map { way in
      let places = way.places.map(\.description).joined(separator: " → ")
      return switch way.hiddenBy {
      case let link? where way.places.count > 1: "\(origin) is hidden by \(link.link.name.onOneLine): \(places)."
      case let link?: "\(origin) is hidden by \(link.link.name.onOneLine)."
      case nil: "\(origin) is shown: \(places)."
      }
    }.joined(separator: "\n")
  }
}
