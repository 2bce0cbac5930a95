extension ItemPath: Codable {
  /// Reads `[section, item]`.
  ///
  /// - Throws: A `DecodingError` about anything else.
  public init(from decoder: any Decoder) throws {
    let (section, item) = try decoder.decodeTwo(Int.self, "A path is two numbers, [section, item].")
    self.init(section: section, item: item)
  }

  /// Writes `[section, item]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(section)
    try container.encode(item)
  }
}
