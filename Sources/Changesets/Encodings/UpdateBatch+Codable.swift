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
