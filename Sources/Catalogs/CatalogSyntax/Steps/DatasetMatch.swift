/// A criterion that matches records with those of another data set by the values of a field in each.
package struct DatasetMatch: Hashable, Sendable {
  /// The other data set.
  package var dataset: LocatedText
  /// The field of the records of the chain.
  package var on: LocatedText
  /// The field of the other data set.
  package var equals: LocatedText

  init(
    dataset: LocatedText, on: LocatedText, equals: LocatedText
  ) {
    self.dataset = dataset
    self.on = on
    self.equals = equals
  }
}

extension DatasetMatch {
  /// Reads a mapping with `dataset`, `on`, and optionally `equals`, if the field has another name in the other data set.
  init?(_ node: YAMLNode) {
    var dataset: LocatedText?
    var on: LocatedText?
    var equals: LocatedText?
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
