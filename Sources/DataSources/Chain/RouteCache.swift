public import Changesets
import Synchronization

/// Where items came out that climbed from a link lately: what the method cache is to a class.
///
/// A way is known for a run of items, all of which come from neighbours through every link. It counts as long as nothing changes in the
/// chain, and nothing of what answers messages.
struct RouteCache {
  /// The way of a run of items.
  struct Route {
    /// What the way was asked for; -1 where there is none.
    var key = -1
    /// The state of the chain that it was found in.
    var state = 0
    /// Where the first of the items stands.
    var first = ItemPath(section: 0, item: 0)
    var count = 0
    /// Where it stands at the end of the way.
    var target = ItemPath(section: 0, item: 0)
    /// What is at the end of the way. It is there as long as the state is the same.
    var end: Unmanaged<AnyObject>?
  }

  /// How many keys have places of their own; a power of two.
  private static let sets = 8
  /// How many ways are kept for the keys of a set; a power of two.
  private static let ways = 4

  // Of a type without references to count. There once there is a way to remember; given back by the link that has the cache, when it goes.
  private var routes: UnsafeMutablePointer<Route>?
  private var next = 0

  /// What is at the end of an item's way, where that is known.
  ///
  /// - Parameter path: The item's place.
  @inline(__always) func end(of key: Int, _ path: ItemPath, _ state: Int) -> KnownEnd? {
    guard var route = routes else { return nil }
    route += (key & (Self.sets - 1)) * Self.ways
    for _ in 0..<Self.ways {
      let offset = path.item &- route.pointee.first.item
      if route.pointee.key == key, route.pointee.state == state, route.pointee.first.section == path.section,
        // As one comparison: what is negative is very large.
        UInt(bitPattern: offset) < UInt(bitPattern: route.pointee.count)
      {
        let place = ItemPath(section: route.pointee.target.section, item: route.pointee.target.item &+ offset)
        return route.pointee.end.map { KnownEnd(object: $0, path: place) }
      }
      route += 1
    }
    return nil
  }

  mutating func add(_ route: Route) {
    let routes = self.routes ?? .allocate(capacity: Self.sets * Self.ways)
    if self.routes == nil { routes.initialize(repeating: Route(), count: Self.sets * Self.ways) }
    self.routes = routes
    let set = routes + (route.key & (Self.sets - 1)) * Self.ways
    // One that does not count any more, else one after the other.
    if let stale = (0..<Self.ways).first(where: { set[$0].state != route.state }) {
      set[stale] = route
    } else {
      set[next] = route
      next = (next + 1) & (Self.ways - 1)
    }
  }

  /// Gives the room back.
  func deallocate() { routes?.deallocate() }
}

/// What is at the end of an item's way.
@usableFromInline package struct KnownEnd {
  /// What is there, not held: it is there as long as nothing changes.
  @usableFromInline package let object: Unmanaged<AnyObject>
  /// The item's place there.
  @usableFromInline package let path: ItemPath

  package init(object: Unmanaged<AnyObject>, path: ItemPath) {
    self.object = object
    self.path = path
  }
}

extension Link {
  /// How often anything changed of what answers messages, at any link. That is rare, and no way is known for longer.
  private static let changes = Atomic(0)

  /// Forgets all ways that are known, because something that answers messages came or went.
  package static func forgetRoutes() { changes.add(1, ordering: .relaxed) }

  /// A number that grows whenever what the link shows may have changed, what it stands on, or what answers messages: all of its parts grow.
  private var state: Int { graph.state &+ Self.changes.load(ordering: .relaxed) }

  /// What is at the end of an item's way up from here, not held; nothing where that is not known.
  ///
  /// - Parameters:
  ///   - key: What the way is asked for: the number of a selector.
  ///   - path: The item's place.
  @usableFromInline package func knownEnd(of key: Int, _ path: ItemPath) -> KnownEnd? {
    // The graph is not held, as this is the way of every message. One that has become part of another is rare, and dealt with apart.
    guard ownGraph.successor == nil else { return knownEndInRoot(of: key, path) }
    return routes.end(of: key, path, ownGraph.state &+ Self.changes.load(ordering: .relaxed))
  }

  @inline(never) private func knownEndInRoot(of key: Int, _ path: ItemPath) -> KnownEnd? {
    routes.end(of: key, path, state)
  }

  /// Remembers a way, but not in the middle of an epoch, when it may lead through links of different states.
  ///
  /// - Parameters:
  ///   - path: The item's place here.
  ///   - climb: The climb from there, which knows the neighbours, to the end.
  ///   - key: What the way is asked for.
  ///   - end: What is there. It has to be there until routes are forgotten.
  package func remember(_ path: ItemPath, _ climb: Climb, for key: Int, _ end: AnyObject) {
    if graph.isChanging { return }
    routes.add(
      RouteCache.Route(
        key: key, state: state, first: ItemPath(section: path.section, item: path.item - climb.before),
        count: climb.before + 1 + climb.after,
        target: ItemPath(section: climb.path.section, item: climb.path.item - climb.before),
        end: Unmanaged.passUnretained(end)))
  }
}
