import Datasets
import DocumentModel
import Fingerprints
import Rendering

/// What the cells of a template show of a data set's records.
///
/// As with a ``CellLayout``, a cell's body is made from these properties and from the record alone.
struct TemplateLayout: Sendable {
  /// A field of the records that the template shows.
  ///
  /// It is a class, because its properties are many, and would be copied for each value.
  private final class Field: Sendable {
    let format: ValueFormat?
    let style: FieldStyle
    /// The fields that the template uses of a record in the field.
    let names: TemplateNames
    /// The styles of the fields of a record in the field.
    let others: [String: FieldStyle]?

    init(_ format: ValueFormat?, _ style: FieldStyle, showing names: TemplateNames, others: [String: FieldStyle]?) {
      self.format = format
      self.style = style
      self.names = names
      self.others = others
    }

    func shown(_ value: Value, in record: Record, without missing: Set<String>) -> TemplateValue {
      style.linkingTerms(
        of: value,
        in: value.templateValue(as: format, style: style)
          ?? value.templateValue(title: record.title, style: style, showing: names, styled: others, without: missing))
    }
  }

  private let template: CellTemplate
  /// The template's fields; `nil` for those that the records do not have.
  private let fields: [Field?]
  /// The rows that texts in Markdown may name; `nil` if no field is in Markdown.
  private let names: RecordNames?

  init(_ template: CellTemplate, _ places: [(field: Int, format: ValueFormat?)?], of plan: DatasetPlan) {
    self.template = template
    fields = zip(template.fields, places).map { name, place in
      guard let place else { return nil }
      let names = template.uses.records[name]
      return Field(
        place.format, plan.styles[place.field], showing: names ?? .title,
        others: names.flatMap { plan.attached[name]?.styles.styles(ofTemplateNames: $0.fields) })
    }
    let hasMarkdown = places.contains { $0.map { plan.schema.fields[$0.field].type == .markdown } ?? false }
    names = hasMarkdown ? plan.recordNames : nil
  }

  /// The fingerprint of everything that determines the cells, apart from the records.
  var fingerprint: Fingerprint { Fingerprint(storedPropertiesOf: self) }

  /// Returns what the template shows of a record: a value for each of the template's fields.
  ///
  /// - Parameters:
  ///   - places: The indices of the template's fields in the record, without those that it does not have.
  ///   - missing: The pictures that do not exist.
  func values(of record: Record, at places: [Int], without missing: Set<String>) -> [TemplateValue] {
    // One traversal of the record returns all values.
    var values = record.values(at: places).makeIterator()
    return fields.map { field in
      guard let field, let value = values.next() else { return .missing }
      if case .markdown(let text) = value {
        return .blocks(names?.blocks(ofMarkdown: text, in: record) ?? [Block](markdown: text))
      }
      return field.shown(value, in: record, without: missing)
    }
  }
}
