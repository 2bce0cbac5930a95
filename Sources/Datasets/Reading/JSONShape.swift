import Diagnostics
import JSONValues

/// Where the rows of a JSON text are.
enum JSONShape {
  /// An array of objects, by its first byte; those of GeoJSON have their fields within `properties`.
  case rows(Int, isGeoJSON: Bool = false)
  /// An object that has an object for each row, by its first byte.
  case members(Int)
  /// An object that is a row, by its first byte.
  case row(Int)
  /// An array for each field.
  case columns([DocumentMember])
  /// An array for each row.
  case lists([DocumentMember])
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
        scanner.position = member.place
      }
    }
    if scanner.current == UInt8(ascii: "[") { return .rows(scanner.position) }
    let objectStart = scanner.position
    let members = try scanner.members()
    let (tables, isMended) = (members.tables, options.problems == .warn)
    if isMended, members.isRecord { return .row(objectStart) }
    if tables.count == 1 {
      return .rows(tables[0].place, isGeoJSON: try scanner.isGeoJSON(members) && tables[0].name == "features")
    }
    if isMended, let table = members.mainTable {
      warnOfOthers(
        "json/several-arrays", "there are several arrays of objects", taking: table.name, among: tables.map(\.name),
        at: source.location(row: nil, offset: scanner.position))
      return .rows(table.place)
    }
    if tables.count > 1 {
      report(
        "json/several-arrays", "there are several arrays of objects", in: source, offset: scanner.position,
        hint: choosePath(tables.map(\.name)))
      return nil
    }
    if isMended, let list = members.onlyList { return .columns([list]) }
    if isMended, members.areUnequalLists { return .lists(members) }
    if !members.isEmpty, members.allSatisfy(\.isList) { return .columns(members) }
    if try scanner.hasRowsAsMembers(members, besideOthers: isMended) { return .members(scanner.position) }
    // What stands around the rows may have several levels.
    let inner = members.filter { $0.kind == .object }
    if inner.count == 1, options.path == nil {
      scanner.position = inner[0].place
      if try scanner.hasRowsAsMembers(scanner.members(), besideOthers: isMended) { return .members(scanner.position) }
    }
    if !members.isEmpty, isMended { return .row(objectStart) }
    let offset = start.position
    var value = start
    let noun = try value.field().noun(in: scanner.bytes)
    report(
      "json/not-an-array", "an array of objects is expected, \(noun) found", in: source, offset: offset,
      hint: expectedShape)
    return nil
  }
}

extension DatasetReader {
  /// The members of an object that is the document.
  func membersOfJSON(_ source: SourceText) -> [DocumentMember] {
    source.bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(
        bytes, from: source.start, firstInvalidByte: source.firstInvalidByte, extensions: jsonExtensions)
      scanner.skipSpace()
      return (try? scanner.members()) ?? []
    }
  }
}

extension JSONScanner {
  /// The members of the object that begins here; none where there is none.
  fileprivate func members() throws(JSONError) -> [DocumentMember] {
    var members: [DocumentMember] = [], names: Set<ExactName> = []
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
      let place = scanner.position
      members.append(DocumentMember(name: name, kind: try scanner.kind(), place: place))
    }
    return members
  }

  /// Reads a value, and says what it is.
  private mutating func kind() throws(JSONError) -> DocumentMember.Kind {
    guard current == UInt8(ascii: "[") else { return try value().kind == .object ? .object : .scalar }
    var count = 0, beginsWithObject = false, areNamed = false, hasObjects = false
    try enter()
    while try next(unless: UInt8(ascii: "]"), isFirst: count == 0) {
      if count == 0, current == UInt8(ascii: "{") {
        beginsWithObject = true
        areNamed = try namesOfMembers().contains { DocumentMember.Kind.isIdentifier($0.text) }
      }
      if try value().kind == .object { hasObjects = true }
      count += 1
    }
    leave()
    return beginsWithObject
      ? .objects(count: count, areNamed: areNamed) : .values(count: count, hasObjects: hasObjects)
  }

  /// The names of the members of the object that begins here.
  private func namesOfMembers() throws(JSONError) -> Set<ExactName> {
    var names: Set<ExactName> = []
    var scanner = self
    try scanner.forEachMember { name, _ in names.insert(ExactName(name.text(in: bytes))) }
    return names
  }

  /// Whether some members are objects that are alike, so that each may be a row: there are two at least, and those at the head share a name with
  /// the first.
  ///
  /// - Parameter besideOthers: Whether there may be other members, of ten at most one, if five objects at least are alike.
  fileprivate func hasRowsAsMembers(_ members: [DocumentMember], besideOthers: Bool) throws(JSONError) -> Bool {
    let objects = members.filter { $0.kind == .object }
    let otherCount = members.count - objects.count
    let least = otherCount == 0 ? 2 : 5
    guard objects.count >= least, otherCount == 0 || besideOthers && otherCount * 10 <= members.count else {
      return false
    }
    var names: [Set<ExactName>] = []
    for object in objects.prefix(least) {
      var scanner = self
      scanner.position = object.place
      names.append(try scanner.namesOfMembers())
    }
    return names.dropFirst().allSatisfy { !$0.isDisjoint(with: names[0]) }
  }

  /// Whether an object with some members is a collection of GeoJSON (RFC 7946).
  fileprivate func isGeoJSON(_ members: [DocumentMember]) throws(JSONError) -> Bool {
    guard let type = members.first(where: { $0.name == "type" }) else { return false }
    var scanner = self
    scanner.position = type.place
    return try scanner.field().text(in: bytes) == "FeatureCollection"
  }
}
