import Changesets
import DataSources
import Diagnostics

extension ChainStep {
  private static let kinds = ["concatenate", "filter", "group", "sort", "insert", "placeholder"]

  /// A mapping of one key, the kind of the step.
  init?(_ node: YAMLNode) {
    let steps = node.mapping(Self.kinds)
    guard let (kind, value) = steps.first else { return nil }
    if steps.count > 1 {
      node.report("chain/two-steps", "two steps stand in one", hint: "Begin each step with a dash of its own.")
    }
    let step: ChainStep? =
      switch kind.text {
      case "concatenate": .concatenate(value.elements.compactMap(\.name))
      case "filter": RecordPredicate(value).map(ChainStep.filter)
      case "group": Self.group(value)
      case "sort": Self.sort(value)
      case "insert": Self.insert(value)
      default: value.name.map { .placeholder(cell: $0) }
      }
    guard let step else { return nil }
    self = step
  }

  /// `group: FIELD`, or a mapping with `field` and `order`.
  private static func group(_ node: YAMLNode) -> ChainStep? {
    guard node.isMapping else { return node.name.map { .group(by: $0, order: .appearance) } }
    var field: CatalogConfiguration.Name?
    var order = GroupOrder.appearance
    for (key, value) in node.mapping(["field", "order"]) {
      if key.text == "field" {
        field = value.name
      } else if value.isSequence {
        order = .listed(value.elements.compactMap(\.string))
      } else if let isSorted = value.choice("appearance", "sorted") {
        order = isSorted ? .sorted : .appearance
      }
    }
    return node.required(field, "field").map { .group(by: $0, order: order) }
  }

  /// `sort: FIELD`, or a mapping with `field` and `order`.
  private static func sort(_ node: YAMLNode) -> ChainStep? {
    guard node.isMapping else { return node.name.map { .sort(by: $0, descending: false) } }
    var field: CatalogConfiguration.Name?
    var descending = false
    for (key, value) in node.mapping(["field", "order"]) {
      if key.text == "field" {
        field = value.name
      } else {
        descending = value.choice("ascending", "descending") ?? false
      }
    }
    return node.required(field, "field").map { .sort(by: $0, descending: descending) }
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

extension RecordPredicate {
  /// A mapping with `field` and one condition.
  init?(_ node: YAMLNode) {
    var field: CatalogConfiguration.Name?
    var conditions: [Condition] = []
    for (key, value) in node.mapping(["field", "equals", "in", "contains", "exists"]) {
      switch key.text {
      case "field": field = value.name
      case "equals": conditions += value.string.map { [.isOne(of: [$0])] } ?? []
      case "in": conditions.append(.isOne(of: value.elements.compactMap(\.string)))
      case "contains": conditions += value.string.map { [.contains($0)] } ?? []
      default: conditions += value.boolean.map { [.exists($0)] } ?? []
      }
    }
    guard let field = node.required(field, "field") else { return nil }
    guard conditions.count == 1 else {
      node.report("chain/condition", "a filter has one condition", hint: "Write one of equals, in, contains, exists.")
      return nil
    }
    self.init(field: field, conditions[0])
  }
}
