import Changesets
import DataSources
import Messages

/// Who ought to get a message, by an ``IdentitySearch``.
struct NaiveRouter {
  /// A handler of a source.
  struct Post {
    let number: Int
    /// 0 to 3, as they are asked; 4 for messages that part.
    let kind: Int
    /// Whether a section, and perhaps an item in it, is in the scope.
    let includes: (_ search: IdentitySearch, _ section: Int, _ item: Int?) -> Bool
  }

  /// What is known of the messages of a source.
  struct Desk {
    /// The latest is the last.
    var posts: [Post] = []
    var forwards = true
    var clamps: Bool?
  }

  /// How a message ends.
  struct Arrival: Equatable {
    var post: Int?
    var source: Int
    var reason: UnansweredReason?
    /// The places in the space of the source.
    var places: [ItemPath] = []
    var section: Int?
    /// The sources on the way, and by which index each was left.
    var hops: [Int] = []
    var indexes: [Int] = []
    /// The first place at each source on the way.
    var trail: [Place] = []
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

  private func climb(_ arrival: inout Arrival, _ index: Int, _ place: Place) {
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
      var target: ItemPath?
      switch self.target(arrival.source, to, of: origin.index) {
      case .own(let path): target = path
      case .nobody:
        arrival.reason = .noHandler
        return arrival
      case .other:
        if let across = desk.posts.last(where: { $0.kind == 4 }) {
          arrival.post = across.number
          return arrival
        }
        if desk.clamps ?? clamps { target = nearest(arrival.source, to, towards: from, of: origin.index) }
      }
      guard let target else {
        arrival.reason = .split
        return arrival
      }
      arrival.places = [origin.path, target]
      climb(&arrival, origin.index, .item(origin.path))
    }
  }

  private enum Target {
    case own(ItemPath)
    case other
    case nobody
  }

  /// Where a target is in one of the sources, if it is there.
  private func target(_ source: Int, _ path: ItemPath, of index: Int) -> Target {
    let floor = search.floors[source]
    if floor.contains(path) {
      guard let origin = search.origin(source, path), origin.index == index else { return .other }
      return .own(origin.path)
    }
    if path.item == 0 {
      guard let origin = search.origin(source, section: path.section) else { return .nobody }
      return origin.index == index ? .own(ItemPath(section: origin.section, item: 0)) : .other
    }
    let last = ItemPath(section: path.section, item: path.item - 1)
    guard let origin = search.origin(source, last), origin.index == index else { return .other }
    return .own(ItemPath(section: origin.path.section, item: origin.path.item + 1))
  }

  /// The nearest thing of a source on the way from a place to another.
  private func nearest(_ source: Int, _ to: ItemPath, towards from: ItemPath, of index: Int) -> ItemPath? {
    let paths = search.floors[source].paths
    let between =
      to < from ? paths.filter { to <= $0 && $0 <= from } : paths.filter { from <= $0 && $0 <= to }.reversed()
    return between.lazy.compactMap { path in
      search.origin(source, path).flatMap { $0.index == index ? $0.path : nil }
    }.first
  }
}
