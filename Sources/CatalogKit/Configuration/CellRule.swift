import Datasets
import Diagnostics

/// Which cells show the records that a predicate is true of.
struct CellRule: Sendable {
  /// What has to be true of a record; without a predicate the rule is for all.
  var predicate: RecordPredicate?
  /// The cell for listings; nothing leaves it to the next rules.
  var card: CatalogConfiguration.Name?
  /// The cell for pages; nothing leaves it to the next rules.
  var page: CatalogConfiguration.Name?

  /// The cell of a role.
  func cell(_ role: CatalogExtension.Role) -> CatalogConfiguration.Name? {
    switch role {
    case .card: card
    case .page: page
    }
  }
}

extension CatalogConfiguration {
  /// The rules for the records of a data set, in the order in which they are asked: the data set's own, those of the catalog, and what
  /// the data set says of all its records. The last one always has an answer.
  func cellRules(for entry: DatasetEntry) -> [CellRule] {
    entry.cells + cells + [CellRule(card: entry.card, page: entry.page)]
  }
}

extension [CellRule] {
  /// The cell that shows a record: that of the first rule that matches and names one.
  ///
  /// - Complexity: O(*n*) predicates, *n* being the number of rules.
  func cell(_ role: CatalogExtension.Role, for record: Record) -> CatalogConfiguration.Name? {
    for rule in self {
      if let cell = rule.cell(role), rule.predicate?.matches(record) ?? true { return cell }
    }
    return nil
  }
}

extension CellRule {
  /// A mapping with `when`, `card` and `page`.
  init?(_ node: YAMLNode) {
    for (key, value) in node.mapping(["when", "card", "page"]) {
      switch key.text {
      case "when":
        // A rule whose predicate cannot be read must not be one for all.
        guard let predicate = RecordPredicate(value) else { return nil }
        self.predicate = predicate
      case "card": card = value.name
      default: page = value.name
      }
    }
    guard card != nil || page != nil else {
      if node.lacks("card"), node.lacks("page") {
        node.report("cell/no-cell", "the rule names no cell", hint: "Add `card:` or `page:` to it.")
      }
      return nil
    }
  }
}
