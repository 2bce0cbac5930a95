import Diagnostics
import JSONValues

/// The place of the rows in a document.
enum DocumentShape {
  /// The first byte of an array of objects. The objects of GeoJSON have their fields within `properties`.
  case rows(Int, isGeoJSON: Bool = false)
  /// The first byte of an object whose members are objects, each of which is a row.
  case members(Int)
  /// The first byte of an object that is a row.
  case row(Int)
  /// An array for each field.
  case columns([DocumentMember])
  /// Members, each of which is a row with only a name and a value.
  case pairs([DocumentMember])
  /// Arrays of similar objects. The name of each is a field of its rows.
  case groups([DocumentMember])
}

extension DatasetReader {
  /// Determines where the rows are: in the document itself, in the member that the options name, or in the only member
  /// that has any.
  ///
  /// - Parameter start: A scanner before the text. Unless it is an array, the text must be valid.
  mutating func shape(_ start: JSONScanner, _ source: SourceText) throws(JSONError) -> DocumentShape? {
    var scanner = start
    for name in options.path?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? [] {
      let members = try members(at: scanner)
      guard let member = members.first(where: { ExactName($0.name) == ExactName(name) }) else {
        report(
          source.code("no-member"), "there is no member “\(name)” in the way “\(options.path ?? "")”", in: source,
          offset: scanner.position, hint: name.suggestion(from: members.map(\.name)))
        return nil
      }
      scanner.position = member.place
    }
    // An array is not looked into: its rows are read, and their errors reported, one by one.
    if scanner.current == UInt8(ascii: "[") { return .rows(scanner.position) }
    // From here on the order matters: from the surest shape to the last resort. What is only likely is accepted if
    // problems do not stop the reading.
    let members = try members(at: scanner)
    let isTolerant = options.problems == .warn
    // A record with a short list of its own, `{"id": 7, "name": "Pear", "year": 1850, "growers": [{…}]}`, is one row.
    // It has a table, too, so it must come first.
    if isTolerant, members.isRecord { return .row(scanner.position) }
    if !members.tables.isEmpty { return try tables(members, scanner, source, path: []) }
    if isTolerant, let list = members.onlyList {
      warnOfMembers(members, beside: [list.name], source, scanner)
      return .columns([list])
    }
    // Lists of different lengths cannot be columns, but each may be a row:
    // `{"Pear": ["green"], "Fig": ["blue", "green"]}`.
    if isTolerant, members.arePairs { return .pairs(members) }
    if !members.isEmpty, members.allSatisfy(\.isList) { return .columns(members) }
    if try scanner.hasRowsAsMembers(members, besideOthers: isTolerant) { return .members(scanner.position) }
    if let shape = try innerShape(members, scanner, source) { return shape }
    if !members.isEmpty, isTolerant { return .row(scanner.position) }
    var value = start
    let noun = try value.field().noun(in: scanner.bytes, source.format)
    let list = source.format.listNoun
    let object = source.format.objectNoun
    report(
      source.code("not-an-array"), "\(list.withArticle) of \(object)s is expected, \(noun) found", in: source,
      offset: start.position, hint: source.format.expectedShape)
    return nil
  }

  /// Returns the members of the object that a scanner is before. If problems do not stop the reading, a name may occur
  /// twice; it is reported when the rows are read.
  private func members(at scanner: JSONScanner) throws(JSONError) -> [DocumentMember] {
    try scanner.members(mayRepeat: options.problems == .warn)
  }

