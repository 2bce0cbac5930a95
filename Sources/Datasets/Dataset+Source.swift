public import DataSources

extension Dataset {
  /// A source of the records: the leaf of a chain, with one section of the data set's title.
  public var source: ArraySource<Record> { ArraySource(records, name: title) }
}
