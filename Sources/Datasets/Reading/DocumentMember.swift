/// A member of a document of JSON, YAML or TOML, as far as it decides where the rows are.
struct DocumentMember {
  /// What a value is.
  enum Kind: Equatable {
    /// A text, a number, a boolean or null.
    case scalar
    case object
    /// A list that begins with an object.
    ///
    /// - Parameters:
    ///   - count: The number of elements.
    ///   - areNamed: Whether the first object has a name or an identifier.
    case objects(count: Int, areNamed: Bool)
    /// Any other list.
    case values(count: Int, hasObjects: Bool)
  }

  let name: String
  let kind: Kind
  /// Where the value is: the byte that it begins at, or the number of its node.
  let place: Int

  /// Whether the value is a list.
  var isList: Bool { kind != .scalar && kind != .object }

  /// The number of elements of a list that begins with an object.
  fileprivate var objectCount: Int? { if case .objects(let count, _) = kind { count } else { nil } }

  /// The number of elements of a list without objects.
  fileprivate var valueCount: Int? {
    if case .values(let count, hasObjects: false) = kind { count } else { nil }
  }
}

extension DocumentMember.Kind {
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
      if case .objects(let count, let areNamed) = member.kind { (areNamed ? 1 : 0, count) } else { (-1, 0) }
    }
    // Of several that are alike, the first.
    return tables.max { rank($0) < rank($1) }
  }

  private var scalars: [DocumentMember] { filter { $0.kind == .scalar } }

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
    let others = filter { $0.kind != .scalar && $0.valueCount != 0 }
    guard others.count == 1, let count = others[0].valueCount, count >= 2, !hasIdentifier || count > 4 * scalars.count
    else { return nil }
    return others[0]
  }

  /// Whether the members are nothing but lists of values, and not all have the same number of them, so that each is a row.
  var areUnequalLists: Bool {
    let counts = compactMap(\.valueCount)
    return counts.count == count && Set(counts).count > 1
  }

  /// The names of the lists of objects, where there are several and each can be chosen.
  var namesOfSeveralTables: [String] {
    let names = tables.map(\.name)
    let canBeChosen = names.allSatisfy { !$0.isEmpty && !$0.contains(".") }
    return names.count > 1 && !isRecord && canBeChosen ? names : []
  }
}
