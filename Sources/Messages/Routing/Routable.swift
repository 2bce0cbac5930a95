public import Changesets

/// Arguments of a message: what a message is about decides who gets it, and is rewritten on the way.
///
/// A message that climbs a chain has its places in the space of the source that it is at. Whoever declares arguments of several parts
/// hands each place to the router, the one that decides the owner first:
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
  /// Whether there may be places in values of the type: yes, unless a type says otherwise. Messages whose arguments have none are never
  /// forwarded, and results that have none pass as they are.
  static var hasPlaces: Bool { get }

  /// Hands each place to a router. Parts that are routable are routed by the same.
  mutating func route(with router: inout Router)

  /// Takes arguments about many places apart, so that each can go to its own owner.
  ///
  /// - Returns: The arguments as several about one place each; nothing where arguments cannot be divided, which is so unless a type says
  ///   otherwise.
  func divided() -> Division<Self>?
}

extension Routable {
  /// Yes.
  public static var hasPlaces: Bool { true }

  /// No places.
  public mutating func route(with router: inout Router) {}

  /// Not divisible.
  public func divided() -> Division<Self>? { nil }
}

extension ItemPath: Routable {
  /// The path itself.
  public mutating func route(with router: inout Router) { router.route(&self) }
}

/// The index of a section, as an argument or a result of a message.
public struct SectionIndex: Routable, Hashable, Sendable, ExpressibleByIntegerLiteral, Codable, CustomStringConvertible
{
  /// The index.
  public var value: Int

  /// Makes it from an index.
  public init(_ value: Int) { self.value = value }

  /// Makes it from an index.
  public init(integerLiteral value: Int) { self.value = value }

  /// Reads a number.
  public init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }

  /// Writes a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// The section itself.
  public mutating func route(with router: inout Router) { router.route(section: &value) }

  /// The number.
  public var description: String { "\(value)" }
}

/// The arguments of a message that has none.
public struct NoArguments: Routable, Hashable, Sendable, Codable {
  /// No.
  public static var hasPlaces: Bool { false }

  /// Makes the arguments.
  public init() {}

  private enum Keys: CodingKey {}

  /// Reads an object, whatever is in it.
  ///
  /// - Throws: A `DecodingError` about anything else.
  public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Keys.self) }
}

extension String: Routable {
  /// No.
  public static var hasPlaces: Bool { false }
}

extension Bool: Routable {
  /// No.
  public static var hasPlaces: Bool { false }
}

extension Optional: Routable where Wrapped: Routable {
  /// Whether what is wrapped may have places.
  public static var hasPlaces: Bool { Wrapped.hasPlaces }

  /// What is wrapped, if anything is.
  public mutating func route(with router: inout Router) { self?.route(with: &router) }

  /// The division of what is wrapped.
  public func divided() -> Division<Self>? {
    self?.divided().map { division in Division(division.parts) { parts in division.join(parts.compactMap(\.self)) } }
  }
}

extension Array: Routable where Element: Routable {
  /// Whether elements may have places.
  public static var hasPlaces: Bool { Element.hasPlaces }

  /// Each element.
  public mutating func route(with router: inout Router) {
    for index in indices { self[index].route(with: &router) }
  }

  /// The elements, each for itself; one that is about many places itself stays whole.
  public func divided() -> Division<Self>? {
    Division(map { [$0] }) { parts in parts.flatMap(\.self) }
  }
}
