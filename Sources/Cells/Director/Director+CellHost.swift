public import Changesets
public import DataSources

extension Director: CellHost {
  /// The kind of cell of the model's adapter.
  public func cellIdentifier(at path: ItemPath) -> CellIdentifier { cells.cellIdentifier(at: path) }

  /// The model at a place.
  public func cellObject(at path: ItemPath) -> Any { cells.cellObject(at: path) }

  /// A cell of a kind, from the pool.
  public func dequeueCell(_ identifier: CellIdentifier) -> ReusableCell { cells.dequeueCell(identifier) }

  /// The kind of the section's header or footer.
  public func supplementaryIdentifier(_ kind: SupplementaryKind, ofSection section: Int) -> CellIdentifier? {
    supplement(kind, ofSection: section).flatMap { supplementaryAdapters[$0.key]?.identifier }
  }

  /// A cell from the pool that shows the section's header or footer.
  public func supplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> ReusableCell? {
    guard let supplement = supplement(kind, ofSection: section), let adapter = supplementaryAdapters[supplement.key]
    else { return nil }
    let cell = cells.pool.dequeue(adapter.identifier)
    adapter.configure(cell, supplement.model, NamedSection(index: section, name: name(ofSection: section)))
    return cell
  }

  /// The title of the section's header or footer.
  public func supplementaryTitle(_ kind: SupplementaryKind, ofSection section: Int) -> String? {
    let section = leaf.shown.sections[section].section
    return kind == .header ? section.headerTitle : section.footerTitle
  }

  /// The section's title in the index.
  public func indexTitle(ofSection section: Int) -> String? { leaf.shown.sections[section].section.indexTitle }

  private func supplement(_ kind: SupplementaryKind, ofSection section: Int) -> SupplementaryCell? {
    let section = leaf.shown.sections[section].section
    return kind == .header ? section.header : section.footer
  }
}

/// The director's places are those of its cells.
extension Director {
  /// The same place, where there is an item.
  public func sourcePath(for path: ItemPath) -> SourcePath? { cells.sourcePath(for: path) }

  /// The same place, where there is an item.
  public func path(for sourcePath: SourcePath) -> ItemPath? { cells.path(for: sourcePath) }

  /// The same section.
  public func sourceSection(for section: Int) -> SourceSection? { cells.sourceSection(for: section) }

  /// The same section.
  public func section(for sourceSection: SourceSection) -> Int? { cells.section(for: sourceSection) }

  /// The whole section.
  public func run(around path: ItemPath) -> Range<Int>? { 0..<numberOfItems(inSection: path.section) }
}
