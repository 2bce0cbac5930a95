import Datasets
import Diagnostics
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
