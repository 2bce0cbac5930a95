/// The versioned form of a batch, meant for JSON:
/// `{"version":1,"sections":{"deletes":[2]},"items":{"inserts":[[0,1]]}}`.
///
/// Sections and items have the lists of ``Edits``; empty ones are omitted. A reload is encoded as
/// `{"version":1,"reload":true}` and decoded as ``reload``, whether the sections or the items were marked.
extension UpdateBatch: Codable {
  /// Encodes the versioned form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FormatKey.self)
    try container.encodeVersion()
    guard !isReload else { return try container.encode(true, forKey: .reload) }
    if !sections.isEmpty {
      var lists = container.nestedContainer(keyedBy: FormatKey.self, forKey: .sections)
      try sections.encodeLists(to: &lists)
    }
    if !items.isEmpty {
      var lists = container.nestedContainer(keyedBy: FormatKey.self, forKey: .items)
      try items.encodeLists(to: &lists)
    }
  }

  /// Decodes the versioned form.
  ///
  /// - Throws: A `DecodingError` for an unknown version, an unknown key, an element of the wrong form, or a reload that
  ///   has edits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FormatKey.self)
    try container.checkVersion()
    if try container.isReload() {
      self = .reload
    } else {
      try container.checkKeys([.version, .reload, .sections, .items])
      self.init(
        sections: try container.edits(of: Int.self, forKey: .sections),
        items: try container.edits(of: ItemPath.self, forKey: .items))
    }
  }
}

extension KeyedDecodingContainer<FormatKey> {
  /// Returns the edits under a key, which are empty if the key is missing.
  fileprivate func edits<Place: Decodable>(of place: Place.Type, forKey key: FormatKey) throws -> Edits<Place> {
    guard contains(key) else { return Edits() }
    let lists = try nestedContainer(keyedBy: FormatKey.self, forKey: key)
    try lists.checkKeys(FormatKey.lists)
    return try Edits(listsOf: lists)
  }
}

/// The versioned form of edits, meant for JSON: `{"version":1,"deletes":[4],"moves":[[2,0]]}`.
///
/// Empty lists are omitted. A reload is encoded as `{"version":1,"reload":true}`. The lists are encoded as they are:
/// where equal changes have to have equal encodings, normalise the edits first and let the encoder sort its keys.
extension Edits: Encodable where Place: Encodable {
  /// Encodes the versioned form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FormatKey.self)
    try container.encodeVersion()
    if isReload {
      try container.encode(true, forKey: .reload)
    } else {
      try encodeLists(to: &container)
    }
  }

  /// Encodes the lists that are not empty.
  func encodeLists(to container: inout KeyedEncodingContainer<FormatKey>) throws {
    if !deletes.isEmpty { try container.encode(deletes, forKey: .deletes) }
    if !inserts.isEmpty { try container.encode(inserts, forKey: .inserts) }
    if !moves.isEmpty { try container.encode(moves, forKey: .moves) }
    if !updates.isEmpty { try container.encode(updates, forKey: .updates) }
  }
}

extension Edits: Decodable where Place: Decodable {
  /// Decodes the versioned form.
  ///
  /// - Throws: A `DecodingError` for an unknown version, an unknown key, an element of the wrong form, or a reload that
  ///   has lists.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FormatKey.self)
    try container.checkVersion()
    if try container.isReload() {
      self = .reload
    } else {
      try container.checkKeys([.version, .reload] + FormatKey.lists)
      try self.init(listsOf: container)
    }
  }

  /// Decodes the lists; missing ones are empty.
  init(listsOf container: KeyedDecodingContainer<FormatKey>) throws {
    func list<Element: Decodable>(_ key: FormatKey) throws -> [Element] {
      container.contains(key) ? try container.decode([Element].self, forKey: key) : []
    }
    self.init(
      deletes: try list(.deletes), inserts: try list(.inserts), moves: try list(.moves), updates: try list(.updates))
  }
}

/// A key of the versioned form of edits. It may be any string, so that unknown keys can be reported.
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

  static let lists = [deletes, inserts, moves, updates]
}

/// The version of the form that is encoded, and the only one that is decoded.
private let formatVersion = 1

extension KeyedEncodingContainer<FormatKey> {
  mutating func encodeVersion() throws { try encode(formatVersion, forKey: .version) }
}

extension KeyedDecodingContainer<FormatKey> {
  /// Throws an error if the version is missing or unknown.
  func checkVersion() throws {
    guard contains(.version) else {
      throw error("The version is missing; \"version\": \(formatVersion) is the one that is known.")
    }
    let version = try decode(Int.self, forKey: .version)
    guard version == formatVersion else {
      throw error("Version \(version) is unknown; the one that is known is \(formatVersion).", at: .version)
    }
  }

  /// Throws an error if there are unknown keys; it reports the first one in alphabetical order.
  func checkKeys(_ known: [FormatKey]) throws {
    let unknown = allKeys.filter { !known.contains($0) }.min { $0.stringValue < $1.stringValue }
    if let unknown {
      let names = known.map(\.stringValue).joined(separator: ", ")
      throw error("The key \"\(unknown.stringValue)\" is unknown; known are \(names).", at: unknown)
    }
  }

  /// Returns whether this is a reload. Throws an error if a reload has other keys.
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
