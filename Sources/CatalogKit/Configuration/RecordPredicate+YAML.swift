import Diagnostics

extension RecordPredicate {
  private static let conditions = ["equals", "in", "contains", "starts_with", "ends_with", "range", "exists"]
  private static let keys = ["field"] + conditions + ["dataset", "all", "and", "any", "or", "not"]

  /// A mapping with `field` and a condition, with `dataset`, or with `all`, `any` or `not`; a list of such, all of which have to be
  /// true.
  init?(_ node: YAMLNode) {
    if node.isSequence {
      self = .all(node.elements.compactMap(RecordPredicate.init))
      return
    }
    let reported = node.findings.diagnostics.count
    let values = node.mapping(Self.keys)
    guard node.isMapping else { return nil }
    var field: CatalogConfiguration.Name?
    var predicates: [RecordPredicate] = []
    var conditions: [Condition] = []
    for (key, value) in values {
      switch key.text {
      case "field": field = value.name
      case "dataset": predicates += value.name.map { [.dataset($0)] } ?? []
      case "all", "and": predicates.append(.all(value.predicates))
      case "any", "or": predicates.append(.any(value.predicates))
      case "not": predicates += RecordPredicate(value).map { [.not($0)] } ?? []
      default: conditions += Condition(key.text, value).map { [$0] } ?? []
      }
    }
    // What could not be read may be what is missing.
    let isRead = node.findings.diagnostics.count == reported
    let hasField = values.contains { $0.key.text == "field" || Self.conditions.contains($0.key.text) }
    if hasField, predicates.isEmpty {
      guard let field = node.required(field, "field") else { return nil }
      guard conditions.count == 1 else {
        if isRead {
          node.report(
            "chain/condition", "a field has one condition",
            hint: "Write one of \(Self.conditions.joined(separator: ", ")); for several, a list under `all:`.")
        }
        return nil
      }
      self = .field(field, conditions[0])
    } else if !hasField, predicates.count == 1 {
      self = predicates[0]
    } else {
      if isRead {
        node.report(
          "chain/condition", predicates.isEmpty ? "this says nothing about records" : "two predicates stand in one",
          hint: "Write `field:` with a condition, or one of dataset, all, any, not.")
      }
      return nil
    }
  }
}

extension YAMLNode {
  /// The predicates of a list.
  fileprivate var predicates: [RecordPredicate] { elements.compactMap(RecordPredicate.init) }
}

extension RecordPredicate.Condition {
  /// What is asked of a value.
  fileprivate init?(_ key: String, _ value: YAMLNode) {
    let condition: RecordPredicate.Condition? =
      switch key {
      case "equals": value.string.map { .isOne(of: [$0]) }
      case "in": .isOne(of: value.elements.compactMap(\.string))
      case "contains": value.string.map { .contains($0) }
      case "starts_with": value.string.map { .startsWith($0) }
      case "ends_with": value.string.map { .endsWith($0) }
      case "range": ValueRange(value).map { .range($0) }
      default: value.boolean.map { .exists($0) }
      }
    guard let condition else { return nil }
    self = condition
  }
}

extension ValueRange {
  /// A mapping with any of `from`, `to`, `above` and `below`.
  fileprivate init?(_ node: YAMLNode) {
    let keys = Bound.allCases.map(\.rawValue)
    self.init(
      node.mapping(keys).compactMap { key, value in
        Bound(rawValue: key.text).flatMap { bound in value.name.map { (bound, $0) } }
      })
    if bounds.isEmpty, node.isSpeltWell {
      node.report("chain/range", "the range has no bound", hint: "Write one of \(keys.joined(separator: ", ")).")
    }
    if bounds.isEmpty { return nil }
  }
}
