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
///   try director.move(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 0))
///   try director.append(grace, toSection: 0)
/// }
/// ```
///
/// A director is a source of cells like any other: it is concatenated with others, filtered, or inserted, and messages about its items
/// arrive in its places. What it does itself about messages are handlers, as of any source; those of its adapters come first.
///
/// An edit is made at once, or, within a transaction or an observer, when its turn comes: what ``content`` has is in the chain then. Each
/// tells no more than what it changes. Every model needs an adapter, and an identity of its own among those of its type.
public final class Director: DerivedSource {
  /// The director's place in its chains.
  public let link: Link
  /// What makes the cells: a cell source over the models of sections that are not collapsed.
  public let cells: CellSource<Any, ReusableCell>
  /// The cells alone.
  public let upstreamSources: [any DataSource]

  let leaf = DirectorContent()
  let collapse: Transform<Collapse<Any>>
  var adapters: [DirectorAdapter] = []
  /// The adapters of types, as far as they were asked for.
  var knownAdapters: [ObjectIdentifier: DirectorAdapter] = [:]
  var supplementaryAdapters: [SupplementaryCell.Key: SupplementaryAdapter] = [:]
  /// What keeps messages about prefetching from the adapters.
  var prefetchBlocks: [HandlerRegistration] = []
  /// How many sessions are open.
  var openSessions = 0
  /// Sessions that have been made, and whose completions wait.
  var madeSessions: [DirectorSession] = []

  /// Makes a director without sections.
  ///
  /// - Parameter pool: Where the cells come from, and go back to.
  public init(pool: CellPool<ReusableCell> = CellPool()) {
    collapse = leaf.applying(Collapse())
    cells = CellSource(collapse, pool: pool)
    upstreamSources = [cells]
    link = Link("Director", over: [cells.link])
    link.respond(self) { $0.cells.link.batch }
    link.addObserver(self) { director, event in
      if case .didUpdate = event { director.completeSessions() }
    }
  }

  /// How many sections are shown.
  public var numberOfSections: Int { cells.numberOfSections }

  /// How many items of a section are shown: none where it is collapsed.
  public func numberOfItems(inSection section: Int) -> Int { cells.numberOfItems(inSection: section) }

  /// A cell that is configured by the adapter of the model at a place.
  public func item(at path: ItemPath) -> ReusableCell { cells.item(at: path) }

  /// The title of the section's header.
  public func name(ofSection section: Int) -> String? { leaf.shown.sections[section].section.headerTitle }
}

// MARK: - Content

/// The sections and models as the director's edits leave them, also while those wait.
///
/// - Complexity: O(*k*), *k* being the number of models that are given.
extension Director {
  /// All sections with their models, also those that are collapsed.
  public var content: [DirectorSection] { leaf.state.sections.map(\.whole) }

  /// The first section; nothing if there is none.
  public var firstSection: DirectorSection? { leaf.state.sections.first?.whole }

  /// The last section; nothing if there is none.
  public var lastSection: DirectorSection? { leaf.state.sections.last?.whole }

  /// The section with an identifier; nothing if there is none.
  public func section(_ identifier: String) -> DirectorSection? {
    let state = leaf.state
    return state.index(of: identifier).map { state.sections[$0].whole }
  }

  /// The index of the section with an identifier; nothing if there is none.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  public func index(ofSection identifier: String) -> Int? { leaf.state.index(of: identifier) }

  /// The model at a place, also in a section that is collapsed; nothing if there is none.
  public func model(at path: ItemPath) -> Any? {
    let sections = leaf.state.sections
    guard sections.indices.contains(path.section), sections[path.section].models.indices.contains(path.item)
    else { return nil }
    return sections[path.section].models[path.item].model
  }
}
