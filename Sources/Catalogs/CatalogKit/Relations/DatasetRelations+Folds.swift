import DataSources
import Datasets
import Diagnostics

// Folds read the same rows as back references: those of the other data sets with their references, below all other
// relations. Hence a fold cannot read a fold.
extension DatasetRelations {
  /// Fields that are computed from the rows related to a row of a data set.
  struct Fold {
    let relation: RecordRelation
    /// The name of the other data set.
    let other: String
    /// The condition for a row to count; `nil` if all rows count.
    let predicate: RecordPredicate?

    /// The fields of the other rows that are read.
    var members: [String] { folds.compactMap(\.member) }
    /// The folds that compute the fields.
    var folds: [RecordFold] { if case .folds(let folds) = relation.kind { folds } else { [] } }
  }

  /// Adds the folds of a data set.
  ///
  /// - Parameter areComplete: Whether all relations could be read. If not, missing rows are not reported, because they
  ///   may belong to one that could not.
  mutating func addFolds(to dataset: OpenDataset, relationsAreComplete areComplete: Bool) {
    var added: [Fold] = []
    for entry in dataset.entry.folds {
      guard isFree(entry.name, in: dataset, hint: "Give the fold another name."),
        let (relation, other, member) = rows(of: entry, in: dataset, reportingUnknown: areComplete),
        let reading = reading(of: entry, member, in: other)
      else { continue }
      if let predicate = entry.predicate {
        var chain = RecordChain([(other.name, other.rows, referringSchema(of: other))])
        chain.check(predicate)
        diagnostics += chain.diagnostics
      }
      let fold = RecordFold(entry.name.text, entry.function, of: member, reading: reading)
      let place = added.firstIndex {
        $0.predicate == nil && entry.predicate == nil && $0.other == other.name
          && $0.relation.name == relation.relation.name
      }
      let relationOfFolds = RecordRelation(
        relation.relation.name, .folds((place.map { added[$0].folds } ?? []) + [fold]), own: relation.relation.own,
        other: relation.relation.other)
      let all = Fold(relation: relationOfFolds, other: other.name, predicate: entry.predicate)
      // Folds over the same rows share a relation, so that the rows are matched once.
      if let place { added[place] = all } else { added.append(all) }
      folds[dataset.name] = added
    }
  }

  /// Returns the relation with the rows of a fold, and the name of the field that is folded. Reports rows that do not
  /// exist.
  private mutating func rows(
    of entry: FoldEntry, in dataset: OpenDataset, reportingUnknown isReported: Bool
  ) -> (relation: Relation, other: OpenDataset, member: String?)? {
    let text = entry.subject.text
    let candidates = relations(of: dataset).filter { $0.relation.kind != .links }
    let found = candidates.filter { text == $0.relation.name || text.hasPrefix($0.relation.name + ".") }
      .max { $0.relation.name.utf8.count < $1.relation.name.utf8.count }
    if let found, let other = self.dataset(named: found.other) {
      let member = text.dropFirst(found.relation.name.count + 1)
      return (found, other, member.isEmpty ? nil : String(member))
    }
    guard isReported else { return nil }
    let first = String(text.prefix { $0 != "." })
    let names = candidates.map(\.relation.name)
    diagnostics.append(
      Diagnostic(
        code: "fold/unknown-rows", "no rows go with those of “\(dataset.name)” by the name “\(first)”",
        at: entry.subject.location,
        hint: names.isEmpty
          ? "A fold is calculated from the rows that refer to a row: declare the reference at their field with `refers: \(dataset.name)`."
          : first.suggestion(from: names)))
    return nil
  }

  /// Returns how the values of a fold are read. Reports a field that does not exist, or whose type does not fit the
  /// function.
  private mutating func reading(of entry: FoldEntry, _ member: String?, in other: OpenDataset) -> FieldReading? {
    func report(_ code: Diagnostic.Code, _ message: String, hint: String?) {
      diagnostics.append(Diagnostic(code: code, message, at: entry.subject.location, hint: hint))
    }
    let function = entry.function.rawValue
    guard let member else {
      if entry.function == .count { return .number }
      report(
        "fold/no-field", "“\(function)” needs a field of the rows",
        hint: "Write one behind them: \(function): \(entry.subject.text).FIELD.")
      return nil
    }
    let schema = referringSchema(of: other)
    guard let path = schema.path(of: member) else {
      if other.entry.folds.contains(where: { $0.name.text == member }) {
        report(
          "fold/of-fold", "“\(member)” of “\(other.name)” is a fold, and folds do not read folds",
          hint: "Have it follow from a field of the data, or a derived one.")
      } else {
        report(
          "catalog/unknown-field", "there is no field “\(member)” in the data set “\(other.name)”",
          hint: member.suggestion(from: other.schema.names))
      }
      return nil
    }
    // The types of plain values within objects are not known.
    let field = path.names.isEmpty ? other.schema.field(named: member) : schema.field(named: member)
    let isBeyond = schema.fields[path.field].reading == .reference
    let isOfObjects = field == nil || field?.type == .text && !path.names.isEmpty && !isBeyond
    let reading = isOfObjects && entry.function.isOfNumbers ? .number : field?.reading ?? .text
    let types: [FieldType] = entry.function.isOfNumbers ? [.number] : [.number, .date, .text, .boolean, .url]
    let values = entry.function.isOfNumbers ? "numbers" : "numbers, dates, texts, addresses and booleans"
    guard entry.function == .count || types.contains(reading.type) else {
      report(
        "fold/type", "“\(member)” is of type \(reading.type.rawValue), and “\(function)” is of \(values)",
        hint: entry.function.isOfNumbers
          ? "If the values are numbers, declare that in the data set “\(other.name)”: types: { \(member): number }."
          : nil)
      return nil
    }
    return reading
  }
}
