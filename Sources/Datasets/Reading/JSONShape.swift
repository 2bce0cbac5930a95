import Diagnostics
import JSONValues

/// Where the rows of a JSON text are.
enum JSONShape {
  /// A member of an object, by its name and the first byte of its value.
  typealias Member = (name: String, offset: Int)

  /// An array of objects, by its first byte; those of GeoJSON have their fields within `properties`.
  case rows(Int, isGeoJSON: Bool = false)
  /// An object that has an object for each row, by its first byte.
  case members(Int)
  /// An object that is a row, by its first byte.
  case row(Int)
  /// An array for each field.
  case columns([Member])
}

extension DatasetReader {
  /// Finds the rows: in the text itself, or in the member that the options name, or in the only one that has any.
  ///
  /// - Parameter start: Stands before the text, which has no mistakes if it is no array.
  mutating func shape(_ start: JSONScanner, _ source: SourceText) throws(JSONError) -> JSONShape? {
    var scanner = start
    if let path = options.path {
      for name in path.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
        let members = try scanner.members()
        guard let member = members.first(where: { ExactName($0.name) == ExactName(name) }) else {
          report(
            "json/no-member", "there is no member “\(name)” in the way “\(path)”", in: source, offset: scanner.position,
            hint: name.suggestion(from: members.map(\.name)))
          return nil
        }
        scanner.position = member.offset
      }
    }
    if scanner.current == UInt8(ascii: "[") { return .rows(scanner.position) }
    let objectStart = scanner.position
    let members = try scanner.members()
    let arrays = members.filter { scanner.bytes[$0.offset] == UInt8(ascii: "[") }
    let tables = arrays.filter { scanner.isArrayOfObjects(at: $0.offset) }
    if tables.count == 1 {
      return .rows(tables[0].offset, isGeoJSON: try scanner.isGeoJSON(members) && tables[0].name == "features")
    }
    if tables.count > 1, options.problems == .warn, let longest = try scanner.longest(of: tables) {
      warnOfOthers(
        "json/several-arrays", "there are several arrays of objects", taking: longest.name, among: tables.map(\.name),
        at: source.location(row: nil, offset: scanner.position))
      return .rows(longest.offset)
    }
    if tables.count > 1 {
      report(
        "json/several-arrays", "there are several arrays of objects", in: source, offset: scanner.position,
        hint: choosePath(tables.map(\.name)))
      return nil
    }
    if !members.isEmpty, arrays.count == members.count { return .columns(members) }
    if try scanner.hasRowsAsMembers(members) { return .members(scanner.position) }
    // What stands around the rows may have several levels.
    let inner = members.filter { scanner.bytes[$0.offset] == UInt8(ascii: "{") }
    if inner.count == 1, options.path == nil {
      scanner.position = inner[0].offset
      if try scanner.hasRowsAsMembers(scanner.members()) { return .members(scanner.position) }
    }
    if !members.isEmpty, options.problems == .warn { return .row(objectStart) }
    let offset = start.position
    var value = start
    let noun = try value.field().noun(in: scanner.bytes)
    report(
      "json/not-an-array", "an array of objects is expected, \(noun) found", in: source, offset: offset,
      hint: expectedShape)
    return nil
  }
}

extension JSONScanner {
  /// The members of the object that begins here; none where there is none.
  fileprivate func members() throws(JSONError) -> [JSONShape.Member] {
    var members: [JSONShape.Member] = [], names: Set<ExactName> = []
    guard current == UInt8(ascii: "{") else { return [] }
    var scanner = self
    try scanner.enter()
    var isFirst = true
    while try scanner.next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      let offset = scanner.position
      let name = RawField(try scanner.name()).text(in: scanner.bytes)
      guard names.insert(ExactName(name)).inserted else {
        throw JSONError("the object has the name \(name.excerpt) twice", at: offset)
      }
      members.append((name, scanner.position))
      _ = try scanner.value()
    }
    return members
  }

  /// The member with the longest value.
  fileprivate func longest(of members: [JSONShape.Member]) throws(JSONError) -> JSONShape.Member? {
    var lengths: [Int] = []
    for member in members {
      var scanner = self
      scanner.position = member.offset
      _ = try scanner.value()
      lengths.append(scanner.position - member.offset)
    }
    // Of several, the first.
    return zip(members, lengths).reversed().max { $0.1 < $1.1 }?.0
  }

  /// Whether the first element of an array is an object.
  fileprivate func isArrayOfObjects(at offset: Int) -> Bool {
    var scanner = self
    scanner.position = offset + 1
    scanner.skipSpace()
    return scanner.current == UInt8(ascii: "{")
  }

  /// Whether some members are objects that are alike, so that each may be a row: there are two at least, and the first two share a name.
  fileprivate func hasRowsAsMembers(_ members: [JSONShape.Member]) throws(JSONError) -> Bool {
    guard members.count > 1, members.allSatisfy({ bytes[$0.offset] == UInt8(ascii: "{") }) else { return false }
    var names: [Set<ExactName>] = []
    for member in members.prefix(2) {
      var scanner = self
      scanner.position = member.offset
      names.append(Set(try scanner.members().map { ExactName($0.name) }))
    }
    return !names[0].isDisjoint(with: names[1])
  }

  /// Whether an object with some members is a collection of GeoJSON (RFC 7946).
  fileprivate func isGeoJSON(_ members: [JSONShape.Member]) throws(JSONError) -> Bool {
    guard let type = members.first(where: { $0.name == "type" }) else { return false }
    var scanner = self
    scanner.position = type.offset
    return try scanner.field().text(in: bytes) == "FeatureCollection"
  }
}
