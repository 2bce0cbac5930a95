/// The place of an item in a source: the section and the item within the section, both counted from 0.
public struct ItemPath: Hashable, Sendable {
  /// The section's index.
  public var section: Int
  /// The index of the item within its section.
  public var item: Int

  /// Creates a path from its two indexes.
  @inlinable public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Creates a path from the index of a section and the index of an item in it. `ItemPath(0, 2)` has the form of its
  /// description.
  @inlinable public init(_ section: Int, _ item: Int) { self.init(section: section, item: item) }
}

extension ItemPath: Comparable {
  /// Whether a path comes before another: by section, then by item.
  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.section, lhs.item) < (rhs.section, rhs.item)
  }
}

extension ItemPath: CustomStringConvertible {
  /// The path as `(section, item)`.
  public var description: String { "(\(section), \(item))" }
}

/// The place of an element before an update, and its place after the update.
///
/// Moves and updates are pairs: the element is at ``before`` in the state before the update (the *before space*) and at
/// ``after`` in the state after it (the *after space*).
public struct PlacePair<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// The place in the state before.
  public var before: Place
  /// The place in the state after.
  public var after: Place

  /// Creates a pair of two places.
  @inlinable public init(_ before: Place, _ after: Place) {
    self.before = before
    self.after = after
  }

  /// The pair with the places exchanged.
  var inverted: PlacePair { PlacePair(after, before) }
}

extension PlacePair: Comparable {
  /// Whether a pair comes before another: by the place before, then by the place after.
  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.before, lhs.after) < (rhs.before, rhs.after)
  }
}

extension PlacePair: CustomStringConvertible {
  /// The pair as `before→after`.
  public var description: String { "\(before)→\(after)" }
}

// MARK: - Codable

extension PlacePair: Encodable where Place: Encodable {
  /// Encodes the pair as `[before, after]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(before)
    try container.encode(after)
  }
}

extension PlacePair: Decodable where Place: Decodable {
  /// Decodes a pair from `[before, after]`.
  ///
  /// - Throws: A `DecodingError` if the value has another form.
  public init(from decoder: any Decoder) throws {
    let (before, after) = try decoder.decodeTwo(Place.self, "A pair is two places, [before, after].")
    self.init(before, after)
  }
}

extension ItemPath: Codable {
  /// Decodes a path from `[section, item]`.
  ///
  /// - Throws: A `DecodingError` if the value has another form.
  public init(from decoder: any Decoder) throws {
    let (section, item) = try decoder.decodeTwo(Int.self, "A path is two numbers, [section, item].")
    self.init(section: section, item: item)
  }

  /// Encodes the path as `[section, item]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(section)
    try container.encode(item)
  }
}

extension Decoder {
  /// Decodes an array of two values.
  ///
  /// - Throws: A `DecodingError` with `expectation` as its description if there are fewer or more.
  fileprivate func decodeTwo<Value: Decodable>(_ type: Value.Type, _ expectation: String) throws -> (Value, Value) {
    var container = try unkeyedContainer()
    var values: [Value] = []
    while values.count < 2, !container.isAtEnd { values.append(try container.decode(Value.self)) }
    guard values.count == 2, container.isAtEnd else {
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: expectation))
    }
    return (values[0], values[1])
  }
}
