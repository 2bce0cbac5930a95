import DataSources
import Datasets
import Rendering

extension DatasetRelations {
  /// Returns the plans of the data sets.
  ///
  /// Relations read the records of other data sets without their related records. Hence two data sets may refer to each
  /// other.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the catalog, with all indexes.
  ///   - language: The conventions of the catalog's language for numbers and dates.
  ///   - terms: The places of the sections that values name.
  ///   - recordNames: The rows that texts in Markdown may name.
  ///   - names: Returns the names that the catalog reads in related records, given the fields of all data sets.
  func plans(
    for configuration: CatalogConfiguration, in language: LanguageStyle, terms: TermPlaces, recordNames: RecordNames,
    reading names: ([RecordChain.Leaf]) -> ReadNames
  ) -> [DatasetPlan] {
    let names =
      relations.isEmpty
      ? nil : names(datasets.map { (name: $0.name, source: $0.rows, schema: $0.schema.adding(fields(of: $0))) })
    // Relations that read the same fields in the same order share a source.
    var projections: [Projection: any DataSource<Record>] = [:]
    func source(of projection: Projection, from dataset: OpenDataset) -> any DataSource<Record> {
      let source = projections[projection] ?? projection.source(of: dataset)
      projections[projection] = source
      return source
    }
    let plans = datasets.map { dataset in
      let rows = relations(of: dataset).map { relation in
        guard let other = self.dataset(named: relation.other), relation.relation.kind != .join else {
          return (self.dataset(named: relation.other) ?? dataset).rows
        }
        let isRead = relation.relation.kind != .links
        // The text of a link is written in the Markdown: of the row that it leads to, only the path of its file is
        // read.
        var read =
          isRead ? names?.fields(ofRecordsIn: relation.relation.name, among: other.schema.fields) ?? [] : []
        read += relation.relation.other.fields.filter { !read.contains($0) }
        // A reference leads to one row. The order is for the back reference.
        let order = relation.relation.kind == .reference ? nil : relation.order
        return source(of: Projection(dataset: other.name, fields: read, order: order), from: other)
      }
      // Rows that are folded are not shown: only the fields that the folds read are needed.
      let foldedRows = folds(of: dataset).map { fold in
        guard let other = self.dataset(named: fold.other) else { return dataset.rows }
        let projection = Projection(dataset: other.name, fields: fold.fieldsRead(in: other.schema), order: nil)
        return fold.predicate.map { projection.source(of: other, where: $0) } ?? source(of: projection, from: other)
      }
      return DatasetPlan(
        dataset, relations: relations(of: dataset), folds: folds(of: dataset).map(\.relation),
        others: rows + foldedRows, styles: { styles(of: dataset, schema: $0, terms: terms, language: language) },
        configuration: configuration, names: recordNames)
    }
    for plan in plans { plan.attachFields(of: plans) }
    return plans
  }

  /// Returns the styles of a data set's fields, and of those that relations add.
  private func styles(
    of dataset: OpenDataset, schema: Schema, terms: TermPlaces, language: LanguageStyle
  ) -> FieldStyles {
    let relations = relations(of: dataset)
    var labels: [String: String] = [:]
    var places: [String: TermPlaces.Place] = [:]
    for relation in relations {
      for field in relation.relation.fields { labels[field.name] = relation.label }
      guard let field = relation.referringField, relation.relation.kind.limit != nil else { continue }
      places[relation.relation.name] = terms[field, in: relation.other]
    }
    for field in dataset.schema.fields where !relations.contains(where: { $0.relation.name == field.name }) {
      places[field.name] = terms[field.name, in: dataset.name]
    }
    return FieldStyles(
      schema, dataset.entry.fields, labels: labels, terms: places, folded: foldedStyles(of: dataset, in: language),
      keyFields: dataset.source.keyFields, language: language)
  }

  /// Returns the styles of folds: those of the fields that they fold.
  private func foldedStyles(of dataset: OpenDataset, in language: LanguageStyle) -> [String: FieldStyle] {
    var styles: [String: FieldStyle] = [:]
    for fold in folds(of: dataset) {
      guard let other = self.dataset(named: fold.other), !fold.members.isEmpty else { continue }
      let others = FieldStyles(
        other.schema, other.entry.fields, keyFields: other.source.keyFields, language: language
      ).decided(by: FieldSurvey(of: other))
      for fold in fold.folds where fold.function != .count {
        guard let member = fold.member, var style = others[member] else { continue }
        // A sum of numbers that look like years is not a year.
        if fold.function == .sum, other.entry.fields.first(where: { $0.field.text == member })?.format == nil {
          style.format = nil
        }
        styles[fold.field.name] = style
      }
    }
    return styles
  }

  /// The fields and the order in which relations read the records of a data set.
  private struct Projection: Hashable {
    let dataset: String
    let fields: [String]
    let order: SortField?

    func source(of data: OpenDataset, where predicate: RecordPredicate? = nil) -> any DataSource<Record> {
      var rows = data.rows
      if let predicate { rows = rows.applying(.filter(predicate.matches)).named("where: \(predicate.label)") }
      let sorted = order?.sorted(rows) ?? rows
      return Transform(of: [sorted], by: RecordProjection(fields: fields)).named("read of \(dataset)")
    }
  }
}

extension DatasetRelations.Fold {
  /// Returns the fields of the other rows that determine the values of the fold.
  fileprivate func fieldsRead(in schema: Schema) -> [String] {
    let names = members + relation.other.fields
    var seen: Set<Int> = []
    return names.compactMap { schema.path(of: $0)?.field }.filter { seen.insert($0).inserted }.map {
      schema.fields[$0].name
    }
  }
}
