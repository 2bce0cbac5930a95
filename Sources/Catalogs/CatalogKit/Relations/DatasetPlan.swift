import DataSources
import Datasets
import Diagnostics
import Rendering

/// A data set with the records of other data sets that are related to its own.
struct RelatedDataset {
  let leaf: OpenDataset
  /// The records with their related records.
  let source: any DataSource<Record>
  let schema: Schema
  /// The styles of the fields.
  let styles: FieldStyles
  /// The survey of the values: of all fields if the default layout shows them, otherwise of those whose style depends on it.
  let survey: FieldSurvey
  /// The relations to other data sets.
  let relations: [DatasetRelations.Relation]
  /// The styles of the fields that fold values of other records.
  private let foldedStyles: [String: FieldStyle]
  private let language: LanguageStyle
  private let terms: TermPlaces

  /// Attaches related records to the records of a data set.
  ///
  /// - Parameters:
  ///   - leaf: The data set.
  ///   - relations: Its relations.
  ///   - folds: The relations whose records are folded.
  ///   - terms: The places of the sections that values name.
  ///   - others: The records of other data sets, as far as they are read, for each of the relations and of the folds.
  ///   - foldedStyles: The styles of the fields that fold values of other records.
  ///   - language: The conventions of the catalog's language for numbers and dates.
  init(
    _ leaf: OpenDataset, _ relations: [DatasetRelations.Relation], folds: [RecordRelation], terms: TermPlaces,
    others: [any DataSource<Record>], foldedStyles: [String: FieldStyle], language: LanguageStyle
  ) {
    self.leaf = leaf
    self.language = language
    self.foldedStyles = foldedStyles
    self.terms = terms
    self.relations = relations
    let all = relations.map(\.relation) + folds
    schema = Self.schema(of: leaf, adding: all.flatMap(\.fields))
    if all.isEmpty {
      source = leaf.rows
    } else {
      let names = relations.map(\.relation.name) + folds.flatMap(\.fields).map(\.name)
      let related = Transform(of: [leaf.rows] + others, by: RecordRelations(all))
        .named("relations: \(names.joined(separator: ", "))")
      // Each step of a chain reads these records.
      source = related.applying(.keep()).named("related rows")
    }
    survey = Self.survey(leaf)
    styles = Self.styles(leaf, schema, relations, terms, foldedStyles, survey, language)
  }

  /// Returns the fields of a data set with those that its relations add.
  static func schema(of leaf: OpenDataset, adding fields: [Field]) -> Schema {
    RecordOverlay(over: leaf.schema, fields: fields).schema
  }

  /// Returns the styles of a data set's own fields.
  static func ownStyles(of leaf: OpenDataset, in language: LanguageStyle) -> FieldStyles {
    FieldStyles(
      leaf.schema, leaf.entry.fields, keyFields: leaf.source.keyFields, survey: survey(leaf), language: language)
  }

  /// The fields without those that relations add.
  var ownSchema: Schema { leaf.schema }

  /// Surveys the present values, and returns the styles that follow from them.
  func presentation() -> (survey: FieldSurvey, styles: FieldStyles) {
    let survey = Self.survey(leaf)
    return (survey, Self.styles(leaf, schema, relations, terms, foldedStyles, survey, language))
  }

  private static func survey(_ leaf: OpenDataset) -> FieldSurvey {
    FieldSurvey(leaf.rows.items, schema: leaf.schema, onlyNumbers: !leaf.entry.usesDefaultLayout)
  }

  private static func styles(
    _ leaf: OpenDataset, _ schema: Schema, _ relations: [DatasetRelations.Relation], _ terms: TermPlaces,
    _ folded: [String: FieldStyle], _ survey: FieldSurvey, _ language: LanguageStyle
  ) -> FieldStyles {
    var labels: [String: String] = [:]
    var places: [String: TermPlaces.Place] = [:]
    for relation in relations {
      for field in relation.relation.fields { labels[field.name] = relation.label }
      guard let field = relation.referringField, relation.relation.kind.limit != nil else { continue }
      places[relation.relation.name] = terms[field, in: relation.other]
    }
    for field in leaf.schema.fields where !relations.contains(where: { $0.relation.name == field.name }) {
      places[field.name] = terms[field.name, in: leaf.name]
    }
    return FieldStyles(
      schema, leaf.entry.fields, labels: labels, terms: places, folded: folded, keyFields: leaf.source.keyFields,
      survey: survey, language: language)
  }
}
