/// The kind of a cell: objects with the same identifier are shown by interchangeable cells, and a template is named by it.
public struct CellIdentifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name, such as `fruit-card`.
  public let rawValue: String

  /// Makes an identifier from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an identifier from its name.
  public init(stringLiteral value: String) { rawValue = value }

  /// The identifier of the objects of a type, unless somebody says otherwise: the type's qualified name.
  public init(_ type: Any.Type) { rawValue = String(reflecting: type) }
}

extension CellIdentifier: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
