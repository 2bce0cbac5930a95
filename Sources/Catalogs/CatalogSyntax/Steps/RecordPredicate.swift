package import Datasets
import Diagnostics

/// A condition on records, as users write it in the configuration.
package indirect enum RecordPredicate: Sendable {
  /// A condition on a field's value.
  package enum Condition: Sendable {
    /// The text of the value is one of these, or the value is a record with one of these titles or keys.
    case isOne(of: [String])
    /// The value is a list with this element, or another value whose text contains this text.
    case contains(String)
    /// The value, or an element of the list, begins with this text.
    case startsWith(String)
    /// The value, or an element of the list, ends with this text.
    case endsWith(String)
    /// The value, or an element of the list, lies between bounds.
    case range(ValueRange)
    /// A value exists (`true`), or is missing (`false`).
    case exists(Bool)
  }

  /// The value of a field satisfies a condition.
  case field(LocatedText, Condition)
  /// The record comes from a data set.
  case dataset(LocatedText)
  /// All predicates match. An empty list matches every record.
  case all([RecordPredicate])
  /// At least one predicate matches. An empty list matches no record.
  case any([RecordPredicate])
  /// The predicate does not match.
  case not(RecordPredicate)
}

extension RecordPredicate {
  /// Whether the predicate matches a record. A field that the record's data set lacks counts as missing.
  ///
  /// - Complexity: O(*c* · *l*), *c* being the number of conditions, with each text of an `in` counted, and *l* the
  ///   length of the values.
  package func matches(_ record: Record) -> Bool {
    switch self {
    case .field(let field, let condition): condition.matches(record[field.text] ?? .missing)
    case .dataset(let name): record.id.dataset == name.text
    case .all(let predicates): predicates.allSatisfy { $0.matches(record) }
    case .any(let predicates): predicates.contains { $0.matches(record) }
    case .not(let predicate): !predicate.matches(record)
    }
  }

  var conditions: [(field: LocatedText, condition: Condition)] {
    switch self {
    case .field(let field, let condition): [(field, condition)]
    case .dataset: []
    case .all(let predicates), .any(let predicates): predicates.flatMap(\.conditions)
    case .not(let predicate): predicate.conditions
    }
  }

  /// The fields that the predicate names.
  package var fields: [LocatedText] { conditions.map(\.field) }

  var datasets: [LocatedText] {
    switch self {
    case .field: []
    case .dataset(let name): [name]
    case .all(let predicates), .any(let predicates): predicates.flatMap(\.datasets)
    case .not(let predicate): predicate.datasets
    }
  }
}

extension RecordPredicate.Condition {
  func matches(_ value: Value) -> Bool {
    switch self {
    case .isOne(let texts): texts.contains(where: value.isKnown(by:))
    case .contains(let text): value.elements.map { $0.contains { $0.isKnown(by: text) } } ?? value.text.contains(text)
    case .startsWith(let text): value.anyElement { $0.text.hasPrefix(text) }
    case .endsWith(let text): value.anyElement { $0.text.hasSuffix(text) }
    case .range(let range): value.anyElement(range.contains)
    case .exists(let wanted): value.isMissing != wanted
    }
  }
}

extension Value {
  /// Whether the value has a text, or is a record with this title or key. Data refer to records by either.
  fileprivate func isKnown(by text: String) -> Bool {
    if case .record(let record) = self, record.id.key == text { return true }
    return self.text == text
  }

  /// Whether a condition is true of the value, or of an element if the value is a list.
  fileprivate func anyElement(_ isTrue: (Value) -> Bool) -> Bool { elements?.contains(where: isTrue) ?? isTrue(self) }
}

// MARK: - In words

extension RecordPredicate {
  /// A description of the predicate: `kind equals “stone” and not (price above 3)`.
  package var label: String {
    switch self {
    case .field(let field, let condition): "\(field.text) \(condition.label)"
    case .dataset(let name): "dataset \(name.text)"
    case .all(let predicates):
      predicates.isEmpty ? "everything" : predicates.map(\.nestedLabel).joined(separator: " and ")
    case .any(let predicates):
      predicates.isEmpty ? "nothing" : predicates.map(\.nestedLabel).joined(separator: " or ")
    case .not(let predicate): "not (\(predicate.label))"
    }
  }

  /// The description within that of another predicate, in parentheses if necessary.
  private var nestedLabel: String {
    switch self {
    case .all(let predicates), .any(let predicates): predicates.count > 1 ? "(\(label))" : label
    case .field, .dataset, .not: label
    }
  }
}

extension RecordPredicate.Condition {
  fileprivate var label: String {
    switch self {
    case .isOne(let texts):
      texts.count == 1 ? "equals “\(texts[0])”" : "in \(texts.map { "“\($0)”" }.joined(separator: ", "))"
    case .contains(let text): "contains “\(text)”"
    case .startsWith(let text): "starts with “\(text)”"
    case .endsWith(let text): "ends with “\(text)”"
    case .range(let range): range.bounds.map { "\($0.bound.rawValue) \($0.value.text)" }.joined(separator: ", ")
    case .exists(let isWanted): isWanted ? "exists" : "does not exist"
    }
  }
}

// MARK: - Reading

extension RecordPredicate {
  private static let conditions = ["equals", "in", "contains", "starts_with", "ends_with", "range", "exists"]
  private static let keys = ["field"] + conditions + ["dataset", "all", "and", "any", "or", "not"]

  /// Reads a mapping with `field` and a condition, with `dataset`, or with `all`, `any` or `not`; or a list of such
  /// mappings, all of which have to match.
  init?(_ node: YAMLNode) {
    if node.isSequence {
      self = .all(node.elements.compactMap(RecordPredicate.init))
      return
    }
    let reported = node.findings.diagnostics.count
    let values = node.mapping(Self.keys)
    guard node.isMapping else { return nil }
    var field: LocatedText?
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
    // If a part could not be read, and was reported, it may be the missing one: no second error is reported then.
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
          "chain/condition",
          predicates.isEmpty ? "the predicate has no condition" : "one entry contains two predicates",
          hint: "Write `field:` with a condition, or one of dataset, all, any, not.")
      }
      return nil
    }
  }
}

extension YAMLNode {
  fileprivate var predicates: [RecordPredicate] { elements.compactMap(RecordPredicate.init) }
}

extension RecordPredicate.Condition {
  /// Reads a condition. Reports an error and returns `nil` if the value does not fit the key.
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
