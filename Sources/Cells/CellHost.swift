public import Changesets
public import DataSources

/// A source of cells that knows the objects behind them: what the display of a chain asks about them.
///
/// A ``CellSource`` is one. The host of a cell is found by ``DataSources/DataSource/cellHost(at:)``, however many transforms lie
/// between.
public protocol CellHost: DataSource {
  /// The kind of the cell at a place.
  func cellIdentifier(at path: ItemPath) -> CellIdentifier

  /// The object that the cell at a place shows.
  func cellObject(at path: ItemPath) -> Any

  /// A cell of a kind, from where the host has its cells from.
  func dequeueCell(_ identifier: CellIdentifier) -> ReusableCell

  /// The kind of the cell that is a section's header or footer, or nil where there is none.
  func supplementaryIdentifier(_ kind: SupplementaryKind, ofSection section: Int) -> CellIdentifier?

  /// A cell that is configured as a section's header or footer, or nil where there is none.
  func supplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> ReusableCell?

  /// The title of a section's header or footer, beside the section's name, for sections without such a cell.
  func supplementaryTitle(_ kind: SupplementaryKind, ofSection section: Int) -> String?

  /// The title of a section in the index; nil by default.
  func indexTitle(ofSection section: Int) -> String?
}

extension CellHost {
  /// Nil: the section is not in the index.
  public func indexTitle(ofSection section: Int) -> String? { nil }
}

extension CellSource: CellHost {
  /// The kind of cell for the object at a place.
  public func cellIdentifier(at path: ItemPath) -> CellIdentifier { identifier(at: path) }

  /// The object at a place.
  public func cellObject(at path: ItemPath) -> Any { object(at: path) }

  /// A cell of a kind, from the pool.
  public func dequeueCell(_ identifier: CellIdentifier) -> ReusableCell { pool.dequeue(identifier) }

  /// The kind that was registered for headers or footers.
  public func supplementaryIdentifier(_ kind: SupplementaryKind, ofSection section: Int) -> CellIdentifier? {
    supplement(kind)?.cell?.identifier
  }

  /// A cell from the pool, as it was registered for headers or footers.
  public func supplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> ReusableCell? {
    guard let configuration = supplement(kind)?.cell else { return nil }
    let cell = pool.dequeue(configuration.identifier)
    configuration.configure(cell, self.section(section))
    return cell
  }

  /// What ``headerTitle`` or ``footerTitle`` says.
  public func supplementaryTitle(_ kind: SupplementaryKind, ofSection section: Int) -> String? {
    supplement(kind)?.title?(self.section(section))
  }
}

extension DataSource {
  /// The host of the cell at a place: the first one on the item's way up, and the item's place there.
  ///
  /// - Parameter path: A place in this source.
  /// - Returns: Nil where there is no item, or where the item comes from no host.
  /// - Complexity: That of the conversions of the links between.
  public func cellHost(at path: ItemPath) -> (host: any CellHost, path: ItemPath)? {
    var (source, path): (any DataSource, ItemPath) = (self, path)
    while true {
      if let host = source as? any CellHost { return host.contains(path) ? (host, path) : nil }
      guard let owner = source.owner(at: path) else { return nil }
      (source, path) = owner
    }
  }

  /// The host of a section: the first one on the section's way up, and the section's index there.
  ///
  /// - Parameter section: The index of a section of this source.
  /// - Returns: Nil where there is no such section, or where it does not come from a single one of a host.
  /// - Complexity: That of the conversions of the links between.
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

/// A section, as those see it who make a header or a footer for it.
public struct NamedSection: Hashable, Sendable {
  /// The section's index in the source, at the time of asking.
  public var index: Int
  /// The section's name, where it has one.
  public var name: String?

  /// Describes a section.
  package init(index: Int, name: String?) {
    self.index = index
    self.name = name
  }
}

/// What a section may show beside its items.
public enum SupplementaryKind: String, Hashable, Sendable, CaseIterable {
  /// Above the section's items.
  case header
  /// Below the section's items.
  case footer
}
