public import Changesets
public import DataSources

/// A source of cells that knows the objects behind them: what whoever shows a cell of a chain asks about it.
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

  /// The kind of the cell that is a section's header or footer; nothing where there is none.
  func supplementaryIdentifier(_ kind: SupplementaryKind, ofSection section: Int) -> CellIdentifier?

  /// A cell that is configured as a section's header or footer; nothing where there is none.
  func supplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> ReusableCell?

  /// The title of a section's header or footer, beside the section's name, for sections without such a cell.
  func supplementaryTitle(_ kind: SupplementaryKind, ofSection section: Int) -> String?

  /// The title of a section in the index; nothing, unless somebody says otherwise.
  func indexTitle(ofSection section: Int) -> String?
}

extension CellHost {
  /// Nothing: the section is not in the index.
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
