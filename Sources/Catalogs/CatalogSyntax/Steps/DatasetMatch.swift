/// A criterion that matches records with those of another data set by the values of a field in each.
package struct DatasetMatch: Hashable, Sendable {
  /// The other data set.
  package var dataset: LocatedText
  /// The field of the records of the chain.
  package var on: LocatedText
  /// The field of the other data set.
  package var equals: LocatedText
}

extension DatasetMatch {
  /// Reads a mapping with `dataset`, `on`, and optionally `equals`, if the field has another name in the other data
  /// set.
  init?(_ node: YAMLNode) {
    let values = node.mapping(["dataset", "on", "equals"])
    // All values are read before one of them may be missing: mistakes are reported together.
    let (dataset, on, equals) = (values["dataset"]?.name, values["on"]?.name, values["equals"]?.name)
    guard let dataset = node.required(dataset, "dataset"), let on = node.required(on, "on") else { return nil }
    self.init(dataset: dataset, on: on, equals: equals ?? on)
  }
}
