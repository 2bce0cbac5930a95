public import Changesets
public import DataSources

/// A source of cells that provides access to the objects behind them, as the display of a chain needs it.
///
/// ``CellSource`` conforms to this protocol. `DataSource.cellHost(at:)` finds the host of a cell, however many
/// transforms are in between.
public protocol CellHost: DataSource {
  /// Returns the kind of the cell at a path.
  func cellIdentifier(at path: ItemPath) -> CellIdentifier

  /// Returns the object that the cell at a path shows.
  func cellObject(at path: ItemPath) -> Any

  /// Returns a cell of a kind from the host's pool.
  func dequeueCell(_ identifier: CellIdentifier) -> ReusableCell

  /// Returns the kind of the cell that is the header or footer of a section, or nil if there is no such cell.
  func supplementaryIdentifier(_ kind: SupplementaryKind, ofSection section: Int) -> CellIdentifier?

  /// Returns a cell that is configured as the header or footer of a section, or nil if there is no such cell.
  func supplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> ReusableCell?

  /// Returns the title of the header or footer of a section without a header or footer cell, or nil if there is none.
  /// The section's name is not considered.
  func supplementaryTitle(_ kind: SupplementaryKind, ofSection section: Int) -> String?

  /// Returns the title of a section in the section index, or nil if it is not listed there. The default implementation
  /// returns nil.
  func indexTitle(ofSection section: Int) -> String?
}

extension CellHost {
  /// Returns nil: the section is not in the index.
  public func indexTitle(ofSection section: Int) -> String? { nil }
}

extension CellSource: CellHost {
  public func cellIdentifier(at path: ItemPath) -> CellIdentifier { identifier(at: path) }

  public func cellObject(at path: ItemPath) -> Any { object(at: path) }

  public func dequeueCell(_ identifier: CellIdentifier) -> ReusableCell { pool.dequeue(identifier) }

  /// Returns the kind that is registered for headers or footers, or nil if none is.
  public func supplementaryIdentifier(_ kind: SupplementaryKind, ofSection section: Int) -> CellIdentifier? {
    supplement(kind)?.cell?.identifier
  }

  /// Returns a cell from the pool, configured by the registered configurator of headers or footers, or nil if none is
  /// registered.
  public func supplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> ReusableCell? {
    guard let configuration = supplement(kind)?.cell else { return nil }
    let cell = pool.dequeue(configuration.identifier)
    configuration.configure(cell, self.section(section))
    return cell
  }

  /// Returns the result of ``headerTitle`` or ``footerTitle``.
  public func supplementaryTitle(_ kind: SupplementaryKind, ofSection section: Int) -> String? {
    supplement(kind)?.title?(self.section(section))
  }
}

extension DataSource {
  /// Returns the host of the cell at a path: the first host upstream that the item comes through, with the item's path
  /// in it.
  ///
  /// - Parameter path: A path in this source.
  /// - Returns: The host and the path, or nil if there is no item at the path, or if the item comes from no host.
  /// - Complexity: That of one path conversion for each link up to the host.
  public func cellHost(at path: ItemPath) -> (host: any CellHost, path: ItemPath)? {
    var (source, path): (any DataSource, ItemPath) = (self, path)
    while true {
      if let host = source as? any CellHost { return host.contains(path) ? (host, path) : nil }
      guard let owner = source.owner(at: path) else { return nil }
      (source, path) = owner
    }
  }

  /// Returns the host of a section: the first host upstream that the section comes through, with the section's index in
  /// it.
  ///
  /// - Parameter section: The index of a section of this source.
  /// - Returns: The host and the section, or nil if there is no such section, or if it does not come from a single
  ///   section of a host.
  /// - Complexity: That of one section conversion for each link up to the host.
  public func cellHost(ofSection section: Int) -> (host: any CellHost, section: Int)? {
    var (source, section): (any DataSource, Int) = (self, section)
    while true {
      if let host = source as? any CellHost {
        return (0..<host.numberOfSections).contains(section) ? (host, section) : nil
      }
      guard let owner = source.owner(ofSection: section) else { return nil }
      (source, section) = owner
    }
  }
}

/// A description of a section for the closures that provide its header or footer.
public struct NamedSection: Hashable, Sendable {
  /// The section's index in the source, at the time of the call.
  public var index: Int
  /// The section's name, or nil if it has none.
  public var name: String?

  package init(index: Int, name: String?) {
    self.index = index
    self.name = name
  }
}

/// The kind of a section's supplementary cell or title.
public enum SupplementaryKind: String, Hashable, Sendable, CaseIterable {
  /// The header, above the section's items.
  case header
  /// The footer, below the section's items.
  case footer
}
