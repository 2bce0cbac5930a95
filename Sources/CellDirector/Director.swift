public import Cells
public import Changesets
public import DataSources
import Messages

/// Sections of models of any types, shown by the cells of their adapters.
///
/// ```swift
/// let director = Director()
/// try director.register(Adapter<Contact, ContactCell> { cell, contact in cell.name = contact.name })
/// try director.register(Adapter<Advert, AdvertCell> { cell, advert in cell.picture = advert.picture })
/// try director.append(DirectorSection("contacts", models: [ada, advert, alan], headerTitle: "Contacts"))
///
/// try director.reload {
///   try director.move(from: ItemPath(0, 2), to: ItemPath(0, 0))
///   try director.append(grace, toSection: 0)
/// }
/// ```
///
/// A director is a source of cells like any other: it is concatenated with others, filtered, or inserted, and messages about its items
/// arrive in its places. What it does itself about messages are handlers, as of any source; those for a section come first, then those of
/// its adapters. `Director()` shows cells of any classes; a `Director<DocumentCell>` is the listing of a document.
///
/// An edit is made at once, or, within a transaction or an observer, when its turn comes: ``sections`` has what waits, too. Observers
/// are notified of no more than what an edit changes. Every model needs an adapter, and an identity of its own among those of its type.
public final class Director<Cell: ReusableCell>: DataSource {
  /// The director's place in its chains.
  public let link: ChainLink
  /// What makes the cells: a cell source over the models of sections that are not collapsed.
  package let cells: CellSource<Any, Cell>
  /// The cells alone.
  public let upstreamSources: [any DataSource]

  let leaf = DirectorLeaf()
  let collapse: Transform<Mappings.Collapse<Any>>
  var adapters: [DirectorAdapter] = []
  /// The adapters of types, as far as they were asked for.
  var knownAdapters: [ObjectIdentifier: DirectorAdapter] = [:]
  var supplementaryAdapters: [SupplementaryCell.Key: SupplementaryAdapter] = [:]
  /// The number of identifiers that were made up for sections.
  var madeUpIdentifiers = 0

  /// Creates a director without sections.
  ///
  /// - Parameter pool: Where the cells come from, and go back to.
  public convenience init(pool: CellPool<Cell> = CellPool()) { self.init(cellsFrom: pool) }

  private init(cellsFrom pool: CellPool<Cell>) {
    collapse = leaf.applying(.collapse())
    cells = CellSource(collapse, pool: pool)
    upstreamSources = [cells]
    link = ChainLink("Director", over: [cells.link])
    link.onUpdate(self) { $0.cells.link.batch }
  }

  /// The number of sections that are shown.
  public var numberOfSections: Int { cells.numberOfSections }

  /// The number of items of a section that are shown: 0 where it is collapsed.
  public func numberOfItems(inSection section: Int) -> Int { cells.numberOfItems(inSection: section) }

  /// A cell that is configured by the adapter of the model at a place.
  public func item(at path: ItemPath) -> Cell { cells.item(at: path) }

  /// The title of the section's header.
  public func name(ofSection section: Int) -> String? { leaf.header(ofSection: section).headerTitle }
}

extension Director where Cell == ReusableCell {
  /// Creates a director without sections, whose adapters may have cells of any classes.
  ///
  /// - Parameter pool: Where the cells come from, and go back to.
  public convenience init(pool: CellPool<ReusableCell> = CellPool()) { self.init(cellsFrom: pool) }
}

extension Director: SectionIdentifying {
  /// The identifier of a section that is shown, or nil if there is no such section.
  public func sectionIdentifier(for section: Int) -> String? {
    (0..<numberOfSections).contains(section) ? leaf.header(ofSection: section).identifier : nil
  }
}

// MARK: - Cells

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
    let section = leaf.header(ofSection: section)
    return kind == .header ? section.headerTitle : section.footerTitle
  }

  /// The section's title in the index.
  public func indexTitle(ofSection section: Int) -> String? { leaf.header(ofSection: section).indexTitle }

  func supplement(_ kind: SupplementaryKind, ofSection section: Int) -> SupplementaryCell? {
    let section = leaf.header(ofSection: section)
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
}
