import Datasets
import Diagnostics
import DocumentModel
import Fingerprints
import Rendering

/// How the cells of a kind are created for the records of a data set.
///
/// What a body is made from is a layout, whose fingerprint is that of all of its properties, the record, and which
/// pictures are missing. Both fingerprints of a recipe are derived from these.
struct CellRecipe {
  /// The field with the colour of the cells.
  let accent: Int?
  let linkedFields: [Int]
  /// Returns the fingerprint of everything that determines the cell of a record, apart from the record.
  let origin: (Record) -> Fingerprint
  let body: (_ record: Record, _ title: String) -> CellBody

  init(_ layout: CellLayout, of plan: DatasetPlan, without missing: Set<String>) {
    let schema = plan.schema
    let pictures = Pictures(fields: plan.pictures, missing: missing)
    let shown = layout.fieldNames?.compactMap(schema.index)
    let recipe = layout.fingerprint
    accent = plan.accent
    linkedFields = layout.linkedFieldsOnCards.compactMap(schema.index)
    origin = Self.origin(recipe, of: plan, pictures)
    body = { record, title in
      var inputs = Fingerprinter()
      inputs.combine(recipe)
      record.combine(fields: shown, into: &inputs)
      // The title is the alternative text of pictures. A record as a whole has it.
      if shown != nil { inputs.combine(title) }
      pictures.combine(of: record, into: &inputs)
      return CellBody(fingerprint: inputs.finish()) { layout.body(of: record, without: missing) }
    }
  }

  init(_ template: CellTemplate, of plan: DatasetPlan, without missing: Set<String>) {
    let file = plan.file
    let places = template.fields.map { plan.schema.place(ofTemplateName: $0) }
    let indices = places.compactMap { $0?.field }
    let pictures = Pictures(fields: plan.pictures, missing: missing)
    let shownPictures = Pictures(fields: pictures.fields.filter(indices.contains), missing: missing)
    let layout = TemplateLayout(template, places, of: plan)
    let recipe = layout.fingerprint
    accent = plan.accent
    linkedFields = indices
    origin = Self.origin(recipe, of: plan, pictures)
    body = { record, title in
      var inputs = Fingerprinter()
      inputs.combine(recipe)
      record.combine(fields: indices, showing: template.uses, into: &inputs)
      // The title is the alternative text of pictures.
      if !shownPictures.fields.isEmpty { inputs.combine(title) }
      shownPictures.combine(of: record, into: &inputs)
      return template.body(inputs: inputs.finish()) {
        layout.values(of: record, at: indices, without: missing)
      } of: {
        record.location(in: file)
      }
    }
  }

  /// The fields with pictures, and the pictures that do not exist.
  private struct Pictures {
    let fields: [Int]
    let missing: Set<String>

    func combine(of record: Record, into parts: inout Fingerprinter) {
      for index in fields { record.value(at: index).combinePictures(besides: missing, into: &parts) }
    }
  }

  /// Returns a function that combines the fingerprint of a layout with the availability of a record's pictures.
  private static func origin(_ layout: Fingerprint, of plan: DatasetPlan, _ pictures: Pictures) -> (Record) ->
    Fingerprint
  {
    var parts = Fingerprinter()
    parts.combine(layout)
    parts.combine(plan.entry.accent?.text)
    let base = parts.finish()
    if pictures.fields.isEmpty { return { _ in base } }
    return { record in
      var parts = Fingerprinter()
      parts.combine(base)
      pictures.combine(of: record, into: &parts)
      return parts.finish()
    }
  }
}

extension DatasetPlan {
  /// The field with the colour of the cells.
  fileprivate var accent: Int? { entry.accent.flatMap { schema.index(of: $0.text) } }
}

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
