import DataSources

extension DataSource {
  /// The source, whose link people know by a name from now on.
  func named(_ name: String) -> Self {
    link.name = name
    return self
  }
}
