public import Changesets

/// A type of message arguments or results. The places in them, which are paths of items or indexes of sections,
/// determine the source that receives a message, and are converted on the way.
///
/// While a message is forwarded up a chain, its places are in the *space* of the present source: they are the paths and
/// indexes of that source. Arguments pass each of their places to a router, beginning with the one that determines the
/// owner:
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
/// Arguments without places are about the receiver itself, and are not forwarded.
///
/// - Warning: A path that is not routed keeps its numbers. In the handler's source they name another item, or none.
public protocol Routable: SendableMetatype {
  /// Whether values of the type may contain places. True by default. Messages whose arguments cannot contain places are
  /// never forwarded, and results that cannot contain any are returned unchanged.
  static var hasPlaces: Bool { get }

  /// Passes each place to a router, always in the same order. To route a routable component, call its own method with
  /// the router.
  ///
  /// It is called to collect the places, and again to replace them. Which places it passes must not depend on their
  /// values, which are other ones then: a place too many stops the program.
  mutating func route(with router: inout Router)

  /// Splits arguments about several items, so that each can be sent to its own owner.
  ///
  /// - Returns: Arguments about one item each, or nil if the arguments cannot be split. The default implementation
  ///   returns nil.
  func split() -> ArgumentSplit<Self>?
}

extension Routable {
  /// True.
  public static var hasPlaces: Bool { true }

  /// Routes no places.
  public mutating func route(with router: inout Router) {}

  /// Returns nil: the arguments cannot be split.
  public func split() -> ArgumentSplit<Self>? { nil }
}

/// Arguments about several items, split into arguments about one item each.
public struct ArgumentSplit<Arguments> {
  /// The arguments about one item each, in order.
  public let parts: [Arguments]
  let join: ([Arguments]) -> Arguments

  /// Creates a split.
  ///
  /// - Parameters:
  ///   - parts: Arguments about one item each.
  ///   - join: Joins the parts that reach the same handler, after their places were converted.
  public init(_ parts: [Arguments], joinedBy join: @escaping (_ parts: [Arguments]) -> Arguments) {
    self.parts = parts
    self.join = join
  }

  /// Returns the split of a structure that contains these arguments.
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
  ///   - arguments: Returns the arguments that a structure contains.
  ///   - whole: Returns the structure with other arguments.
  public func within<Whole>(
    _ arguments: @escaping (Whole) -> Arguments, _ whole: @escaping (Arguments) -> Whole
  ) -> ArgumentSplit<Whole> { ArgumentSplit<Whole>(parts.map(whole)) { whole(join($0.map(arguments))) } }
}

extension ItemPath: Routable {
  /// Routes the path itself.
  public mutating func route(with router: inout Router) { router.route(&self) }
}

/// The index of a section, as an argument or a result of a message.
public struct SectionIndex: Routable, Hashable, Sendable, ExpressibleByIntegerLiteral, Codable, CustomStringConvertible
{
  /// The index.
  public var index: Int

  /// Creates a section index from an integer.
  public init(_ index: Int) { self.index = index }

  /// Creates a section index from an integer.
  public init(integerLiteral index: Int) { self.index = index }

  /// Creates a section index from an encoded integer.
  public init(from decoder: any Decoder) throws { index = try decoder.singleValueContainer().decode(Int.self) }

  /// Encodes the index as an integer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(index)
  }

  /// Routes the section index itself.
  public mutating func route(with router: inout Router) { router.route(section: &index) }

  /// The index as text.
  public var description: String { "\(index)" }
}

/// The arguments of a message that has none.
public struct NoArguments: Routable, Hashable, Sendable, Codable {
  /// False.
  public static var hasPlaces: Bool { false }

  /// Creates the arguments.
  public init() {}

  private enum Keys: CodingKey {}

  /// Decodes an object, whose content is ignored.
  ///
  /// - Throws: A `DecodingError` if the value is not an object.
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

  public mutating func route(with router: inout Router) { self?.route(with: &router) }

  /// The split of the wrapped value.
  public func split() -> ArgumentSplit<Self>? {
    self?.split().map { split in ArgumentSplit(split.parts) { parts in split.join(parts.compactMap(\.self)) } }
  }
}

extension Array: Routable where Element: Routable {
  /// Whether elements may have places.
  public static var hasPlaces: Bool { Element.hasPlaces }

  public mutating func route(with router: inout Router) {
    for index in indices { self[index].route(with: &router) }
  }

  /// The elements, one in each part. An element that is about several items itself is not split further.
  public func split() -> ArgumentSplit<Self>? {
    ArgumentSplit(map { [$0] }) { parts in parts.flatMap(\.self) }
  }
}
