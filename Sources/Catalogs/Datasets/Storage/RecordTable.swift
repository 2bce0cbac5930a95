import Fingerprints

/// The immutable storage of records: the rows of a file, or a single record that was created in memory or derived from
/// others.
///
/// The rows of a file stay bytes. A value is located and read each time that it is requested, so that values that are
/// never read cost no memory.
final class RecordTable: Sendable {
  enum Content: Sendable {
    /// The rows of a file.
    case rows(FileRows)
    /// One record that was created in memory.
    case made(MadeRecord)
    /// Some fields of a record, at these indices of its schema, and the fingerprint of their content.
    case part(Record, places: [Int], fingerprint: Fingerprint)
    /// A record with the values of an overlay, which replace some of its own or follow them.
    case overlaid(Record, RecordOverlay, [Value])
  }

  /// The name of the data set.
  let dataset: String
  let schema: Schema
  let content: Content
  /// The row to which the record that refers to the table has moved since it was read, or `nil` if the content
  /// determines the row.
  let row: Int?

  init(dataset: String, schema: Schema, content: Content, row: Int? = nil) {
    self.dataset = dataset
    self.schema = schema
    self.content = content
    self.row = row
  }
}

/// A record that was created in memory. It is a class to keep the tables of joined records small, as there are many of
/// them.
final class MadeRecord: Sendable {
  let key: String
  let title: String
  let row: Int
  let values: [Value]
  /// The record before some of its fields were edited, and these fields; `nil` if the record was created from scratch.
  let original: (record: Record, edited: Set<Int>)?

  init(
    key: String, title: String, row: Int, values: [Value], editing original: (record: Record, edited: Set<Int>)? = nil
  ) {
    self.original = original
    self.key = key
    self.title = title
    self.row = row
    self.values = values
  }
}

/// Fields whose values do not come from the rows of the records. Each replaces a field of the same name, or is appended
/// to the others.
///
///     schema of the rows    │ id │ name │ artist │
///     overlay               │              artist   works   works.count │
///     schema with both      │ id │ name │ artist │ works │ works.count │
///
/// All records of a source share one overlay.
package final class RecordOverlay: Sendable {
  /// The schema of the records with both their own fields and these.
  package let schema: Schema
  /// The indices of the fields in that schema, in the order of their values.
  let fields: [Int]
  /// For each field, the fingerprint of what decides how its values are read.
  let fingerprints: [Fingerprint]
  /// The fields of that schema that form the title, or `nil` if records keep their own titles.
  let titleFields: [Int]?
  /// Whether some of the fields hold records, in the place of their keys or in addition to the record's own fields.
  let holdsRecords: Bool
  /// For each field of the schema, its index among the values, or `nil` if it is the record's own.
  private let places: [Int?]

  /// Creates an overlay.
  ///
  /// - Parameters:
  ///   - base: The schema of the records without it.
  ///   - fields: The fields, in the order of their values.
  ///   - titles: The names of the fields that form the title, or `nil` if records keep their own titles.
  package init(over base: Schema, fields: [Field], titles: [String]? = nil) {
    var all = base.fields
    self.fields = fields.map { field in
      let place = base.index(of: field.name) ?? all.endIndex
      if place < base.fields.count { all[place] = field } else { all.append(field) }
      return place
    }
    let schema = Schema(all)
    self.schema = schema
    titleFields = titles?.compactMap(schema.index(of:))
    holdsRecords = fields.contains { $0.type == .records }
    fingerprints = fields.map { field in
      var parts = Fingerprinter()
      field.combine(isChosen: false, into: &parts)
      return parts.finish()
    }
    var places = [Int?](repeating: nil, count: all.count)
    for (place, field) in self.fields.enumerated() { places[field] = place }
    self.places = places
  }

  /// Returns the index of a field among the values, or `nil` if it is the record's own.
  func place(of field: Int) -> Int? { places[field] }
}

extension Record {
  /// The record before relations replaced the keys of other records by these.
  var withoutRelations: Record {
    if case .overlaid(let record, let overlay, _) = table.content, overlay.holdsRecords { record } else { self }
  }

  /// Creates a record with values that are added to those of another record, or replace them.
  ///
  /// - Parameters:
  ///   - record: The record. Its schema must be the one that the overlay was created for.
  ///   - overlay: The fields.
  ///   - values: One value for each of the fields.
  package init(_ record: Record, under overlay: RecordOverlay, values: [Value]) {
    precondition(values.count == overlay.fields.count, "an overlay needs one value for each of its fields")
    self.init(
      RecordTable(dataset: record.dataset, schema: overlay.schema, content: .overlaid(record, overlay, values)), 0)
  }
}

/// The overlays of one list of fields over the schemas of records. The last one is cached, as records usually share a
/// schema.
///
/// It is a class so that a mapping can create items in nonmutating methods. Like the mapping, it stays in one isolation
/// domain.
package final class RecordOverlays {
  private let fields: [Field]
  private let titles: [String]?
  private var last: (base: Schema, overlay: RecordOverlay)?

  /// Creates the overlays of a list of fields.
  ///
  /// - Parameter titles: The names of the fields that form the title, or `nil` if records keep their own titles.
  package init(_ fields: [Field], titles: [String]? = nil) {
    self.fields = fields
    self.titles = titles
  }

  /// Returns the overlay for records of a schema.
  package func overlay(over base: Schema) -> RecordOverlay {
    if let last, last.base == base { return last.overlay }
    let overlay = RecordOverlay(over: base, fields: fields, titles: titles)
    last = (base, overlay)
    return overlay
  }
}
