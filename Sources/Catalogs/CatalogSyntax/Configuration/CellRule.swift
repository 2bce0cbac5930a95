import Datasets
import Diagnostics

/// A rule that assigns cells to the records that satisfy a predicate.
package struct CellRule: Sendable {
  /// The condition for a record; `nil` for all records.
  package var predicate: RecordPredicate?
  /// The cell for listings; `nil` if later rules decide.
  package var card: LocatedText?
  /// The cell for pages; `nil` if later rules decide.
  package var page: LocatedText?
}

extension CatalogConfiguration {
  /// Returns the rules for the records of a data set, in order of precedence: those of the data set, those of the
  /// catalog, and the default cells of the data set. The last rule has a cell for every role.
  package func cellRules(for entry: DatasetEntry) -> [CellRule] {
    entry.cells + cells + [CellRule(card: entry.card, page: entry.page)]
  }
}

extension CellRule {
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
