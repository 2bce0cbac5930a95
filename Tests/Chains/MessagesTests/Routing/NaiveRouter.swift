import Changesets
import DataSources
import Messages

/// A model of the delivery of messages, by an ``IdentitySearch``.
struct NaiveRouter {
  /// A handler of a source.
  struct Post {
    let number: Int
    /// 0 to 3 in the order of precedence; 4 for messages across sources.
    let kind: Int
    /// Whether a section, and perhaps an item in it, is in the scope.
    let includes: (_ search: IdentitySearch, _ section: Int, _ item: Int?) -> Bool
  }

  /// The handlers and the settings of a source.
  struct Desk {
    /// The latest is the last.
    var posts: [Post] = []
    var forwards = true
    var clamps: Bool?
  }

  /// The end of a message's route.
  struct Arrival: Equatable {
    var post: Int?
    var source: Int
    var reason: UnansweredReason?
    /// The places in the space of the source.
    var places: [ItemPath] = []
    var section: Int?
    /// The sources on the route, and the index of the upstream source taken at each.
    var hops: [Int] = []
    var indexes: [Int] = []
    /// The first place at each source on the route.
    var trail: [MessagePlace] = []
  }

  let search: IdentitySearch
  let desks: [Desk]

  private func post(_ source: Int, _ section: Int, _ item: Int?) -> Post? {
    (0..<4).lazy.compactMap { kind in
      desks[source].posts.last { $0.kind == kind && $0.includes(search, section, item) }
    }.first
  }

  // MARK: - One place

  func item(_ source: Int, _ path: ItemPath) -> Arrival {
    var arrival = Arrival(source: source, places: [path], hops: [source], trail: [.item(path)])
    guard search.floors[source].contains(path) else {
      arrival.reason = .noReceiver
      return arrival
    }
    while true {
      let place = arrival.places[0]
      if let post = post(arrival.source, place.section, place.item) {
        arrival.post = post.number
        return arrival
      }
      guard desks[arrival.source].forwards, let origin = search.origin(arrival.source, place) else {
        arrival.reason = .noHandler
        return arrival
      }
      arrival.places = [origin.path]
      climb(&arrival, origin.index, .item(origin.path))
    }
  }

  func section(_ source: Int, _ section: Int) -> Arrival {
    var arrival = Arrival(source: source, section: section, hops: [source], trail: [.section(section)])
    guard search.floors[source].things.indices.contains(section) else {
      arrival.reason = .noReceiver
      return arrival
    }
    var section = section
    while true {
      if let post = post(arrival.source, section, nil) {
        arrival.post = post.number
        return arrival
      }
      guard desks[arrival.source].forwards, let origin = search.origin(arrival.source, section: section) else {
        arrival.reason = .noHandler
        return arrival
      }
      section = origin.section
      arrival.section = section
      climb(&arrival, origin.index, .section(section))
    }
  }

  private func climb(_ arrival: inout Arrival, _ index: Int, _ place: MessagePlace) {
    arrival.source = search.floors[arrival.source].upstream[index]
    arrival.indexes.append(index)
    arrival.hops.append(arrival.source)
    arrival.trail.append(place)
  }

  // MARK: - Two places

  func move(_ source: Int, _ from: ItemPath, _ to: ItemPath, clamps: Bool) -> Arrival {
    var arrival = Arrival(source: source, places: [from, to], hops: [source], trail: [.item(from)])
    guard search.floors[source].contains(from), search.floors[source].containsTarget(to) else {
      arrival.reason = .noReceiver
      return arrival
    }
    // The item's own section has no more places than before.
    if to.section == from.section {
      arrival.places[1].item = min(to.item, search.floors[source].things[to.section].count - 1)
    }
    while true {
      let (from, to) = (arrival.places[0], arrival.places[1])
      if let post = post(arrival.source, from.section, from.item) {
        arrival.post = post.number
        return arrival
      }
      let desk = desks[arrival.source]
      guard desk.forwards, let origin = search.origin(arrival.source, from) else {
        arrival.reason = .noHandler
        return arrival
      }
      let hop = Hop(search: search, source: arrival.source, index: origin.index, from: from, image: origin.path)
      if hop.isOwnEmptySection(to) {
        arrival.reason = .noHandler
        return arrival
      }
      var target = hop.target(to)
      if target == nil {
        if let across = desk.posts.last(where: { $0.kind == 4 }) {
          arrival.post = across.number
          return arrival
        }
        if desk.clamps ?? clamps { target = hop.nearest(to) }
      }
      guard let target else {
        arrival.reason = .split
        return arrival
      }
      arrival.places = [origin.path, target]
      climb(&arrival, origin.index, .item(origin.path))
    }
  }

