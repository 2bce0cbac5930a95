/// A relation between records and those of another source: which of them belong together, and the fields that result.
///
/// A record has keys, and each record of the other source has keys. Two records are related if they have a key in
/// common:
///
///     works                          artists
///     id   artist      own: field    id      name          other: key
///     7    [a1, a2]    a1, a2        a1      Ada           a1
///     8    a2          a2            a2      Ben           a2
///
/// Read from the works, this relation is a ``Kind/reference``: the field `artist` has the artists. Read from the
/// artists, with the two sides exchanged, it is a ``Kind/backReference(limit:)``: the artist a2 has the works 7 and 8,
/// and their number. ``Kind/folds(_:)`` reduces them to aggregates.
package struct RecordRelation: Sendable {
  /// The fields that a relation produces from the related records.
  package enum Kind: Hashable, Sendable {
    /// The field has all related records, in their order.
    case join
    /// The field, which has keys of other records, has the records in the place of the keys. A key without a record
    /// stays. If the key consists of several fields, the records are in an additional field.
    case reference
    /// The field has the first records that refer to this one, up to the limit, and another field has the number of
    /// all.
    case backReference(limit: Int)
    /// The field has the records whose files the texts of this one link to. It serves to resolve links and is not
    /// shown.
    case links
    /// The related records are not shown; the fields have their aggregates.
    case folds([RecordFold])

    /// The maximum number of referring records in the field, or `nil` if the field does not have referring records.
    package var limit: Int? {
      if case .backReference(let limit) = self { limit } else { nil }
    }
  }

  /// The keys by which related records are found.
  package enum Key: Hashable, Sendable {
    /// The key of the record.
    case key
    /// The text of a field, or the texts of its elements if it has a list.
    case field(String)
    /// The texts of several fields in combination, if none is missing.
    case fields([String])
    /// The paths of the files that the record's texts link to.
    case linkedFiles(LinkedFiles)

    /// The fields that the keys are read from.
    package var fields: [String] {
      switch self {
      case .key, .linkedFiles: []
      case .field(let field): [field]
      case .fields(let fields): fields
      }
    }
  }

  /// The name of the field that has the related records.
  package let name: String
  package let kind: Kind
  /// The keys of the record.
  package let own: Key
  /// The keys of the other records, one of which must equal one of the record's keys.
  package let other: Key
  /// The fields of the other records, by which values within the field are found: `artist.name`.
  package let members: [Field]

  /// Creates a relation.
  package init(_ name: String, _ kind: Kind, own: Key, other: Key, members: [Field] = []) {
    self.name = name
    self.kind = kind
    self.own = own
    self.other = other
    self.members = members
  }

  /// The fields that the relation adds to a record, or replaces in it.
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

  /// The separator between the texts of several fields that form one key. It occurs in no text.
  package static let keySeparator = "\u{1F}"

  /// Returns the name of the field with the number of referring records.
  package static func countName(of name: String) -> String { "\(name).count" }
}

extension Record {
  /// Returns the keys of a record without duplicates, in their order: those that its row has, also if other records
  /// have taken their places.
  package func keys(_ key: RecordRelation.Key) -> [String] {
    let row = withoutRelations
    return switch key {
    case .key: [id.key]
    case .field(let field): (row[field] ?? .missing).uniqueKeyTexts
    case .fields(let fields):
      switch fields.map({ row[$0]?.keyTexts.first }) {
      case let texts where texts.contains(nil): []
      case let texts: [texts.compactMap(\.self).joined(separator: RecordRelation.keySeparator)]
      }
    case .linkedFiles(let links): links.paths(of: self)
    }
  }
}

/// The keys of records in several relations, which are read in one pass.
///
/// It is a class so that the cached lookup of a schema survives while a mapping is mutated. Like the mapping, it stays
/// in one isolation domain.
final class RelationKeys {
  private let keys: [RecordRelation.Key]
  /// For each key, the index of its field in the last schema; `nil` if it is the key of the record, or is not read from
  /// a single field.
  private var last: (schema: Schema, places: [Int?])?

  init(_ keys: [RecordRelation.Key]) { self.keys = keys }

  /// Returns the keys of a record for each relation.
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
  /// The ``keyTexts`` without duplicates.
  fileprivate var uniqueKeyTexts: [String] {
    let texts = keyTexts
    if texts.count < 2 { return texts }
    var known = Set<String>(minimumCapacity: texts.count)
    return texts.filter { known.insert($0).inserted }
  }

  /// The texts by which related records are found: those of a list's elements, the keys of records, or the text of any
  /// other value.
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
