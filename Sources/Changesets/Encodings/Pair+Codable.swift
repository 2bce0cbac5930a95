extension Pair: Encodable where Place: Encodable {
  /// Writes `[before, after]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(before)
    try container.encode(after)
  }
}

extension Pair: Decodable where Place: Decodable {
  /// Reads `[before, after]`.
  ///
  /// - Throws: A `DecodingError` about anything else.
  public init(from decoder: any Decoder) throws {
    let (before, after) = try decoder.decodeTwo(Place.self, "A pair is two places, [before, after].")
    self.init(before, after)
  }
}
