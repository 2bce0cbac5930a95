public import Changesets
public import DataSources

extension DataSource {
  /// The host of the cell at a place: the first one on the item's way up, and the item's place there.
  ///
  /// - Parameter path: A place in this source.
  /// - Returns: Nothing where there is no item, or where the item comes from no host.
  /// - Complexity: That of the conversions of the links between.
  public func cellHost(at path: ItemPath) -> (host: any CellHost, path: ItemPath)? {
    var (source, path): (any DataSource, ItemPath) = (self, path)
    while true {
      if let host = source as? any CellHost { return host.contains(path) ? (host, path) : nil }
      guard let owner = source.asDerived?.owner(at: path) else { return nil }
      (source, path) = owner
    }
  }

  /// The host of a section: the first one on the section's way up, and the section's index there.
  ///
  /// - Parameter section: The index of a section of this source.
  /// - Returns: Nothing where there is no such section, or where it does not come from a single one of a host.
  /// - Complexity: That of the conversions of the links between.
  public func cellHost(ofSection section: Int) -> (host: any CellHost, section: Int)? {
    var (source, section): (any DataSource, Int) = (self, section)
    while true {
      if let host = source as? any CellHost {
        return (0..<host.numberOfSections).contains(section) ? (host, section) : nil
      }
      guard let owner = source.asDerived?.owner(ofSection: section) else { return nil }
      (source, section) = owner
    }
  }
}
