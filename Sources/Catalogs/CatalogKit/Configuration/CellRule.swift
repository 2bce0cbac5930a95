import Datasets
import Diagnostics

/// A rule that assigns cells to the records that satisfy a predicate.
struct CellRule: Sendable {
  /// The condition for a record; `nil` for all records.
  var predicate: RecordPredicate?
  /// The cell for listings; `nil` if later rules decide.
  var card: LocatedText?
  /// The cell for pages; `nil` if later rules decide.
  var page: LocatedText?

  /// Returns the cell for a role.
  func cell(_ role: CatalogExtension.Role) -> LocatedText? {
    switch role {
    case .card: card
    case .page: page
    }
  }
}

extension CatalogConfiguration {
  /// Returns the rules for the records of a data set, in order of precedence: those of the data set, those of the catalog, and the default
  /// cells of the data set. The last rule has a cell for every role.
  func cellRules(for entry: DatasetEntry) -> [CellRule] {
    entry.cells + cells + [CellRule(card: entry.card, page: entry.page)]
  }
}

extension [CellRule] {
  /// Returns the cell that shows a record: that of the first rule that matches and has a cell for the role.
  ///
  /// - Complexity: O(*n*) evaluations of predicates, *n* being the number of rules.
  func cell(_ role: CatalogExtension.Role, for record: Record) -> LocatedText? {
    for rule in self {
      if let cell = rule.cell(role), rule.predicate?.matches(record) ?? true { return cell }
    }
    return nil
  }
}

extension CellRule {
  /// Reads a mapping with `when`, `card` and `page`.
  init?(_ node: YAMLNode) {
    for (key, value) in node.mapping(["when", "card", "page"]) {
      switch key.text {
      case "when":
        // A rule whose predicate cannot be read must not apply to all records.
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
