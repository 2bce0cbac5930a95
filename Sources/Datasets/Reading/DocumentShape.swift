import Diagnostics
import JSONValues

/// Where the rows of a document are.
enum DocumentShape {
  /// An array of objects, by its first byte; those of GeoJSON have their fields within `properties`.
  case rows(Int, isGeoJSON: Bool = false)
  /// An object that has an object for each row, by its first byte.
  case members(Int)
  /// An object that is a row, by its first byte.
  case row(Int)
  /// An array for each field.
  case columns([DocumentMember])
  /// Members that are a row each, which has no more than a name and a value.
  case pairs([DocumentMember])
  /// Arrays of objects that are alike; the name of each is a field of its rows.
  case groups([DocumentMember])
}

extension DatasetReader {
  /// Finds the rows: in the document itself, or in the member that the options name, or in the only one that has any.
  ///
  /// - Parameter start: Stands before the text, which has no mistakes if it is no array.
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
    if scanner.current == UInt8(ascii: "[") { return .rows(scanner.position) }
    let members = try members(at: scanner)
    let isMended = options.problems == .warn
    if isMended, members.isRecord { return .row(scanner.position) }
    if !members.tables.isEmpty { return try tables(members, scanner, source, path: []) }
    if isMended, let list = members.onlyList {
      warnOfMembers(members, beside: [list.name], source, scanner)
      return .columns([list])
    }
    if isMended, members.arePairs { return .pairs(members) }
    if !members.isEmpty, members.allSatisfy(\.isList) { return .columns(members) }
    if try scanner.hasRowsAsMembers(members, besideOthers: isMended) { return .members(scanner.position) }
    if let shape = try innerShape(members, scanner, source) { return shape }
    if !members.isEmpty, isMended { return .row(scanner.position) }
    var value = start
    let noun = try value.field().noun(in: scanner.bytes, source.format)
    let (list, object) = (source.format.listNoun, source.format.objectNoun)
    report(
      source.code("not-an-array"), "\(list.withArticle) of \(object)s is expected, \(noun) found", in: source,
      offset: start.position, hint: source.format.expectedShape)
    return nil
  }

  /// The members of the object that a scanner stands before. Where problems do not stop the reading, a name may be there twice: whoever reads the
  /// rows counts it.
  private func members(at scanner: JSONScanner) throws(JSONError) -> [DocumentMember] {
    try scanner.members(mayRepeat: options.problems == .warn)
  }

  /// Finds rows in arrays of objects that are members of an object.
  ///
  /// - Parameter path: The names of the objects that the object is in.
  /// - Returns: `nil` if there are none, or several, which is reported.
  private mutating func tables(
    _ members: [DocumentMember], _ scanner: JSONScanner, _ source: SourceText, path: [String]
  ) throws(JSONError) -> DocumentShape? {
    let (tables, isMended) = (members.tables, options.problems == .warn)
    if isMended, members.areGroups { return .groups(tables) }
    if tables.count == 1 {
      let isGeoJSON = try scanner.isGeoJSON(members) && tables[0].name == "features"
      if !isGeoJSON { warnOfMembers(members, beside: path + [tables[0].name], source, scanner) }
      return .rows(tables[0].place, isGeoJSON: isGeoJSON)
    }
    guard tables.count > 1 else { return nil }
    let names = tables.map { (path + [$0.name]).joined(separator: ".") }
    let (list, object) = (source.format.listNoun, source.format.objectNoun)
    let message = "there are several \(list)s of \(object)s"
    guard isMended, let table = members.mainTable else {
      report(
        source.code("several-arrays"), message, in: source, offset: scanner.position, hint: choosePath(names))
      return nil
    }
    warnOfOthers(
      source.code("several-arrays"), message, taking: (path + [table.name]).joined(separator: "."), among: names,
      at: source.location(row: nil, offset: scanner.position))
    return .rows(table.place)
  }

  /// Finds rows in an object within the document, where a person named none: in the only one; or where each has rows, in that with the most.
  private mutating func innerShape(
    _ members: [DocumentMember], _ scanner: JSONScanner, _ source: SourceText
  ) throws(JSONError) -> DocumentShape? {
    guard options.path == nil, case let objects = members.filter({ $0.kind == .object }), !objects.isEmpty else {
      return nil
    }
    let isMended = options.problems == .warn
    if objects.count == 1 {
      var inner = scanner
      inner.position = objects[0].place
      let innerMembers = try self.members(at: inner)
      if try inner.hasRowsAsMembers(innerMembers, besideOthers: isMended) {
        warnOfMembers(members, beside: [objects[0].name], source, scanner)
        return .members(inner.position)
      }
      guard isMended, members.isEnvelope,
        let shape = try innerMembers.arePairs
          ? .pairs(innerMembers) : tables(innerMembers, inner, source, path: [objects[0].name])
      else { return nil }
      warnOfMembers(members, beside: [objects[0].name], source, scanner)
      return shape
    }
    guard isMended, members.isEnvelope, objects.count == members.count else { return nil }
    var largest: (member: DocumentMember, count: Int)?
    for object in objects {
      var inner = scanner
      inner.position = object.place
      let innerMembers = try self.members(at: inner)
      guard try inner.hasRowsAsMembers(innerMembers, besideOthers: true) else { return nil }
      if innerMembers.count > largest?.count ?? 4 { largest = (object, innerMembers.count) }
    }
    guard let (member, _) = largest else { return nil }
    let object = source.format.objectNoun
    warnOfOthers(
      source.code("several-objects"), "there are several \(object)s of \(object)s", taking: member.name,
      among: objects.map(\.name), at: source.location(row: nil, offset: scanner.position))
    return .members(member.place)
  }

  /// Warns of what is beside the rows and is read by nobody, where a person did not choose the rows; of several files in the first one.
  ///
  /// - Parameter path: The names of the objects that the rows are in, and then that of the rows.
  private mutating func warnOfMembers(
    _ members: [DocumentMember], beside path: [String], _ source: SourceText, _ scanner: JSONScanner
  ) {
    let code = source.code("other-members")
    guard options.problems == .warn, options.path == nil,
      !warnings.contains(where: { $0.code == code && $0.location.file != source.file }),
      case let others = members.filter({ $0.name != path.last && $0.saysMore }), !others.isEmpty
    else { return }
    let shown = others.prefix(others.count == 6 ? 6 : 5).map { "“\($0.name)”" }.joined(separator: ", ")
    let rest = others.count > 6 ? " and \(others.count - 5) others" : ""
    let choices = others.filter { ($0.isList || $0.kind == .object) && !$0.name.contains(".") }.prefix(5)
      .map { (path.dropLast() + [$0.name]).joined(separator: ".") }
    warnings.append(
      Diagnostic(
        .warning, code: code,
        "\(shown)\(rest) \(others.count == 1 ? "is" : "are") beside the rows, “\(path.joined(separator: "."))”: "
          + (others.count == 1 ? "it is left out" : "they are left out"),
        at: source.location(row: nil, offset: scanner.position),
        hint: choices.isEmpty ? nil : choosePath(choices)))
  }
}

