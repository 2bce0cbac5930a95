import Datasets

/// The rows that the values of a field refer to, and how those show the rows that refer to them.
struct ReferenceEntry: Hashable, Sendable {
  /// The number of rows that are listed where nobody says how many.
  static let defaultLimit = 12

  /// The data set of the rows; it may be the field's own.
  var dataset: CatalogConfiguration.Name
  /// The field of those rows that has the same values; their keys unless given.
  var field: CatalogConfiguration.Name?
  /// The name by which those rows have the rows that refer to them; made from the names of the data set and the field unless given.
  var back: CatalogConfiguration.Name?
  /// Whether those rows show the rows that refer to them.
  var hasBack = true
  /// What people call the rows that refer to one.
  var label: String?
  /// The field by which they are sorted; as their data set has them unless given.
  var order: SortStep.Field?
  /// The number of them that are listed.
  var limit = Self.defaultLimit

  /// Describes a reference to the keys of a data set.
  init(to dataset: CatalogConfiguration.Name) { self.dataset = dataset }
}

extension ReferenceEntry {
  private static let keys = ["dataset", "field", "back", "label", "order", "limit"]

  /// `DATASET`, or a mapping.
  init?(_ node: YAMLNode) {
    guard node.isMapping else {
      guard let dataset = node.name else { return nil }
      self.init(to: dataset)
      return
    }
    self.init(to: CatalogConfiguration.Name(""))
    var dataset: CatalogConfiguration.Name?
    for (key, value) in node.mapping(Self.keys) {
      switch key.text {
      case "dataset": dataset = value.name
      case "field": field = value.name
      case "back":
        if value.string == "false" { hasBack = false } else { back = value.name }
      case "label": label = value.string
      case "order": order = SortStep.Field(value)
      default: limit = value.count(from: 1) ?? limit
      }
    }
    guard let dataset = node.required(dataset, "dataset") else { return nil }
    self.dataset = dataset
  }
}

extension SortStep.Field: Hashable {
  static func == (first: Self, second: Self) -> Bool {
    first.name == second.name && first.descending == second.descending
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(descending)
  }
}
