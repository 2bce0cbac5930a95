public import Datasets

/// Which cells show the records that a predicate is true of.
public struct CellRule: Sendable {
  /// What a cell does for a record.
  public enum Role: Sendable {
    /// It shows the record in listings.
    case card
    /// It shows the record on a page of its own.
    case page
  }

  /// What has to be true of a record; without a predicate the rule is for all.
  public var predicate: RecordPredicate?
  /// The cell for listings; nothing leaves it to the next rules.
  public var card: CatalogConfiguration.Name?
  /// The cell for pages; nothing leaves it to the next rules.
  public var page: CatalogConfiguration.Name?

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - predicate: What has to be true of a record; nothing for all.
  ///   - card: The cell for listings.
  ///   - page: The cell for pages.
  public init(
    when predicate: RecordPredicate? = nil, card: CatalogConfiguration.Name? = nil,
    page: CatalogConfiguration.Name? = nil
  ) {
    self.predicate = predicate
    self.card = card
    self.page = page
  }

  /// The cell of a role.
  public func cell(_ role: Role) -> CatalogConfiguration.Name? {
    switch role {
    case .card: card
    case .page: page
    }
  }
}

extension CatalogConfiguration {
  /// The rules for the records of a data set, in the order in which they are asked: the data set's own, those of the catalog, and what
  /// the data set says of all its records. The last one always has an answer.
  public func cellRules(for entry: DatasetEntry) -> [CellRule] {
    entry.cells + cells + [CellRule(card: entry.card, page: entry.page)]
  }
}

extension [CellRule] {
  /// The cell that shows a record: that of the first rule that matches and names one.
  ///
  /// - Complexity: O(*n*) predicates, *n* being the number of rules.
  public func cell(_ role: CellRule.Role, for record: Record) -> CatalogConfiguration.Name? {
    for rule in self {
      if let cell = rule.cell(role), rule.predicate?.matches(record) ?? true { return cell }
    }
    return nil
  }
}
