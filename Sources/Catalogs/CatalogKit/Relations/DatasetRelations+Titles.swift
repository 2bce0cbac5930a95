import DataSources
import Datasets
import Rendering

// Rows without names of their own are called by the rows that they refer to: “Mary Martin, The Sower” is the role of a
// person in a work. If nothing refers to such rows, they only tie the others together.
extension DatasetRelations {
  /// Returns the fields that form the titles of a data set, if some of them refer to the rows by which its rows are
  /// called; otherwise `nil`.
  ///
  /// They do if the titles that the configuration chooses are references. Without a choice, rows without names are
  /// called by all that they refer to, if that is several and nothing refers to them, or else by what is in their keys.
  ///
  /// - Parameters:
  ///   - fields: Fields that will be references, in addition to those that are.
  ///   - isReferredTo: Whether something will refer to the rows, if nothing does.
  func titles(of dataset: OpenDataset, referringAlsoBy fields: [String] = [], isReferredTo: Bool = false) -> [String]? {
    let references = references(of: dataset).filter { $0.other != dataset.name }.map(\.relation.name) + fields
    func ifAnyRefers(_ titles: [String]) -> [String]? { titles.contains(where: references.contains) ? titles : nil }
    if !dataset.entry.titleFields.isEmpty { return ifAnyRefers(dataset.titleFields) }
    let singles = singleReferences(of: dataset) + fields
    if singles.isEmpty || named[dataset.name] ?? dataset.hasNames { return nil }
    let isTie = singles.count > 1 && !isReferredTo && !self.isReferredTo(dataset)
    return isTie ? singles : ifAnyRefers(dataset.source.keyFields)
  }

  /// The references of a data set to other data sets that are no lists.
  func singleReferences(of dataset: OpenDataset) -> [String] {
    references(of: dataset).filter { $0.other != dataset.name }.map(\.relation.name)
      .filter { dataset.schema.field(named: $0)?.type != .list }
  }

  private func isReferredTo(_ dataset: OpenDataset) -> Bool {
    datasets.contains { references(of: $0).contains { $0.other == dataset.name } }
  }

  /// Whether the rows of a data set only tie rows of others together: they are called by nothing but these, none refers
  /// to them, and nothing is configured for pages of their own.
  func isLink(_ dataset: OpenDataset) -> Bool {
    let references = references(of: dataset).map(\.relation.name)
    guard let titles = titles[dataset.name], titles.count > 1, titles.allSatisfy(references.contains) else {
      return false
    }
    return dataset.entry.hasDefaultPage && !isReferredTo(dataset)
  }

  /// Returns what the rows of a data set are called on pages of rows that they refer to. Rows that tie these to others,
  /// and are named after both, such as `books_authors_link`, are called like the others.
  func title(of dataset: OpenDataset, besides side: OpenDataset) -> String {
    let others = references(ofTitlesOf: dataset).map(\.other).filter { $0 != side.name }
    guard links.contains(dataset.name), dataset.entry.title == nil, others.count == 1,
      let other = self.dataset(named: others[0])
    else { return dataset.title }
    let names = Set(["link", "links"] + [side, other].flatMap { Label($0.name).words.map(\.stem) })
    return Label(dataset.name).words.map(\.stem).allSatisfy(names.contains) ? other.title : dataset.title
  }

  /// The data sets without pages whose rows only tie rows of others together.
  var ties: [BuildReport.Tie] {
    datasets.filter { links.contains($0.name) && !isShown($0.name) }.map { dataset in
      let others = references(ofTitlesOf: dataset).map(\.other)
      return BuildReport.Tie(
        dataset: dataset.name, others: others.indices.filter { !others[..<$0].contains(others[$0]) }.map { others[$0] })
    }
  }

  /// Whether the titles of a data set lead back to it: its rows are called by rows that are called by them.
  func isCalledByItself(_ dataset: OpenDataset) -> Bool {
    var (found, next): (Set<String>, [OpenDataset]) = ([], [dataset])
    while let current = next.popLast() {
      for reference in references(ofTitlesOf: current) where found.insert(reference.other).inserted {
        next += datasets.filter { $0.name == reference.other }
      }
    }
    return found.contains(dataset.name)
  }

  /// The references by which the rows of a data set are called.
  func references(ofTitlesOf dataset: OpenDataset) -> [Relation] {
    let titles = titles[dataset.name] ?? []
    return references(of: dataset).filter { titles.contains($0.relation.name) }
  }

  /// The references of a data set, in fields that have keys of other rows, or in fields of their own.
  func references(of dataset: OpenDataset) -> [Relation] {
    relations(of: dataset).filter { $0.relation.kind == .reference }
  }

  /// The fields of a data set with records in the place of the keys that refer to them, as its rows are read through
  /// the way back.
  func referringSchema(of dataset: OpenDataset) -> Schema {
    dataset.schema.adding(references(of: dataset).flatMap(\.relation.fields))
  }
}

extension OpenDataset {
  /// The number of rows from which on different texts are names, whatever their field is called.
  private static let fewestDifferentRows = 20

  /// Whether the inferred titles name the rows: they are texts, and nearly all of them different. Of a field that is
  /// called a name, half of them suffice.
  ///
  /// - Complexity: That of a survey of one field.
  var hasNames: Bool {
    if source.areKeysFileNames { return true }
    let fields = titleFields.compactMap(schema.field(named:))
    guard fields.count == 1, let field = fields.first, let index = schema.index(of: field.name) else {
      return !fields.isEmpty && fields.allSatisfy(\.isName)
    }
    guard field.type == .text, !field.isIdentifier else { return false }
    let counts = FieldSurvey(rows.items, schema: schema) { $0 == field }[index]
    if field.isName { return counts.areDifferent(inTenths: 5) }
    return rows.numberOfItems >= Self.fewestDifferentRows && counts.areDifferent(inTenths: 9) && !counts.areCodes
  }
}
