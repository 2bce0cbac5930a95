public import Datasets

extension RecordPredicate {
  /// Whether it is true of a record; one whose data set lacks a field has no value in it.
  ///
  /// - Complexity: O(*n*), *n* being the number of conditions; each as the length of its value.
  public func matches(_ record: Record) -> Bool {
    switch self {
    case .field(let field, let condition): condition.matches(record[field.text] ?? .missing)
    case .dataset(let name): record.id.dataset == name.text
    case .all(let predicates): predicates.allSatisfy { $0.matches(record) }
    case .any(let predicates): predicates.contains { $0.matches(record) }
    case .not(let predicate): !predicate.matches(record)
    }
  }

  /// Every condition, with the field that it is about.
  var conditions: [(field: CatalogConfiguration.Name, condition: Condition)] {
    switch self {
    case .field(let field, let condition): [(field, condition)]
    case .dataset: []
    case .all(let predicates), .any(let predicates): predicates.flatMap(\.conditions)
    case .not(let predicate): predicate.conditions
    }
  }

  /// Every data set that is named.
  var datasets: [CatalogConfiguration.Name] {
    switch self {
    case .field: []
    case .dataset(let name): [name]
    case .all(let predicates), .any(let predicates): predicates.flatMap(\.datasets)
    case .not(let predicate): predicate.datasets
    }
  }
}

extension RecordPredicate.Condition {
  /// Whether a value fulfils the condition.
  func matches(_ value: Value) -> Bool {
    switch self {
    case .isOne(let texts): texts.contains(value.text)
    case .contains(let text): value.elements.map { $0.contains { $0.text == text } } ?? value.text.contains(text)
    case .startsWith(let text): value.anyElement { $0.text.hasPrefix(text) }
    case .endsWith(let text): value.anyElement { $0.text.hasSuffix(text) }
    case .range(let range): value.anyElement(range.contains)
    case .exists(let wanted): value.isMissing != wanted
    }
  }
}

extension Value {
  /// The elements of a list; nothing for any other value.
  var elements: [Value]? {
    if case .list(let elements, _) = self { elements } else { nil }
  }

  /// Whether something is true of the value, or of an element of the list.
  fileprivate func anyElement(_ isTrue: (Value) -> Bool) -> Bool { elements?.contains(where: isTrue) ?? isTrue(self) }
}