  /// Determines which array of objects among the members of an object has the rows.
  ///
  /// - Parameter path: The names on the path to the object.
  /// - Returns: `nil` if there are no such arrays; or if there are several, which is reported.
  private mutating func tables(
    _ members: [DocumentMember], _ scanner: JSONScanner, _ source: SourceText, path: [String]
  ) throws(JSONError) -> DocumentShape? {
    let tables = members.tables
    let isTolerant = options.problems == .warn
    // One of the groups would otherwise be chosen as the main table, and the others left out.
    if isTolerant, members.areGroups { return .groups(tables) }
    if tables.count == 1 {
      let isGeoJSON = try scanner.isGeoJSON(members) && tables[0].name == "features"
      if !isGeoJSON { warnOfMembers(members, beside: path + [tables[0].name], source, scanner) }
      return .rows(tables[0].place, isGeoJSON: isGeoJSON)
    }
    guard tables.count > 1 else { return nil }
    let names = tables.map { (path + [$0.name]).joined(separator: ".") }
    let list = source.format.listNoun
    let object = source.format.objectNoun
    let message = "there are several \(list)s of \(object)s"
    guard isTolerant, let table = members.mainTable else {
      report(source.code("several-arrays"), message, in: source, offset: scanner.position, hint: choosePath(names))
      return nil
    }
    warnOfOthers(
      source.code("several-arrays"), message, taking: (path + [table.name]).joined(separator: "."), among: names,
      at: source.location(row: nil, offset: scanner.position))
    return .rows(table.place)
  }

  /// Determines the rows in an object within the document, unless the options name them: in the only object; or if each
  /// object has rows, in the one with the most.
  private mutating func innerShape(
    _ members: [DocumentMember], _ scanner: JSONScanner, _ source: SourceText
  ) throws(JSONError) -> DocumentShape? {
    // A path names the object itself. To look further inside would read other rows than those that a person chose.
    guard options.path == nil, case let objects = members.filter({ $0.kind == .object }), !objects.isEmpty else {
      return nil
    }
    let isTolerant = options.problems == .warn
    if objects.count == 1 {
      var inner = scanner
      inner.position = objects[0].place
      let innerMembers = try self.members(at: inner)
      if try inner.hasRowsAsMembers(innerMembers, besideOthers: isTolerant) {
        warnOfMembers(members, beside: [objects[0].name], source, scanner)
        return .members(inner.position)
      }
      guard isTolerant, members.isEnvelope,
        let shape = try innerMembers.arePairs
          ? .pairs(innerMembers) : tables(innerMembers, inner, source, path: [objects[0].name])
      else { return nil }
      warnOfMembers(members, beside: [objects[0].name], source, scanner)
      return shape
    }
    // Several objects, and nothing else: `{"fruits": {"pear": {…}}, "growers": {"jo": {…}}}`.
    guard isTolerant, members.isEnvelope, objects.count == members.count else { return nil }
    var largest: (member: DocumentMember, count: Int)?
    for object in objects {
      var inner = scanner
      inner.position = object.place
      let innerMembers = try self.members(at: inner)
      guard try inner.hasRowsAsMembers(innerMembers, besideOthers: true) else { return nil }
      // The largest object needs at least five rows. Of several of the same size, the first counts.
      if innerMembers.count > largest?.count ?? 4 { largest = (object, innerMembers.count) }
    }
    guard let (member, _) = largest else { return nil }
    let object = source.format.objectNoun
    warnOfOthers(
      source.code("several-objects"), "there are several \(object)s of \(object)s", taking: member.name,
      among: objects.map(\.name), at: source.location(row: nil, offset: scanner.position))
    return .members(member.place)
  }

  /// Warns about members beside the rows that are left out, unless a person chose the rows. Of several files, only the
  /// first with such members is reported.
  ///
  /// - Parameter path: The names on the path to the rows, including that of the rows.
  private mutating func warnOfMembers(
    _ members: [DocumentMember], beside path: [String], _ source: SourceText, _ scanner: JSONScanner
  ) {
    let code = source.code("other-members")
    guard options.problems == .warn, options.path == nil,
      !warnings.contains(where: { $0.code == code && $0.location.file != source.file }),
      case let others = members.filter({ $0.name != path.last && $0.saysMore }), !others.isEmpty
    else { return }
    // Six names are shown in full, so that no message ends with “1 others”.
    let shown = others.prefix(others.count == 6 ? 6 : 5).map { "“\($0.name)”" }.joined(separator: ", ")
    let rest = others.count > 6 ? " and \(others.count - 5) others" : ""
    // A name with a dot cannot be chosen: in a path, the dot separates two names.
    let choices = others.filter { ($0.isList || $0.kind == .object) && !$0.name.contains(".") }.prefix(5)
      .map { (path.dropLast() + [$0.name]).joined(separator: ".") }
    warn(
      code,
      "\(shown)\(rest) \(others.count == 1 ? "is" : "are") beside the rows, “\(path.joined(separator: "."))”: "
        + (others.count == 1 ? "it is left out" : "they are left out"),
      at: source.location(row: nil, offset: scanner.position), hint: choices.isEmpty ? nil : choosePath(choices))
  }

