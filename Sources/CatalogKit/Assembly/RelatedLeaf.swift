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
  private let numbers: NumberStyle
  private let terms: TermFolders

  /// Gives the records of a data set those that go with them.
  ///
  /// - Parameters:
  ///   - leaf: The data set.
  ///   - relations: Its relations.
  ///   - terms: Where the sections are that values name.
  ///   - others: Returns what is read of the records of another data set.
  ///   - numbers: How the language of the catalog writes numbers.
  init(
    _ leaf: OpenDataset, _ relations: [DatasetRelations.Relation], terms: TermFolders,
    others: (DatasetRelations.Relation) -> any DataSource<Record>, numbers: NumberStyle
  ) {
    self.leaf = leaf
    self.numbers = numbers
    self.terms = terms
    self.relations = relations
    schema = Self.schema(of: leaf, relations)
    if relations.isEmpty {
      source = leaf.rows
    } else {
      let related = Transform(
        of: [leaf.rows] + relations.map(others), by: RecordRelations(relations.map(\.relation))
      ).named("relations: \(relations.map(\.relation.name).joined(separator: ", "))")
      // Each step of a chain reads them.
      source = related.applying(.keep()).named("related rows")
    }
    survey = Self.survey(leaf)
    styles = Self.styles(leaf, schema, relations, terms, survey, numbers)
  }

  /// The fields of a data set with those that its relations add.
  static func schema(of leaf: OpenDataset, _ relations: [DatasetRelations.Relation]) -> Schema {
    RecordOverlay(over: leaf.schema, fields: relations.flatMap(\.relation.fields)).schema
  }

  /// The fields without those that hold records of other data sets.
  var ownSchema: Schema { leaf.schema }

  /// What the values are like by now, and how the fields would be shown if that were decided anew.
  func look() -> (survey: FieldSurvey, styles: FieldStyles) {
    let survey = Self.survey(leaf)
    return (survey, Self.styles(leaf, schema, relations, terms, survey, numbers))
  }

  private static func survey(_ leaf: OpenDataset) -> FieldSurvey {
    FieldSurvey(leaf.rows.items, schema: leaf.schema)
  }

  private static func styles(
    _ leaf: OpenDataset, _ schema: Schema, _ relations: [DatasetRelations.Relation], _ terms: TermFolders,
    _ survey: FieldSurvey, _ numbers: NumberStyle
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
      schema, leaf.entry.fields, labels: labels, terms: places, keyField: leaf.source.keyField, survey: survey,
      numbers: numbers)
  }
}
