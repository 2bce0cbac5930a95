/// The records that have the value of a field in common with a record of another data set.
struct DatasetMatch: Hashable, Sendable {
  /// The other data set.
  var dataset: CatalogConfiguration.Name
  /// The field of the records of the chain.
  var on: CatalogConfiguration.Name
  /// The field of the other data set.
  var equals: CatalogConfiguration.Name

  /// Describes what matches.
  ///
  /// - Parameters:
  ///   - dataset: The other data set.
  ///   - on: The field of the records of the chain.
  ///   - equals: The field of the other data set.
  init(
    dataset: CatalogConfiguration.Name, on: CatalogConfiguration.Name, equals: CatalogConfiguration.Name
  ) {
    self.dataset = dataset
    self.on = on
    self.equals = equals
  }
}

extension DatasetMatch {
  /// A mapping with `dataset`, `on`, and `equals` where the other data set's field has another name.
  init?(_ node: YAMLNode) {
    var dataset: CatalogConfiguration.Name?
    var on: CatalogConfiguration.Name?
    var equals: CatalogConfiguration.Name?
    for (key, value) in node.mapping(["dataset", "on", "equals"]) {
      switch key.text {
      case "dataset": dataset = value.name
      case "on": on = value.name
      default: equals = value.name
      }
    }
    guard let dataset = node.required(dataset, "dataset"), let on = node.required(on, "on") else {
      return nil
    }
    self.init(dataset: dataset, on: on, equals: equals ?? on)
  }
}
