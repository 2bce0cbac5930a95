import DataSources
import Datasets
import Diagnostics
import Rendering

/// A data set with the records of others that go with its own.
struct RelatedLeaf {
  let leaf: OpenDataset
  /// The records with those that go with them.
  let source: any DataSource<Record>
  let schema: Schema
  /// How the fields are shown.
  let styles: FieldStyles
  /// What the values are like.
  let survey: FieldSurvey
  /// The relations to other data sets.
  let relations: [DatasetRelations.Relation]
  /// How fields are shown that follow from the values of other records.
  private let foldedStyles: [String: FieldStyle]
  private let language: LanguageStyle
  private let terms: TermFolders

  /// Gives the records of a data set those that go with them.
  ///
  /// - Parameters:
  ///   - leaf: The data set.
  ///   - relations: Its relations.
  ///   - folds: The relations of which it has what the records come to.
  ///   - terms: Where the sections are that values name.
  ///   - others: What is read of the records of other data sets, for each of the relations and of the folds.
  ///   - foldedStyles: How fields are shown that follow from the values of other records.
  ///   - language: How the language of the catalog writes numbers and dates.
  init(
    _ leaf: OpenDataset, _ relations: [DatasetRelations.Relation], folds: [RecordRelation], terms: TermFolders,
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
      // Each step of a chain reads them.
      source = related.applying(.keep()).named("related rows")
    }
    survey = Self.survey(leaf)
    styles = Self.styles(leaf, schema, relations, terms, foldedStyles, survey, language)
  }

  /// The fields of a data set with those that its relations add.
  static func schema(of leaf: OpenDataset, adding fields: [Field]) -> Schema {
    RecordOverlay(over: leaf.schema, fields: fields).schema
  }

  /// How the fields of a data set are shown by themselves.
  static func ownStyles(of leaf: OpenDataset, in language: LanguageStyle) -> FieldStyles {
    FieldStyles(
      leaf.schema, leaf.entry.fields, keyFields: leaf.source.keyFields, survey: survey(leaf), language: language)
  }

  /// The fields without those that hold records of other data sets.
  var ownSchema: Schema { leaf.schema }

  /// What the values are like by now, and how the fields would be shown if that were decided anew.
  func look() -> (survey: FieldSurvey, styles: FieldStyles) {
    let survey = Self.survey(leaf)
    return (survey, Self.styles(leaf, schema, relations, terms, foldedStyles, survey, language))
  }

  private static func survey(_ leaf: OpenDataset) -> FieldSurvey {
    FieldSurvey(leaf.rows.items, schema: leaf.schema)
  }

  private static func styles(
    _ leaf: OpenDataset, _ schema: Schema, _ relations: [DatasetRelations.Relation], _ terms: TermFolders,
    _ folded: [String: FieldStyle], _ survey: FieldSurvey, _ language: LanguageStyle
  ) -> FieldStyles {
    var labels: [String: String] = [:]
    var places: [String: TermFolders.Place] = [:]
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
