/// Which records of another source go with a record, and what becomes of them.
package struct RecordRelation: Sendable {
  /// What a value is made of the records that go with a record.
  package enum Kind: Hashable, Sendable {
    /// The field has all of them, in their order.
    case join
    /// The field, which has the keys of others, has the records in the place of their keys; a key that no record has stays as it is.
    case reference
    /// The field has the first of the records that refer to this one, and another field has the number of all.
    case backReference(limit: Int)
  }

  /// What a record is found by.
  package enum Key: Hashable, Sendable {
    /// Its key.
    case key
    /// The texts of a field; of each element, where that has a list.
    case field(String)
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
    case .reference: return [records(.reference)]
    case .backReference: return [records(.referrers), Field(name: Self.countName(of: name), type: .number)]
    }
  }

  /// The name of the field with the number of the records that refer to one.
  package static func countName(of name: String) -> String { "\(name).count" }
}

extension Record {
  /// The keys of a record, each once, in their order.
  func keys(_ key: RecordRelation.Key) -> [String] {
    switch key {
    case .key: return [id.key]
    case .field(let field):
      let texts = (self[field] ?? .missing).keyTexts
      if texts.count < 2 { return texts }
      var known: Set<String> = []
      return texts.filter { known.insert($0).inserted }
    }
  }
}

extension Value {
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
