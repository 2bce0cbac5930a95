public import Changesets

/// What a message is about: an item, or a section.
public enum Place: Hashable, Sendable {
  /// The item at a path.
  case item(ItemPath)
  /// The section at an index.
  case section(Int)

  /// The section that the place is, or is in.
  public var section: Int {
    switch self {
    case .item(let path): path.section
    case .section(let section): section
    }
  }

  /// The path, if it is an item's.
  public var path: ItemPath? {
    if case .item(let path) = self { path } else { nil }
  }
}

extension Place: CustomStringConvertible {
  /// `(section, item)`, or `section n`.
  public var description: String {
    switch self {
    case .item(let path): "\(path)"
    case .section(let section): "section \(section)"
    }
  }
}

/// Visits the places in arguments, or in a result, one after the other: first to collect them, and then to replace them by the same places in
/// the space of another source.
///
/// ``Routable`` types pass their places to it; they neither create nor store one.
public struct Router: ~Copyable {
  private(set) var places = RoutedPlaces.none
  /// The index of the place to be replaced next; nil while places are collected.
  private var next: Int?

  init() {}

  init(replacingBy places: RoutedPlaces) {
    self.places = places
    next = 0
  }

  /// Routes an item's path.
  public mutating func route(_ path: inout ItemPath) {
    if let place = visit(.item(path)) { path = place.path }
  }

  /// Routes the index of a section.
  public mutating func route(section: inout Int) {
    if let place = visit(.section(section)) { section = place.path.section }
  }

  /// Routes a place that the item that was routed first is to have after a move: that of an item, or, in another section, the one after the
  /// last.
  ///
  /// The place after the last belongs to the owner of the last item; in an empty section, to that of the section. The end of the item's own
  /// section is its last place. Where it is in the space of another source follows from the items that it is between: see ``Move``.
  public mutating func route(target path: inout ItemPath) {
    if let place = visit(.target(path)) { path = place.path }
  }

  /// Collects a place, or returns the one that replaces it.
  private mutating func visit(_ place: RoutedPlace) -> RoutedPlace? {
    guard let index = next else {
      places.append(place)
      return nil
    }
    next = index + 1
    return places[index]
  }
}

/// A place in arguments, with what it is to them.
enum RoutedPlace {
  case item(ItemPath)
  case section(Int)
  /// A place that an item can have after a move.
  case target(ItemPath)

  /// The path; of a section, one with its index.
  var path: ItemPath {
    switch self {
    case .item(let path), .target(let path): path
    case .section(let section): ItemPath(section: section, item: 0)
    }
  }

  /// The place, for handlers and for people.
  var place: Place {
    switch self {
    case .item(let path), .target(let path): .item(path)
    case .section(let section): .section(section)
    }
  }
}

/// The places in arguments, in order. A single one needs no memory of its own.
enum RoutedPlaces {
  case none
  case one(RoutedPlace)
  case several([RoutedPlace])

  var isEmpty: Bool {
    if case .none = self { true } else { false }
  }

  /// The place that decides which source gets a message; nil in arguments without places.
  var first: Place? {
    switch self {
    case .none: nil
    case .one(let place): place.place
    case .several(let places): places[0].place
    }
  }

  /// The item that a message is about; nil if the first place is not one of an item.
  var item: ItemPath? {
    switch self {
    case .one(.item(let path)): path
    case .several(let places): if case .item(let path) = places[0] { path } else { nil }
    default: nil
    }
  }

  /// The place at a position.
  subscript(index: Int) -> RoutedPlace {
    switch self {
    case .one(let place) where index == 0: return place
    case .several(let places) where index < places.count: return places[index]
    default: fatalError("A routable type passed more places to its second router than to the first one.")
    }
  }

  mutating func append(_ place: RoutedPlace) {
    switch consume self {
    case .none: self = .one(place)
    case .one(let first): self = .several([first, place])
    case .several(var places):
      places.append(place)
      self = .several(places)
    }
  }

  /// The places after a conversion of each.
  func converted(by convert: (RoutedPlace) throws(PlaceFailure) -> RoutedPlace) throws(PlaceFailure) -> Self {
    switch self {
    case .none: return .none
    case .one(let place): return .one(try convert(place))
    case .several(let places):
      var converted: [RoutedPlace] = []
      for place in places { converted.append(try convert(place)) }
      return .several(converted)
    }
  }
}

extension Routable {
  /// The places in the arguments.
  var places: RoutedPlaces {
    var router = Router()
    var copy = self
    copy.route(with: &router)
    return router.places
  }

  /// The place that decides which source gets a message; nil in arguments without places.
  package var firstPlace: Place? { places.first }

  /// The arguments with other places.
  func replacing(_ places: RoutedPlaces) -> Self {
    var router = Router(replacingBy: places)
    var copy = self
    copy.route(with: &router)
    return copy
  }
}
