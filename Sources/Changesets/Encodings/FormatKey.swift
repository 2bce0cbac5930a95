/// A key of the versioned form of edits: any string, so that unknown ones can be told.
struct FormatKey: CodingKey, Hashable {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  static let version = Self(stringValue: "version")
  static let reload = Self(stringValue: "reload")
  static let sections = Self(stringValue: "sections")
  static let items = Self(stringValue: "items")
  static let deletes = Self(stringValue: "deletes")
  static let inserts = Self(stringValue: "inserts")
  static let moves = Self(stringValue: "moves")
  static let updates = Self(stringValue: "updates")

  /// The keys of the lists of edits.
  static let lists = [deletes, inserts, moves, updates]
}

/// The version of the form that is written, and the only one that is read.
private let formatVersion = 1

extension KeyedEncodingContainer<FormatKey> {
  /// Says which form this is.
  mutating func encodeVersion() throws { try encode(formatVersion, forKey: .version) }
}

extension KeyedDecodingContainer<FormatKey> {
  /// Refuses a form that is not known.
  func checkVersion() throws {
    guard contains(.version) else {
      throw error("The version is missing; \"version\": \(formatVersion) is the one that is known.")
    }
    let version = try decode(Int.self, forKey: .version)
    guard version == formatVersion else {
      throw error("Version \(version) is unknown; the one that is known is \(formatVersion).", at: .version)
    }
  }

  /// Refuses keys that are not known; the first of them by name is reported.
  func checkKeys(_ known: [FormatKey]) throws {
    let unknown = allKeys.filter { !known.contains($0) }.min { $0.stringValue < $1.stringValue }
    if let unknown {
      let names = known.map(\.stringValue).joined(separator: ", ")
      throw error("The key \"\(unknown.stringValue)\" is unknown; known are \(names).", at: unknown)
    }
  }

  /// Whether this is a reload; a reload has nothing else to say.
  func isReload() throws -> Bool {
    guard contains(.reload), try decode(Bool.self, forKey: .reload) else { return false }
    try checkKeys([.version, .reload])
    return true
  }

  private func error(_ description: String, at key: FormatKey? = nil) -> DecodingError {
    let path = codingPath + (key.map { [$0] } ?? [])
    return .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: description))
  }
}

extension Decoder {
  /// Reads an array of two.
  ///
  /// - Throws: A `DecodingError` that says what was expected.
  func decodeTwo<Value: Decodable>(_ type: Value.Type, _ expectation: String) throws -> (Value, Value) {
    var container = try unkeyedContainer()
    var values: [Value] = []
    while values.count < 2, !container.isAtEnd { values.append(try container.decode(Value.self)) }
    guard values.count == 2, container.isAtEnd else {
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: expectation))
    }
    return (values[0], values[1])
  }
}