  /// A move on its route from a source to that of the item.
  private struct Hop {
    let search: IdentitySearch
    let source: Int
    let index: Int
    /// The place of the item, and its place in its upstream source.
    let from, image: ItemPath

    private var things: [[Thing]] { search.floors[source].things }

    /// The place of a thing in the item's upstream source, or `nil` if it is of another one.
    private func image(_ path: ItemPath) -> ItemPath? {
      guard search.floors[source].contains(path), let origin = search.origin(source, path) else { return nil }
      return origin.index == index ? origin.path : nil
    }

    func isOwnEmptySection(_ to: ItemPath) -> Bool {
      things[to.section].isEmpty && search.origin(source, section: to.section) == nil
    }

    /// The first place of the origin of a section.
    private func start(_ section: Int) -> ItemPath? {
      search.origin(source, section: section).flatMap {
        $0.index == index ? ItemPath(section: $0.section, item: 0) : nil
      }
    }

    /// The result of a move whose target, or the last thing of whose section, is of the item's source.
    func target(_ to: ItemPath) -> ItemPath? {
      if to == from { return image }
      if to.section == from.section { return beside(to, isBehind: to > from) }
      if things[to.section].isEmpty { return start(to.section) }
      if let place = beside(to, isBehind: false) { return place }
      return beside(ItemPath(section: to.section, item: to.item - 1), isBehind: true)
    }

    /// Otherwise the nearest place: the one that the item would have without things of other sources.
    func nearest(_ to: ItemPath) -> ItemPath? {
      let all = search.floors[source].paths
      let (earlier, later) = (all.filter { $0 < to }.reversed(), all.filter { $0 >= to })
      if to.section == from.section {
        let between = to < from ? later.filter { $0 < from } : [to] + earlier.filter { $0 > from }
        return between.lazy.compactMap { beside($0, isBehind: to > from) }.first ?? image
      }
      let near = to > from ? Array(earlier) + later : later + earlier
      if let anchor = near.first(where: { $0.section == to.section && image($0) != nil }) {
        return beside(anchor, isBehind: anchor < to)
      }
      if let start = start(to.section) { return start }
      let anchor = near.first { (to > from ? $0 < to && $0 >= from : $0 >= to && $0 <= from) && image($0) != nil }
      return anchor.flatMap { $0 == from ? image : beside($0, isBehind: $0 < to) }
    }

    /// The place of the item next to a thing, in the list without the item; or the place of that thing, if they are of
    /// one section.
    private func beside(_ anchor: ItemPath, isBehind: Bool) -> ItemPath? {
      guard let place = image(anchor) else { return nil }
      let isOfOneSection = place.section == image.section
      if anchor.section == from.section, isOfOneSection { return place }
      if place == image { return place }
      let firsts = things.indices.lazy.map { ItemPath(section: $0, item: 0) }
      let isReversed = isReversed(anchor) ?? firsts.compactMap { self.isReversed($0) }.first ?? false
      let end = isBehind != isReversed ? place.item + 1 : place.item
      return ItemPath(section: place.section, item: isOfOneSection && image < place ? end - 1 : end)
    }

    /// Whether a thing and its neighbour are in the opposite order in their upstream source.
    private func isReversed(_ path: ItemPath) -> Bool? {
      for neighbour in [path.item - 1, path.item + 1].map({ ItemPath(section: path.section, item: $0) }) {
        guard let one = image(path), let other = image(neighbour), one.section == other.section else { continue }
        return (path < neighbour) != (one < other)
      }
      return nil
    }
  }
}
