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
