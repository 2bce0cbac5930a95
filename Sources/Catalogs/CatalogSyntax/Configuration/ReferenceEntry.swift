import Datasets

/// The configuration of a reference: the rows that the values of a field refer to, and how those rows list the rows
/// that refer to them.
package struct ReferenceEntry: Hashable, Sendable {
  /// The data set of the referenced rows. It may be the field's own.
  package var dataset: LocatedText
  /// The field of the referenced rows that has the same values; their keys unless given.
  package var field: LocatedText?
  /// The name of the field that holds the referring rows; derived from the names of the data set and the field unless
  /// given.
  package var back: LocatedText?
  /// Whether the referenced rows list the referring rows.
  package var hasBack = true
  /// The label of the referring rows.
  package var label: String?
  /// The field that the referring rows are sorted by; their order in the data set unless given.
  package var order: SortField?
  /// The maximum number of referring rows that are listed.
  package var limit = 12
  /// The fields of the referring rows that are shown beside their titles, in a table; `nil` for a list of titles where
  /// these rows have pages, and for all their fields where they have none.
  package var columns: [LocatedText]?

  /// Creates a reference to the keys of a data set.
  package init(to dataset: LocatedText) { self.dataset = dataset }

  private static let keys = ["dataset", "field", "back", "label", "order", "limit", "columns"]

  /// Reads `DATASET`, or a mapping.
  init?(_ node: YAMLNode) {
    let values = node.shorthand(Self.keys)
    field = values["field"]?.name
    if let value = values["back"] {
      if value.string == "false" { hasBack = false } else { back = value.name }
    }
    label = values["label"]?.string
    order = values["order"].flatMap(SortField.init)
    columns = values["columns"]?.names
    limit = values["limit"]?.count(from: 1) ?? limit
    guard let dataset = node.required(values["dataset"]?.name, "dataset") else { return nil }
    self.dataset = dataset
  }
}
