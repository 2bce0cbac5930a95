import JSONValues

/// A member of a JSON, YAML or TOML document, with what decides where the rows are.
struct DocumentMember {
  enum Kind: Equatable {
    case scalar(Scalar)
    case object
    /// A list whose first element is an object. Its length, and the names of the first object's members.
    case objects(count: Int, names: Set<ExactName>)
    /// Any other list.
    case values(count: Int, hasObjects: Bool)
  }

  enum Scalar {
    case null, text, number, boolean
  }

  let name: String
  let kind: Kind
  /// The offset of the first byte of the value.
  let place: Int

  var isList: Bool {
    switch kind {
    case .scalar, .object: false
    case .objects, .values: true
    }
  }

  var isScalar: Bool { scalar != nil }

  /// Whether the value is a text, a number or a boolean.
  var isFact: Bool { isScalar && scalar != .null }

  fileprivate var scalar: Scalar? { if case .scalar(let scalar) = kind { scalar } else { nil } }

  /// The number of elements of a list whose first element is an object.
  fileprivate var objectCount: Int? { if case .objects(let count, _) = kind { count } else { nil } }

  /// The names of the members of a list's first object.
  fileprivate var elementNames: Set<ExactName> { if case .objects(_, let names) = kind { names } else { [] } }

  /// The number of elements of a list without objects.
  fileprivate var valueCount: Int? {
    if case .values(let count, hasObjects: false) = kind { count } else { nil }
  }

  /// The names of counts and links that web services return beside the rows, in lower case without punctuation.
  private static let countsAndLinks: Set = [
    "count", "currentpage", "first", "found", "href", "last", "lastpage", "limit", "links", "next", "nextpage",
    "offset", "ok", "page", "pages", "pagesize", "perpage", "prev", "previous", "previouspage", "schema", "self",
    "size", "start", "status", "success", "took", "total", "totalcount", "totalpages", "totalresults", "url",
  ]

  /// Whether leaving out the member may lose information: it is neither a count nor a link, and is not empty.
  var saysMore: Bool {
    let isEmpty = scalar == .null || valueCount == 0
    return !isEmpty && !Self.countsAndLinks.contains(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// Whether a word of the name suggests that the value identifies objects.
  fileprivate var hasNameOfIdentifier: Bool {
    Kind.isIdentifier(name) || Label(name).words.contains(where: Kind.isIdentifier)
  }
}

extension DocumentMember.Kind {
  /// Creates the kind of a value that is not a list.
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

  /// The names of members that identify an object.
  private static let identifiers: Set = ["id", "_id", "key", "title", "name"]

  static func isIdentifier(_ name: String) -> Bool { identifiers.contains(name.lowercased()) }
}

extension [DocumentMember] {
  /// Names that say only that there are rows.
  private static let envelopes: Set = ["data", "entries", "features", "items", "records", "results", "rows"]

  /// The lists of objects, each of which may be the rows.
  var tables: [DocumentMember] { filter { $0.objectCount != nil } }

  /// The list of objects that most likely has the rows: lists whose objects have an identifier take precedence, then
  /// the longest list.
  var mainTable: DocumentMember? {
    func rank(_ member: DocumentMember) -> (Int, Int) {
      let areNamed = member.elementNames.contains { DocumentMember.Kind.isIdentifier($0.text) }
      return (areNamed ? 1 : 0, member.objectCount ?? 0)
    }
    // The first of several equal lists wins.
    return tables.max { rank($0) < rank($1) }
  }

  private var scalars: [DocumentMember] { filter(\.isScalar) }

  private var hasIdentifier: Bool { scalars.contains { DocumentMember.Kind.isIdentifier($0.name) } }

  /// Whether an object with lists of objects is itself a row, and these lists belong to it: it has an identifier and at
  /// least three scalars, and at least twice as many scalars as its lists have elements.
  ///
  /// An object with few scalars and long lists, in contrast, is an envelope around rows. Few documents are in between.
  var isRecord: Bool {
    let count = compactMap(\.objectCount).reduce(0, +), facts = scalars.count
    return count > 0 && hasIdentifier && facts >= 3 && count * 2 <= facts
      && !tables.contains { Self.envelopes.contains($0.name.lowercased()) }
  }

  /// The list of scalars, or of lists, that is the content of a document: the only list, with at least two elements,
  /// beside scalars only. A document with an identifier is a row instead, unless the list has more than four times as
  /// many elements as there are scalars.
  var onlyList: DocumentMember? {
    let others = filter { !$0.isScalar && $0.valueCount != 0 }
    guard others.count == 1, let count = others[0].valueCount, count >= 2, !hasIdentifier || count > 4 * scalars.count
    else { return nil }
    return others[0]
  }

  /// Whether there is little beside an object that has the rows: at most three scalars, and none that identifies the
  /// document.
  var isEnvelope: Bool { scalars.count <= 3 && !hasIdentifier }

  /// Whether the names of the members are data, and each member is a row with only a name and a value: lists of scalars
  /// of different lengths, or a large number of members of the same kind.
  ///
  /// A document that is a single row, in contrast, has members of several kinds, or one that identifies it.
  var arePairs: Bool {
    let lengths = compactMap(\.valueCount)
    // Lists of one length may be columns. Only a large number of lists with one element each are rather rows.
    if lengths.count == count { return Set(lengths).count > 1 || count >= Self.pairCount && lengths.first == 1 }
    guard count >= Self.pairCount, allSatisfy(\.isScalar),
      Set(compactMap(\.scalar)).subtracting([.null]).count == 1
    else { return false }
    // Short names, such as those of countries, are data. A name such as `id`, in contrast, belongs to a single row.
    let areCodes = allSatisfy { $0.name.count <= 3 }
    return count >= Self.sureCount || areCodes || !contains { $0.hasNameOfIdentifier }
  }

  /// The least number of members of the same kind that may be pairs.
  private static let pairCount = 24
  /// The number of members beyond which a document cannot be a single row.
  private static let sureCount = 200

  /// Whether the members are lists of similar objects, so that the name of each list is a value that its rows have in
  /// common: more than eight lists, or several whose names have no letters, such as years.
  var areGroups: Bool {
    let tables = tables
    guard tables.count > 8 || tables.count > 1 && !contains(where: { $0.name.contains(where: \.isLetter) }),
      allSatisfy({ $0.objectCount != nil || $0.valueCount == 0 })
    else { return false }
    let counts = tables.reduce(into: [ExactName: Int]()) { counts, table in
      for name in table.elementNames { counts[name, default: 0] += 1 }
    }
    // A list is similar to the others if at least two thirds of its names occur in at least half of the lists. Nine of
    // ten lists must be.
    let likeCount = tables.count { table in
      let common = table.elementNames.count { counts[$0, default: 0] * 2 >= tables.count }
      return common * 3 >= table.elementNames.count * 2
    }
    return likeCount * 10 >= tables.count * 9
  }

  /// The names of the lists of objects, if there are several and each can be chosen; otherwise an empty array.
  var namesOfSeveralTables: [String] {
    let names = tables.map(\.name)
    let canBeChosen = names.allSatisfy { !$0.isEmpty && !$0.contains(".") } && Set(names).count == names.count
    return names.count > 1 && !isRecord && !areGroups && canBeChosen ? names : []
  }

  /// Whether a document with these members is a row: it has at least one text, number or boolean, and its members are
  /// not rows.
  var areSingleRow: Bool { contains(where: \.isFact) && !arePairs }
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
