import JSONValues

/// A member of a document of JSON, YAML or TOML, as far as it decides where the rows are.
struct DocumentMember {
  /// What a value is.
  enum Kind: Equatable {
    case scalar(Scalar)
    case object
    /// A list that begins with an object, which has some names.
    case objects(count: Int, names: Set<ExactName>)
    /// Any other list.
    case values(count: Int, hasObjects: Bool)
  }

  /// What a plain value is.
  enum Scalar {
    case null, text, number, boolean
  }

  let name: String
  let kind: Kind
  /// The byte that the value begins at.
  let place: Int

  /// Whether the value is a list.
  var isList: Bool {
    switch kind {
    case .scalar, .object: false
    case .objects, .values: true
    }
  }

  /// Whether the value is plain.
  var isScalar: Bool { scalar != nil }

  /// Whether the value is a text, a number or a boolean.
  var isFact: Bool { isScalar && scalar != .null }

  fileprivate var scalar: Scalar? { if case .scalar(let scalar) = kind { scalar } else { nil } }

  /// The number of elements of a list that begins with an object.
  fileprivate var objectCount: Int? { if case .objects(let count, _) = kind { count } else { nil } }

  /// The names that the first object of a list has.
  fileprivate var elementNames: Set<ExactName> { if case .objects(_, let names) = kind { names } else { [] } }

  /// The number of elements of a list without objects.
  fileprivate var valueCount: Int? {
    if case .values(let count, hasObjects: false) = kind { count } else { nil }
  }
}

extension DocumentMember {
  /// Names of counts and links beside the rows that somebody asked a service for, without signs.
  private static let countsAndLinks: Set = [
    "count", "currentpage", "first", "found", "href", "last", "lastpage", "limit", "links", "next", "nextpage",
    "offset", "ok", "page", "pages", "pagesize", "perpage", "prev", "previous", "previouspage", "schema", "self",
    "size", "start", "status", "success", "took", "total", "totalcount", "totalpages", "totalresults", "url",
  ]

