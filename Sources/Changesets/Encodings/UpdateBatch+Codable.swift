/// A batch has a versioned form, meant for JSON: `{"version":1,"sections":{"deletes":[2]},"items":{"inserts":[[0,1]]}}`.
///
/// Sections and items have the lists of ``Edits``; what is empty is left out. A reload is `{"version":1,"reload":true}`, and is
/// read as ``reload`` whichever part of the batch said it.
extension UpdateBatch: Codable {
  /// Writes the versioned form.
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

  /// Reads the versioned form.
  ///
  /// - Throws: A `DecodingError` about an unknown version, an unknown key, an element that is not what it should be, and a
  ///   reload that has edits.
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
  /// The edits under a key; none if it is not there.
  fileprivate func edits<Place: Decodable>(of place: Place.Type, forKey key: FormatKey) throws -> Edits<Place> {
    guard contains(key) else { return Edits() }
    let lists = try nestedContainer(keyedBy: FormatKey.self, forKey: key)
    try lists.checkKeys(FormatKey.lists)
    return try Edits(listsOf: lists)
  }
}

/// Edits have a versioned form of their own, meant for JSON: `{"version":1,"deletes":[4],"moves":[[2,0]]}`.
///
/// Empty lists are left out; a reload is `{"version":1,"reload":true}`, and what its lists held, which has no meaning, is not
/// written. The lists are written as they are; normalise edits first where equal changes have to be equal text, and let the
/// encoder sort its keys.
extension Edits: Encodable where Place: Encodable {
  /// Writes the versioned form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FormatKey.self)
    try container.encodeVersion()
    if isReload {
      try container.encode(true, forKey: .reload)
    } else {
      try encodeLists(to: &container)
    }
  }

  /// Writes the lists that are not empty.
  func encodeLists(to container: inout KeyedEncodingContainer<FormatKey>) throws {
    if !deletes.isEmpty { try container.encode(deletes, forKey: .deletes) }
    if !inserts.isEmpty { try container.encode(inserts, forKey: .inserts) }
    if !moves.isEmpty { try container.encode(moves, forKey: .moves) }
    if !updates.isEmpty { try container.encode(updates, forKey: .updates) }
  }
}

extension Edits: Decodable where Place: Decodable {
  /// Reads the versioned form.
  ///
  /// - Throws: A `DecodingError` about an unknown version, an unknown key, an element that is not what it should be, and a
  ///   reload that has lists.
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

  /// Reads the lists; those that are not there are empty.
  init(listsOf container: KeyedDecodingContainer<FormatKey>) throws {
    func list<Element: Decodable>(_ key: FormatKey) throws -> [Element] {
      container.contains(key) ? try container.decode([Element].self, forKey: key) : []
    }
    self.init(
      deletes: try list(.deletes), inserts: try list(.inserts), moves: try list(.moves), updates: try list(.updates))
  }
}

/// A key of the versioned form of edits: any string, so that unknown ones can be reported.
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
