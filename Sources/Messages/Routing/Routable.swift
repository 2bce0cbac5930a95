public import Changesets

/// Arguments of a message: the places in them decide which source gets it, and are converted on the way.
///
/// A message that goes up a chain has its places in the space of the source that it is at. Arguments of several parts
/// pass each place to the router, the one that decides the owner first:
///
/// ```swift
/// struct Rename: Routable {
///   var path: ItemPath
///   var name: String
///
///   mutating func route(with router: inout Router) { router.route(&path) }
/// }
/// ```
///
/// Arguments without places are about the receiver itself: they are not forwarded.
public protocol Routable: SendableMetatype {
  /// Whether there may be places in values of the type: true, unless a type says otherwise. Messages whose arguments have none are never
  /// forwarded, and results that have none are returned as they are.
  static var hasPlaces: Bool { get }

  /// Passes each place to a router, always in the same order. Parts that are routable are routed by the same.
  mutating func route(with router: inout Router)

  /// Splits arguments about many places, so that each can go to its own owner.
  ///
  /// - Returns: The arguments as several about one place each; nil where arguments cannot be split, which is so unless a type says
  ///   otherwise.
  func split() -> ArgumentSplit<Self>?
}

extension Routable {
  /// True.
  public static var hasPlaces: Bool { true }

  /// No places.
  public mutating func route(with router: inout Router) {}

  /// Nil: the arguments cannot be split.
  public func split() -> ArgumentSplit<Self>? { nil }
}

/// Arguments about many places as several about one place each.
public struct ArgumentSplit<Arguments> {
  /// Arguments about one place each, in order.
  public let parts: [Arguments]
  let join: ([Arguments]) -> Arguments

  /// Creates a split.
  ///
  /// - Parameters:
  ///   - parts: Arguments about one place each.
  ///   - join: Joins some of the parts again, whose places have been converted: those that reach the same handler.
  public init(_ parts: [Arguments], joinedBy join: @escaping (_ parts: [Arguments]) -> Arguments) {
    self.parts = parts
    self.join = join
  }

  /// The split of a structure that contains these arguments.
  ///
  /// ```swift
  /// struct Prefetch: Routable {
  ///   var paths: [ItemPath]
  ///   var priority: Int
  ///
  ///   mutating func route(with router: inout Router) { paths.route(with: &router) }
  ///
  ///   func split() -> ArgumentSplit<Self>? {
  ///     paths.split()?.within(\.paths) { Prefetch(paths: $0, priority: priority) }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - arguments: The arguments that the structure contains.
  ///   - whole: The structure with other arguments.
  public func within<Whole>(
    _ arguments: @escaping (Whole) -> Arguments, _ whole: @escaping (Arguments) -> Whole
  ) -> ArgumentSplit<Whole> {
    ArgumentSplit<Whole>(parts.map(whole)) { whole(join($0.map(arguments))) }
  }
}

extension ItemPath: Routable {
  /// Routes the path itself.
  public mutating func route(with router: inout Router) { router.route(&self) }
}

/// The index of a section, as an argument or a result of a message.
public struct SectionIndex: Routable, Hashable, Sendable, ExpressibleByIntegerLiteral, Codable, CustomStringConvertible
{
  /// The index.
  public var value: Int

  /// Creates it from an index.
  public init(_ value: Int) { self.value = value }

  /// Creates it from an index.
  public init(integerLiteral value: Int) { self.value = value }

  /// Decodes a number.
  public init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }

  /// Encodes a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// Routes the section itself.
  public mutating func route(with router: inout Router) { router.route(section: &value) }

  /// The number.
  public var description: String { "\(value)" }
}

/// The arguments of a message that has none.
public struct NoArguments: Routable, Hashable, Sendable, Codable {
  /// False.
  public static var hasPlaces: Bool { false }

  /// Creates the arguments.
  public init() {}

  private enum Keys: CodingKey {}

  /// Decodes an object, whatever is in it.
  ///
  /// - Throws: A `DecodingError` about anything else.
  public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Keys.self) }
}

extension String: Routable {
  /// False.
  public static var hasPlaces: Bool { false }
}

extension Bool: Routable {
  /// False.
  public static var hasPlaces: Bool { false }
}

extension Optional: Routable where Wrapped: Routable {
  /// Whether the wrapped value may have places.
  public static var hasPlaces: Bool { Wrapped.hasPlaces }

  /// Routes the wrapped value, if there is one.
  public mutating func route(with router: inout Router) { self?.route(with: &router) }

  /// The split of the wrapped value.
  public func split() -> ArgumentSplit<Self>? {
    self?.split().map { split in ArgumentSplit(split.parts) { parts in split.join(parts.compactMap(\.self)) } }
  }
}

extension Array: Routable where Element: Routable {
  /// Whether elements may have places.
  public static var hasPlaces: Bool { Element.hasPlaces }

  /// Routes each element.
  public mutating func route(with router: inout Router) {
    for index in indices { self[index].route(with: &router) }
  }

  /// The elements, each for itself; one that is about many places itself is not split.
  public func split() -> ArgumentSplit<Self>? {
    ArgumentSplit(map { [$0] }) { parts in parts.flatMap(\.self) }
  }
}
