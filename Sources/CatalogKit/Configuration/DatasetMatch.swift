/// The records that have the value of a field in common with a record of another data set.
public struct DatasetMatch: Hashable, Sendable {
  /// The other data set.
  public var dataset: CatalogConfiguration.Name
  /// The field of the records of the chain.
  public var on: CatalogConfiguration.Name
  /// The field of the other data set.
  public var equals: CatalogConfiguration.Name

  /// Describes what matches.
  ///
  /// - Parameters:
  ///   - dataset: The other data set.
  ///   - on: The field of the records of the chain.
  ///   - equals: The field of the other data set.
  public init(
    dataset: CatalogConfiguration.Name, on: CatalogConfiguration.Name, equals: CatalogConfiguration.Name
  ) {
    self.dataset = dataset
    self.on = on
    self.equals = equals
  }
}
