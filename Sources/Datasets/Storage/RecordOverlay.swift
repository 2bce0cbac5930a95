import Fingerprints

/// Fields of records whose values do not come from the records' rows: they stand in the place of a field of the same name, or behind all
/// others.
///
///     schema of the rows    │ id │ name │ artist │
///     overlay               │              artist   works   works.count │
///     schema with both      │ id │ name │ artist │ works │ works.count │
///
/// Records of one source share it.
package final class RecordOverlay: Sendable {
  /// The schema of the records with their own fields and these.
  package let schema: Schema
  /// Where the fields are in that schema, in the order of their values.
  let fields: [Int]
  /// For each of them, the fingerprint of what decides how its values are read.
  let fingerprints: [Fingerprint]
  /// The fields of that schema that titles come from; nil where a record has the title that it has itself.
  let titleFields: [Int]?
  /// For each field of the schema, its place among the values; nil for one that a record has itself.
  private let places: [Int?]

  /// Creates an overlay.
  ///
  /// - Parameters:
  ///   - base: The schema of the records without it.
  ///   - fields: The fields, in the order of their values.
  ///   - titles: The names of the fields that titles come from; nil where a record has the title that it has itself.
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
    fingerprints = fields.map { field in
      var parts = Fingerprinter()
      field.combine(isChosen: false, into: &parts)
      return parts.finish()
    }
    var places = [Int?](repeating: nil, count: all.count)
    for (place, field) in self.fields.enumerated() { places[field] = place }
    self.places = places
  }

  /// The place of a field among the values; nil for one that a record has itself.
  func place(of field: Int) -> Int? { places[field] }
}

extension Record {
  /// Creates a record with further values, or others.
  ///
  /// - Parameters:
  ///   - record: The record, which has the schema that the overlay was made for.
  ///   - overlay: The fields.
  ///   - values: A value for each of them.
  package init(_ record: Record, under overlay: RecordOverlay, values: [Value]) {
    precondition(values.count == overlay.fields.count, "an overlay needs one value for each of its fields")
    self.init(
      RecordTable(dataset: record.dataset, schema: overlay.schema, content: .overlaid(record, overlay, values)), 0)
  }
}

/// The overlays of one list of fields over the schemas of records. Most often the records have the same one, which is made once.
///
/// It is a class so that items can be made of a mapping that nobody may change; like it, it stays in one isolation domain.
package final class RecordOverlays {
  private let fields: [Field]
  private let titles: [String]?
  private var last: (base: Schema, overlay: RecordOverlay)?

  /// Creates the overlays of some fields.
  ///
  /// - Parameter titles: The names of the fields that titles come from; nil where a record has the title that it has itself.
  package init(_ fields: [Field], titles: [String]? = nil) {
    self.fields = fields
    self.titles = titles
  }

  /// The overlay for records of a schema.
  package func overlay(over base: Schema) -> RecordOverlay {
    if let last, last.base == base { return last.overlay }
    let overlay = RecordOverlay(over: base, fields: fields, titles: titles)
    last = (base, overlay)
    return overlay
  }
}
