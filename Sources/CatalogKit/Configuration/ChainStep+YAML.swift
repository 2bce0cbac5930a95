import Changesets
import Diagnostics

extension ChainStep {
  /// A mapping of one key, the kind of the step.
  init?(_ node: YAMLNode) {
    let steps = node.mapping(Kind.allCases.map(\.rawValue))
    guard let (name, value) = steps.first, let kind = Kind(rawValue: name.text) else { return nil }
    if steps.count > 1 {
      node.report("chain/two-steps", "two steps stand in one", hint: "Begin each step with a dash of its own.")
    }
    let step: ChainStep? =
      switch kind {
      case .concatenate: .concatenate(value.names)
      case .filter: RecordPredicate(value).map { .filter($0) }
      case .intersect: DatasetMatch(value).map { .intersect($0) }
      case .except: DatasetMatch(value).map { .except($0) }
      case .distinct: value.list(\.name).map { .distinct($0) }
      case .group: Grouping(value).map { .group($0) }
      case .flatten: value.string.map { .flatten(name: $0) }
      case .sort: value.list(SortField.init).map { .sort($0) }
      case .sortSections: SectionOrder(value).map { .sortSections($0) }
      case .reverse: value.choice(ReverseScope.self).map { .reverse(sections: $0 == .all) }
      case .limit: Self.limit(value)
      case .step: value.name.map { .step($0) }
      case .insert: Self.insert(value)
      case .placeholder: value.name.map { .placeholder(cell: $0) }
      }
    guard let step else { return nil }
    self = step
  }

  /// What is reversed: the rows of each section, or the sections as well.
  private enum ReverseScope: String, CaseIterable {
    case rows, all
  }

  /// `limit: 10`, or a mapping with `count` and `skip`.
  private static func limit(_ node: YAMLNode) -> ChainStep? {
    guard node.isMapping else { return node.count(from: 1).map { .limit($0, skip: 0) } }
    var (count, skip): (Int?, Int) = (nil, 0)
    for (key, value) in node.mapping(["count", "skip"]) {
      if key.text == "count" { count = value.count(from: 1) } else { skip = value.count() ?? 0 }
    }
    return node.required(count, "count").map { .limit($0, skip: skip) }
  }

  /// A mapping with `cell` and `at: [section, item]`.
  private static func insert(_ node: YAMLNode) -> ChainStep? {
    var cell: CatalogConfiguration.Name?
    var path: ItemPath?
    for (key, value) in node.mapping(["cell", "at"]) {
      if key.text == "cell" {
        cell = value.name
      } else {
        let indexes = value.elements.compactMap { $0.count() }
        if indexes.count == 2 {
          path = ItemPath(section: indexes[0], item: indexes[1])
        } else {
          value.report("chain/path", "a place is two numbers: [section, item]", hint: "Both count from 0.")
        }
      }
    }
    guard let cell = node.required(cell, "cell") else { return nil }
    return .insert(cell: cell, at: path ?? ItemPath(section: 0, item: 0))
  }
}

extension YAMLNode {
  /// What is made of the elements of a list, which has to have some.
  fileprivate func list<Element>(_ make: (YAMLNode) -> Element?) -> [Element]? {
    if elements.isEmpty { report("chain/no-fields", "there is no field", hint: "Name one at least.") }
    let list = elements.compactMap(make)
    return list.isEmpty ? nil : list
  }
}

extension Grouping {
  /// `group: FIELD`, or a mapping with `field`, `by`, `order` and `rest`.
  fileprivate init?(_ node: YAMLNode) {
    guard node.isMapping else {
      guard let field = node.name else { return nil }
      self.init(field: field)
      return
    }
    self.init(field: CatalogConfiguration.Name(""))
    var field: CatalogConfiguration.Name?
    for (key, value) in node.mapping(["field", "by", "order", "rest"]) {
      switch key.text {
      case "field": field = value.name
      case "by": self.key = value.choice() ?? self.key
      case "order":
        if value.isSequence {
          order = .listed(value.elements.compactMap(\.string))
        } else if let word = value.choice(OrderWord.self) {
          order = word == .sorted ? .sorted : .appearance
        }
      default: rest = value.string ?? rest
      }
    }
    guard let field = node.required(field, "field") else { return nil }
    self.field = field
  }

  /// The orders that have a name.
  private enum OrderWord: String, CaseIterable {
    case appearance, sorted
  }
}

extension SortField {
  /// `FIELD`, or a mapping with `field` and `order`.
  fileprivate init?(_ node: YAMLNode) {
    guard node.isMapping else {
      guard let field = node.name else { return nil }
      self.init(field: field)
      return
    }
    var field: CatalogConfiguration.Name?
    var direction = SortDirection.ascending
    for (key, value) in node.mapping(["field", "order"]) {
      if key.text == "field" { field = value.name } else { direction = value.choice() ?? direction }
    }
    guard let field = node.required(field, "field") else { return nil }
    self.init(field: field, descending: direction == .descending)
  }
}

extension SectionOrder {
  /// `name`, `size`, a list of names, or a mapping with `by` and `order`.
  fileprivate init?(_ node: YAMLNode) {
    var by: YAMLNode? = node.isMapping ? nil : node
    var direction = SortDirection.ascending
    if node.isMapping {
      for (key, value) in node.mapping(["by", "order"]) {
        if key.text == "by" { by = value } else { direction = value.choice() ?? direction }
      }
    }
    guard let by = node.required(by, "by") else { return nil }
    let key: Key? =
      by.isSequence
      ? .listed(by.elements.compactMap(\.string)) : by.choice(KeyWord.self).map { $0 == .name ? .name : .size }
    guard let key else { return nil }
    self.init(by: key, descending: direction == .descending)
  }

  /// What sections can be compared by that has a name.
  private enum KeyWord: String, CaseIterable {
    case name, size
  }
}