extension DatasetReader {
  /// The members of the object that a document of JSON is, or of one in it; none where there is no such one.
  ///
  /// - Parameter place: The first byte of the object in the document.
  /// - Returns: `nil` if the text has a mistake.
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
  /// The members of the object that begins here; none where there is none.
  ///
  /// - Parameter mayRepeat: Whether several members may have the same name.
  func members(mayRepeat: Bool) throws(JSONError) -> [DocumentMember] {
    var members: [DocumentMember] = [], names: Set<ExactName> = []
    guard current == UInt8(ascii: "{") else { return [] }
    var scanner = self
    try scanner.enter()
    var isFirst = true
    while try scanner.next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
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

  /// Reads a value, and says what it is.
  private mutating func kind() throws(JSONError) -> DocumentMember.Kind {
    guard current == UInt8(ascii: "[") else { return DocumentMember.Kind(RawField(try value()), in: bytes) }
    var count = 0, firstNames: Set<ExactName>?, hasObjects = false
    try enter()
    while try next(unless: UInt8(ascii: "]"), isFirst: count == 0) {
      if count == 0, current == UInt8(ascii: "{") { firstNames = try namesOfMembers() }
      if try value().kind == .object { hasObjects = true }
      count += 1
    }
    leave()
    return firstNames.map { .objects(count: count, names: $0) } ?? .values(count: count, hasObjects: hasObjects)
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
