import Datasets
import DocumentModel
import Fingerprints
import Rendering

/// What the cells of a template show of a data set's records.
///
/// As with a ``CellLayout``, a cell's body is made from these properties and from the record alone.
struct TemplateLayout: Sendable {
  private let template: CellTemplate
  /// The styles of the template's fields; `nil` for those that the records do not have.
  private let styles: [FieldStyle?]
  /// The styles of the fields of related records that the template shows, by the fields that hold the records.
  private let attached: [String: [String: FieldStyle]]
  /// The rows that texts in Markdown may name; `nil` if no field is in Markdown.
  private let names: RecordNames?

  /// Creates a layout.
  ///
  /// - Parameter places: The places of the template's fields in the records.
  init(_ template: CellTemplate, _ places: [(field: Int, format: ValueFormat?)?], of member: CellLibrary.Member) {
    self.template = template
    styles = places.map { $0.map { member.styles[$0.field] } }
    attached = member.attached.reduce(into: [:]) { all, field in
      all[field.key] = template.uses.records[field.key].map { field.value.styles.styles(ofTemplateNames: $0.fields) }
    }
    let hasMarkdown = places.contains { $0.map { member.schema.fields[$0.field].type == .markdown } ?? false }
    names = hasMarkdown ? member.recordNames : nil
  }

  /// The fingerprint of everything that determines the cells, apart from the records.
  var fingerprint: Fingerprint { Fingerprint(storedPropertiesOf: self) }

  /// Returns what the template shows of a value.
  ///
  /// - Parameters:
  ///   - number: The number of the field in the template.
  ///   - format: The format that the template names.
  ///   - record: The record with the value.
  ///   - missing: The pictures that do not exist.
  func value(
    _ value: Value, ofField number: Int, as format: ValueFormat?, in record: Record, without missing: Set<String>
  ) -> TemplateValue {
    if case .markdown(let text) = value {
      return .blocks(names?.blocks(ofMarkdown: text, in: record) ?? [Block](markdown: text))
    }
    guard let style = styles[number] else { return .missing }
    let name = template.fields[number]
    return style.linkingTerms(
      of: value,
      in: value.templateValue(as: format, style: style)
        ?? value.templateValue(
          title: record.title, style: style, showing: template.uses.records[name] ?? .title, styled: attached[name],
          without: missing))
  }
}
