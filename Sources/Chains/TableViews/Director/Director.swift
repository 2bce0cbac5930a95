public import Cells
public import Changesets
public import DataSources
import Messages

/// A source of sections with models of any types, shown by the cells of their adapters.
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
/// A director is a source of cells like any other: it can be concatenated, filtered or inserted, and messages about its
/// items arrive with its own paths. It answers messages by handlers, like any source; those for a section take
/// precedence over those of its adapters. `Director()` shows cells of any classes; a `Director<DocumentCell>` is the
/// listing of a document.
///
/// An edit takes effect immediately, or, within a transaction or an observer, when its turn comes. ``sections``
/// includes pending edits. Observers are notified of what an edit changes, and of nothing else. Every model needs an
/// adapter, and an identity that is unique among the models of its type.
public final class Director<Cell: ReusableCell>: DataSource {
  public let link: ChainLink
  /// The source of the cells: a cell source over the models of sections that are not collapsed.
  package let cells: CellSource<Any, Cell>
  /// The sources that this one stands on: only the cell source.
  public let upstreamSources: [any DataSource]

  let leaf = DirectorLeaf()
  let collapse: Transform<Mappings.Collapse<Any>>
  var adapters: [DirectorAdapter] = []
  /// The adapters of types that were looked up.
  var knownAdapters: [ObjectIdentifier: DirectorAdapter] = [:]
  var supplementaryAdapters: [SupplementaryCell.Key: SupplementaryAdapter] = [:]
  /// The number of identifiers that were generated for sections.
  var madeUpIdentifiers = 0

  /// Creates a director without sections.
  ///
  /// - Parameter pool: The pool that the cells come from and return to.
  public convenience init(pool: CellPool<Cell> = CellPool()) { self.init(cellsFrom: pool) }

  private init(cellsFrom pool: CellPool<Cell>) {
    collapse = leaf.applying(.collapse())
    cells = CellSource(collapse, pool: pool)
    upstreamSources = [cells]
    link = ChainLink("Director", over: [cells.link])
    link.onUpdate(self) { $0.cells.link.batch }
  }

  /// The number of sections. A collapsed section is included.
  public var numberOfSections: Int { cells.numberOfSections }

  /// Returns the number of shown items of a section: 0 if it is collapsed.
  public func numberOfItems(inSection section: Int) -> Int { cells.numberOfItems(inSection: section) }

  /// Returns a cell that is configured by the adapter of the model at a path.
  public func item(at path: ItemPath) -> Cell { cells.item(at: path) }

  public func name(ofSection section: Int) -> String? { leaf.header(ofSection: section).headerTitle }
}

extension Director where Cell == ReusableCell {
  /// Creates a director without sections, whose adapters can have cells of any classes.
  ///
  /// - Parameter pool: The pool that the cells come from and return to.
  public convenience init(pool: CellPool<ReusableCell> = CellPool()) { self.init(cellsFrom: pool) }
}

extension Director: SectionIdentifying {
  public func sectionIdentifier(for section: Int) -> String? {
    (0..<numberOfSections).contains(section) ? leaf.header(ofSection: section).identifier : nil
  }
}

// MARK: - Cells

extension Director: CellHost {
  public func cellIdentifier(at path: ItemPath) -> CellIdentifier { cells.cellIdentifier(at: path) }

  public func cellObject(at path: ItemPath) -> Any { cells.cellObject(at: path) }

  public func dequeueCell(_ identifier: CellIdentifier) -> ReusableCell { cells.dequeueCell(identifier) }

  /// Returns the kind of a section's header or footer cell, or nil if it has none.
  public func supplementaryIdentifier(_ kind: SupplementaryKind, ofSection section: Int) -> CellIdentifier? {
    supplement(kind, ofSection: section).flatMap { supplementaryAdapters[$0.key]?.identifier }
  }

  /// Returns a cell from the pool that is configured as a section's header or footer, or nil if it has none.
  public func supplementaryCell(_ kind: SupplementaryKind, ofSection section: Int) -> ReusableCell? {
    guard let supplement = supplement(kind, ofSection: section), let adapter = supplementaryAdapters[supplement.key]
    else { return nil }
    let cell = cells.pool.dequeue(adapter.identifier)
    adapter.configure(cell, supplement.model, NamedSection(index: section, name: name(ofSection: section)))
    return cell
  }

  public func supplementaryTitle(_ kind: SupplementaryKind, ofSection section: Int) -> String? {
    let section = leaf.header(ofSection: section)
    return kind == .header ? section.headerTitle : section.footerTitle
  }

  public func indexTitle(ofSection section: Int) -> String? { leaf.header(ofSection: section).indexTitle }

  func supplement(_ kind: SupplementaryKind, ofSection section: Int) -> SupplementaryCell? {
    let section = leaf.header(ofSection: section)
    return kind == .header ? section.header : section.footer
  }
}

/// The paths and sections of a director are those of its cells.
extension Director {
  public func sourcePath(for path: ItemPath) -> SourcePath? { cells.sourcePath(for: path) }

  public func path(for sourcePath: SourcePath) -> ItemPath? { cells.path(for: sourcePath) }

  public func sourceSection(for section: Int) -> SourceSection? { cells.sourceSection(for: section) }

  public func section(for sourceSection: SourceSection) -> Int? { cells.section(for: sourceSection) }
}