  /// Whether the member may be missed where only the rows beside it are read: it is no count and no link, and has something in it.
  var saysMore: Bool {
    let isEmpty = scalar == .null || valueCount == 0
    return !isEmpty && !Self.countsAndLinks.contains(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

extension DocumentMember.Kind {
  /// Says what a value is that is no list.
  init(_ value: RawField, in bytes: Bytes) {
    self =
      switch value.kind {
      case .object: .object
      case .missing: .scalar(.null)
      case .number: .scalar(.number)
      case .yes, .no: .scalar(.boolean)
      case .untyped: .scalar(value.nestedValue(in: bytes).scalar)
      case .string, .list, .wanted: .scalar(.text)
      }
  }

  /// Names of members that say which one an object is.
  private static let identifiers: Set = ["id", "_id", "key", "title", "name"]

  /// Whether an object with a member of a name can be told from others by it.
  static func isIdentifier(_ name: String) -> Bool { identifiers.contains(name.lowercased()) }
}

extension [DocumentMember] {
  /// Names that say no more than that there are rows.
  private static let envelopes: Set = ["data", "entries", "features", "items", "records", "results", "rows"]

  /// The lists of objects, each of which may have the rows.
  var tables: [DocumentMember] { filter { $0.objectCount != nil } }

  /// The list of objects that is most likely meant where one has to be: one whose objects have names, and the one with the most of them.
  var mainTable: DocumentMember? {
    func rank(_ member: DocumentMember) -> (Int, Int) {
      let areNamed = member.elementNames.contains { DocumentMember.Kind.isIdentifier($0.text) }
      return (areNamed ? 1 : 0, member.objectCount ?? 0)
    }
    // Of several that are alike, the first.
    return tables.max { rank($0) < rank($1) }
  }

  private var scalars: [DocumentMember] { filter(\.isScalar) }

  private var hasIdentifier: Bool { scalars.contains { DocumentMember.Kind.isIdentifier($0.name) } }

  /// Whether an object with lists of objects is a row of its own, and these are what it has: it has a name or an identifier, and much else beside
  /// which they are short.
  ///
  /// What has a few facts about long lists is an envelope around rows. Few documents are between the two.
  var isRecord: Bool {
    let count = compactMap(\.objectCount).reduce(0, +), facts = scalars.count
    return count > 0 && hasIdentifier && facts >= 3 && count * 2 <= facts
      && !tables.contains { Self.envelopes.contains($0.name.lowercased()) }
  }

  /// The list of plain values, or of lists, that a document is about: the only one, of two elements at least, with nothing but facts
  /// beside it. What has a name or an identifier is a row, unless the list is much longer than the facts are many.
  var onlyList: DocumentMember? {
    let others = filter { !$0.isScalar && $0.valueCount != 0 }
    guard others.count == 1, let count = others[0].valueCount, count >= 2, !hasIdentifier || count > 4 * scalars.count
    else { return nil }
    return others[0]
  }

  /// Whether the members are little beside an object that has the rows: a few facts, and none that names the document.
  var isEnvelope: Bool { scalars.count <= 3 && !hasIdentifier }

  /// Whether the names of the members are data, and each stands for a row with no more than its value: lists of values of different lengths; or a
  /// great many members that are all of one kind.
  ///
  /// A lone row has members of several kinds, or one that names it.
  var arePairs: Bool {
    let lengths = compactMap(\.valueCount)
    if lengths.count == count { return Set(lengths).count > 1 || count >= Self.pairCount && lengths.first == 1 }
    guard count >= Self.pairCount, allSatisfy(\.isScalar),
      Set(compactMap(\.scalar)).subtracting([.null]).count == 1
    else { return false }
    let areCodes = allSatisfy { $0.name.count <= 3 }
    return count >= Self.sureCount || areCodes || !contains { $0.hasNameOfIdentifier }
  }

  /// The number of members of one kind from which on they may be pairs.
  private static let pairCount = 24
  /// The number of members from which on no row has as many.
  private static let sureCount = 200

  /// Whether the members are lists of objects that are alike, so that the name of each list is a value that its rows share: more than eight of
  /// them, or any number with names that have no letters, such as years.
  var areGroups: Bool {
    let tables = tables
    guard tables.count > 8 || tables.count > 1 && !contains(where: { $0.name.contains(where: \.isLetter) }),
      allSatisfy({ $0.objectCount != nil || $0.valueCount == 0 })
    else { return false }
    let counts = tables.reduce(into: [ExactName: Int]()) { counts, table in
      for name in table.elementNames { counts[name, default: 0] += 1 }
    }
    // Names that half of the lists have are most of the names in nearly all of them.
    let likeCount = tables.count { table in
      let common = table.elementNames.count { counts[$0, default: 0] * 2 >= tables.count }
      return common * 3 >= table.elementNames.count * 2
    }
    return likeCount * 10 >= tables.count * 9
  }

  /// The names of the lists of objects, where there are several and each can be chosen.
  var namesOfSeveralTables: [String] {
    let names = tables.map(\.name)
    let canBeChosen = names.allSatisfy { !$0.isEmpty && !$0.contains(".") } && Set(names).count == names.count
    return names.count > 1 && !isRecord && !areGroups && canBeChosen ? names : []
  }

  /// Whether a document with these members is a row, as it has a fact at least, and not rows.
  var isRow: Bool { contains(where: \.isFact) && !arePairs }
}

extension DocumentMember {
  /// Whether one of the words of the name says that the value tells objects apart.
  fileprivate var hasNameOfIdentifier: Bool {
    Kind.isIdentifier(name) || Label(name).words.contains(where: Kind.isIdentifier)
  }
}

extension Value {
  fileprivate var scalar: DocumentMember.Scalar {
    switch self {
    case .number: .number
    case .boolean: .boolean
    default: .text
    }
  }
}
