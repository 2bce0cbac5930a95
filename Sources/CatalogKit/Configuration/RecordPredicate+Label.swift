extension RecordPredicate {
  /// The predicate in words: `kind equals “stone” and not (price above 3)`.
  var label: String {
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

  /// The same within another predicate.
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
    case .range(let range):
      range.bounds.map { "\($0.bound.rawValue) \($0.value.text)" }.joined(separator: ", ")
    case .exists(let isWanted): isWanted ? "exists" : "does not exist"
    }
  }
}
