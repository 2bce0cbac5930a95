/// Which records of another source go with a record, and what becomes of them.
package struct RecordRelation: Sendable {
  /// What a value is made of the records that go with a record.
  package enum Kind: Hashable, Sendable {
    /// The field has all of them, in their order.
    case join
    /// The field, which has the keys of others, has the records in the place of their keys; a key that no record has stays as it is. Where several
    /// fields together are the key, it is a field more.
    case reference
    /// The field has the first of the records that refer to this one, and another field has the number of all.
    case backReference(limit: Int)
    /// The field has the records whose files the texts of this one link to: for those who write the links, not for readers.
    case links
    /// The records are not shown: fields have what they come to.
    case folds([RecordFold])

    /// The number of the records that refer to one which the field has at most; nil if it does not have those that refer.
    package var limit: Int? {
      if case .backReference(let limit) = self { limit } else { nil }
    }
  }

  /// What a record is found by.
  package enum Key: Hashable, Sendable {
    /// Its key.
    case key
    /// The texts of a field; of each element, where that has a list.
    case field(String)
    /// The texts of several fields together, where none is missing.
    case fields([String])
    /// The paths of the files that its texts link to.
    case linkedFiles(LinkedFiles)

    /// The fields that it is read from.
    package var fields: [String] {
      switch self {
      case .key, .linkedFiles: []
      case .field(let field): [field]
      case .fields(let fields): fields
      }
    }
  }

  /// The field that has the records.
  package let name: String
  /// What becomes of them.
  package let kind: Kind
  /// The keys of the record.
  package let own: Key
  /// The keys of the others, one of which is the same.
  package let other: Key
  /// The fields of the others, by which their values are found: `artist.name`.
  package let members: [Field]

  /// Describes a relation.
  package init(_ name: String, _ kind: Kind, own: Key, other: Key, members: [Field] = []) {
    (self.name, self.kind, self.own, self.other, self.members) = (name, kind, own, other, members)
  }

  /// The fields that it adds to a record, or puts in the place of some.
  package var fields: [Field] {
    func records(_ reading: FieldReading) -> Field { Field(name: name, reading: reading, members: members) }
    switch kind {
    case .join: return [records(.records)]
    case .links: return [records(.linked)]
    case .reference: return [records(.reference)]
    case .backReference: return [records(.referrers), Field(name: Self.countName(of: name), type: .number)]
    case .folds(let folds): return folds.map(\.field)
    }
  }

  /// What stands between the texts of several fields that are a key together: a character that is in no text.
  package static let keySeparator = "\u{1F}"

  /// The name of the field with the number of the records that refer to one.
  package static func countName(of name: String) -> String { "\(name).count" }
}

extension Record {
  /// The keys of a record, each once, in their order.
  package func keys(_ key: RecordRelation.Key) -> [String] {
    switch key {
    case .key: [id.key]
    case .field(let field): (self[field] ?? .missing).uniqueKeyTexts
    case .fields(let fields):
      switch fields.map({ self[$0]?.keyTexts.first }) {
      case let texts where texts.contains(nil): []
      case let texts: [texts.compactMap(\.self).joined(separator: RecordRelation.keySeparator)]
      }
    case .linkedFiles(let links): links.paths(of: self)
    }
  }
}

/// The keys of records in several relations, which are read together.
///
/// It is a class so that what is found out about a schema is kept while a mapping is edited; like that, it stays in one isolation domain.
final class RelationKeys {
  private let keys: [RecordRelation.Key]
  /// For each key the place of its field in a schema; nil for one that is a way into a field, or the key of the record.
  private var last: (schema: Schema, places: [Int?])?

  init(_ keys: [RecordRelation.Key]) { self.keys = keys }

  /// The keys of a record for each relation.
  func all(of record: Record) -> [[String]] {
    let places = places(in: record.schema)
    var values = record.values(at: places.compactMap(\.self)).makeIterator()
    return zip(keys, places).map { key, place in
      place == nil ? record.keys(key) : values.next()?.uniqueKeyTexts ?? []
    }
  }

  private func places(in schema: Schema) -> [Int?] {
    if let last, last.schema == schema { return last.places }
    let places = keys.map { key -> Int? in
      guard case .field(let field) = key else { return nil }
      return schema.index(of: field)
    }
    last = (schema, places)
    return places
  }
}

extension Value {
  /// The ``keyTexts``, each once.
  fileprivate var uniqueKeyTexts: [String] {
    let texts = keyTexts
    if texts.count < 2 { return texts }
    var known: Set<String> = []
    return texts.filter { known.insert($0).inserted }
  }

  /// What records are found by: the texts of a list's elements, that of any other value, the keys of records.
  package var keyTexts: [String] {
    switch self {
    case .missing: []
    case .list(let elements, _): elements.map(\.text.trimmed).filter { !$0.isEmpty }
    case .record(let record): [record.id.key]
    case .records(let records): records.map(\.id.key)
    default: [text.trimmed].filter { !$0.isEmpty }
    }
  }
}
