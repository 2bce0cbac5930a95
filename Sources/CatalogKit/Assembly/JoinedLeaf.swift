import DataSources
import Datasets
import Diagnostics
import Rendering

/// A data set with the records of others attached.
struct JoinedLeaf {
  let leaf: OpenDataset
  let source: any DataSource<Record>
  let schema: Schema
  /// The names of the data sets whose records fields hold.
  let attached: [String: String]
  /// How the fields are shown.
  let styles: FieldStyles
  /// What the values are like.
  let survey: FieldSurvey
  private(set) var diagnostics: [Diagnostic] = []
  private let numbers: NumberStyle

  init(_ leaf: OpenDataset, among leaves: [OpenDataset], numbers: NumberStyle) {
    self.leaf = leaf
    self.numbers = numbers
    var source: any DataSource<Record> = leaf.rows
    var fields = leaf.schema.fields
    var attached: [String: String] = [:]
    func check(_ field: CatalogConfiguration.Name, in schema: Schema) -> Diagnostic? {
      if schema.path(of: field.text) != nil { return nil }
      return Diagnostic(
        code: "catalog/unknown-field", "there is no field “\(field.text)”", at: field.location,
        hint: field.text.suggestion(from: schema.names))
    }
    for entry in leaf.entry.joins {
      guard let other = leaves.first(where: { $0.name == entry.match.dataset.text }) else { continue }
      let findings = [
        check(entry.match.on, in: leaf.schema), check(entry.match.equals, in: other.schema),
      ].compactMap(\.self)
      diagnostics += findings
      if fields.contains(where: { $0.name == entry.name.text }) {
        diagnostics.append(
          Diagnostic(
            code: "catalog/duplicate-field", "there is already a field “\(entry.name.text)”", at: entry.name.location,
            hint: "Give the joined rows another name."))
      } else if findings.isEmpty {
        source = source.joined(
          with: other.rows, as: entry.name.text, on: entry.match.on.text, equals: entry.match.equals.text
        ).named("join: \(entry.name.text)")
        fields.append(Field(name: entry.name.text, type: .records))
        attached[entry.name.text] = other.name
      }
    }
    self.source = source
    schema = Schema(fields)
    self.attached = attached
    survey = Self.survey(leaf)
    styles = Self.styles(leaf, schema, survey, numbers)
  }

  /// The fields without those that hold records of other data sets.
  var ownSchema: Schema { leaf.schema }

  /// What the values are like by now, and how the fields would be shown if that were decided anew.
  func look() -> (survey: FieldSurvey, styles: FieldStyles) {
    let survey = Self.survey(leaf)
    return (survey, Self.styles(leaf, schema, survey, numbers))
  }

  private static func survey(_ leaf: OpenDataset) -> FieldSurvey {
    FieldSurvey(leaf.rows.items, schema: leaf.schema)
  }

  private static func styles(
    _ leaf: OpenDataset, _ schema: Schema, _ survey: FieldSurvey, _ numbers: NumberStyle
  ) -> FieldStyles {
    FieldStyles(schema, leaf.entry.fields, keyField: leaf.source.keyField, survey: survey, numbers: numbers)
  }
}
