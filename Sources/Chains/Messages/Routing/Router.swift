public import Changesets

/// The subject of a message: an item, or a section.
public enum MessagePlace: Hashable, Sendable {
  /// The item at a path.
  case item(ItemPath)
  /// The section at an index.
  case section(Int)

  /// The index of the section that this is, or that contains the item.
  public var section: Int {
    switch self {
    case .item(let path): path.section
    case .section(let section): section
    }
  }

  /// The path of the item, or nil for a section.
  public var path: ItemPath? {
    if case .item(let path) = self { path } else { nil }
  }
}

extension MessagePlace: CustomStringConvertible {
  /// `(section, item)`, or `section n`.
  public var description: String {
    switch self {
    case .item(let path): "\(path)"
    case .section(let section): "section \(section)"
    }
  }
}

/// A visitor of the places in arguments or in a result. A first pass collects the places; a second pass replaces them
/// by the corresponding places in the space of another source.
///
/// ``Routable`` types pass their places to a router. They neither create nor store one.
public struct Router: ~Copyable {
  private(set) var places = RoutedPlaces.none
  /// The index of the next place to replace, or nil while places are collected.
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

  /// Routes the path that the item that was routed first is to have after a move: that of an item, or, in another
  /// section, the one after the last item.
  ///
  /// The path after the last item belongs to the owner of the last item; in an empty section, to the owner of the
  /// section. In the item's own section, it stands for the path of the last item. Its conversion depends on the
  /// neighbouring items: see ``ItemMove``.
  public mutating func route(target path: inout ItemPath) {
    if let place = visit(.target(path)) { path = place.path }
  }

  /// Collects a place, or returns its replacement.
  private mutating func visit(_ place: RoutedPlace) -> RoutedPlace? {
    guard let index = next else {
      places.append(place)
      return nil
    }
    next = index + 1
    return places[index]
  }
}

/// A place in arguments, with its role.
enum RoutedPlace {
  case item(ItemPath)
  case section(Int)
  /// The path that an item can have after a move.
  case target(ItemPath)

  /// The path. For a section, a path with the section's index.
  var path: ItemPath {
    switch self {
    case .item(let path), .target(let path): path
    case .section(let section): ItemPath(section: section, item: 0)
    }
  }

  /// The place, for handlers and descriptions.
  var place: MessagePlace {
    switch self {
    case .item(let path), .target(let path): .item(path)
    case .section(let section): .section(section)
    }
  }
}

/// The places in arguments, in order. A single place needs no heap allocation.
enum RoutedPlaces {
  case none
  case one(RoutedPlace)
  case several([RoutedPlace])

  /// The places of a message about one item or section, or about nothing.
  init(_ place: MessagePlace?) {
    self = place.map { .one($0.path.map { .item($0) } ?? .section($0.section)) } ?? .none
  }

  var isEmpty: Bool {
    if case .none = self { true } else { false }
  }

  /// The place that determines which source receives a message, or nil for arguments without places.
  var first: MessagePlace? {
    switch self {
    case .none: nil
    case .one(let place): place.place
    case .several(let places): places[0].place
    }
  }

  /// The item that a message is about, or nil if the first place is not that of an item.
  var item: ItemPath? {
    switch self {
    case .one(.item(let path)): path
    case .several(let places): if case .item(let path) = places[0] { path } else { nil }
    default: nil
    }
  }

  /// Accesses the place at a position.
  subscript(index: Int) -> RoutedPlace {
    switch self {
    case .one(let place) where index == 0: return place
    case .several(let places) where index < places.count: return places[index]
    default: fatalError("A routable type passed more places to its second router than to the first one.")
    }
  }

  mutating func append(_ place: RoutedPlace) {
    // Consumed, so that appending does not copy the array.
    switch consume self {
    case .none: self = .one(place)
    case .one(let first): self = .several([first, place])
    case .several(var places):
      places.append(place)
      self = .several(places)
    }
  }

  func converted(by convert: (RoutedPlace) throws(PlaceFailure) -> RoutedPlace) throws(PlaceFailure) -> Self {
    switch self {
    case .none: .none
    case .one(let place): .one(try convert(place))
    case .several(let places): .several(try places.map(convert))
    }
  }
}

extension Routable {
  var places: RoutedPlaces {
    var router = Router()
    var copy = self
    copy.route(with: &router)
    return router.places
  }

  /// The place that determines which source receives a message, or nil for arguments without places.
  package var firstPlace: MessagePlace? { places.first }

  func replacing(_ places: RoutedPlaces) -> Self {
    var router = Router(replacingBy: places)
    var copy = self
    copy.route(with: &router)
    return copy
  }
}
