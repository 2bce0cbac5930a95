public import Changesets

/// The reason why an item of a source is shown or hidden in a source downstream.
///
/// It references the sources of all its routes strongly, and is not adapted to updates: print it, and do not store
/// it.
///
/// ```swift
/// print(found.explain(ItemPath(0, 1), of: fruits))
/// // ArraySource (0, 1) is hidden by Filter.
/// ```
public struct Explanation {
  /// One of the routes from a source to one downstream of it, as far as the item is shown on it. If a link shows the
  /// item several times, each appearance is a route of its own.
  public struct Route {
    /// The item's positions, from its origin to the last link that shows it.
    public let places: [ChainPlace]
    /// The source that hides the item; `nil` if the item is shown in the destination.
    public let hiddenBy: (any DataSource)?

    /// Whether the item is shown in the destination.
    public var isShown: Bool { hiddenBy == nil }
  }

  /// The position of the item in the source of the explanation.
  public let origin: ChainPlace
  /// The source in which the item is searched for.
  public let destination: any DataSource
  /// All routes from the origin to the destination, in the order of each link's sources. Routes that part only
  /// downstream of the link that hides the item are one. The array is empty if the item does not exist, or if the
  /// destination is not downstream of the origin.
  public let routes: [Route]

  /// Whether the item is shown on at least one route.
  public var isShown: Bool { routes.contains(where: \.isShown) }
}

extension DataSource {
  /// Explains why an item of an upstream source is shown in this source, or which link hides it.
  ///
  /// - Parameters:
  ///   - path: The item's path in that source.
  ///   - source: This source, or one upstream of it, direct or indirect; usually a leaf.
  /// - Returns: The routes between the two sources, and how far the item is shown on each.
  /// - Complexity: O(*w* · *h*) conversions, *w* being the number of routes and *h* the number of links on the longest
  ///   one, and O(*w*² · *h*) to compare the routes with each other.
  public func explain(_ path: ItemPath, of source: any DataSource) -> Explanation {
    let origin = ChainPlace(source: source, path: path)
    var routes: [Explanation.Route] = []
    if source.contains(path) {
      for route in self.routes(from: origin) where !routes.contains(where: { $0.isSame(as: route) }) {
        routes.append(route)
      }
    }
    return Explanation(origin: origin, destination: self, routes: routes)
  }

  /// Returns the routes that lead from a position to this source, or an empty array if this source is not downstream of
  /// it.
  private func routes(from origin: ChainPlace) -> [Explanation.Route] {
    if self === origin.source { return [Explanation.Route(places: [origin], hiddenBy: nil)] }
    // A link that is not higher than the origin is not downstream of it.
    guard link.height > origin.source.link.height else { return [] }
    return upstreamSources.enumerated().flatMap { index, upstream in
      upstream.routes(from: origin).flatMap { route in
        // Hidden further upstream: the route ends there.
        guard route.isShown, let last = route.places.last else { return [route] }
        let paths = allPaths(for: SourcePath(source: index, path: last.path))
        if paths.isEmpty { return [Explanation.Route(places: route.places, hiddenBy: self)] }
        return paths.map {
          Explanation.Route(places: route.places + [ChainPlace(source: self, path: $0)], hiddenBy: nil)
        }
      }
    }
  }
}

extension Explanation.Route {
  fileprivate func isSame(as other: Self) -> Bool {
    hiddenBy === other.hiddenBy && places.count == other.places.count
      && zip(places, other.places).allSatisfy { $0.source === $1.source && $0.path == $1.path }
  }
}

extension Explanation: CustomStringConvertible {
  /// A sentence for each route.
  public var description: String {
    if routes.isEmpty {
      return origin.source.contains(origin.path)
        ? "\(destination.link.name.onOneLine) is not downstream of \(origin.source.link.name.onOneLine)."
        : "There is no item at \(origin)."
    }
    return routes.map { route in
      let places = route.places.map(\.description).joined(separator: " → ")
      return switch route.hiddenBy {
      case let link? where route.places.count > 1: "\(origin) is hidden by \(link.link.name.onOneLine): \(places)."
      case let link?: "\(origin) is hidden by \(link.link.name.onOneLine)."
      case nil: "\(origin) is shown: \(places)."
      }
    }.joined(separator: "\n")
  }
}