  /// Returns the members of the object that is the document, or of an object in it; an empty array if there is no
  /// object.
  ///
  /// - Parameter place: The first byte of the object in the document.
  /// - Returns: `nil` if the text is invalid.
  func members(of json: SourceText, at place: Int? = nil) -> [DocumentMember]? {
    json.bytes.withUnsafeBufferPointer { bytes in
      var scanner = scanner(of: json, bytes)
      scanner.skipSpace()
      var whole = scanner
      guard (try? whole.value()) != nil, (try? whole.finish()) != nil else { return nil }
      if let place { scanner.position = place }
      return try? members(at: scanner)
    }
  }
}

extension JSONScanner {
  /// Returns the members of the object at the position, or an empty array if there is none.
  ///
  /// - Parameter mayRepeat: Whether several members may have the same name.
  func members(mayRepeat: Bool) throws(JSONError) -> [DocumentMember] {
    var members: [DocumentMember] = [], names: Set<ExactName> = []
    guard current == UInt8(ascii: "{") else { return [] }
    var scanner = self
    try scanner.enter()
    while try scanner.next(unless: UInt8(ascii: "}"), isFirst: members.isEmpty) {
      let offset = scanner.position
      let name = RawField(try scanner.name()).text(in: scanner.bytes)
      guard mayRepeat || names.insert(ExactName(name)).inserted else {
        throw JSONError("the object has the name \(name.excerpt) twice", at: offset)
      }
      let place = scanner.position
      members.append(DocumentMember(name: name, kind: try scanner.kind(), place: place))
    }
    return members
  }

  private mutating func kind() throws(JSONError) -> DocumentMember.Kind {
    guard current == UInt8(ascii: "[") else { return DocumentMember.Kind(RawField(try value()), in: bytes) }
    var count = 0, firstNames: Set<ExactName>?, hasObjects = false
    try enter()
    while try next(unless: UInt8(ascii: "]"), isFirst: count == 0) {
      // A copy of the scanner reads the names. The value itself is read below, as are all others.
      if count == 0, current == UInt8(ascii: "{") { firstNames = try namesOfMembers() }
      if try value().kind == .object { hasObjects = true }
      count += 1
    }
    leave()
    return firstNames.map { .objects(count: count, names: $0) } ?? .values(count: count, hasObjects: hasObjects)
  }

  private func namesOfMembers() throws(JSONError) -> Set<ExactName> {
    var names: Set<ExactName> = []
    var scanner = self
    try scanner.forEachMember { name, _ in names.insert(ExactName(name.text(in: bytes))) }
    return names
  }

  /// Whether members are similar objects, so that each may be a row: there are at least two, and the first ones have a
  /// name in common with the very first.
  ///
  /// - Parameter besideOthers: Whether up to one in ten members may be something else, if there are at least five
  ///   objects.
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

  /// Whether an object with these members is a GeoJSON collection (RFC 7946).
  fileprivate func isGeoJSON(_ members: [DocumentMember]) throws(JSONError) -> Bool {
    guard let type = members.first(where: { $0.name == "type" }) else { return false }
    var scanner = self
    scanner.position = type.place
    return try scanner.field().text(in: bytes) == "FeatureCollection"
  }
}
