public import Changesets
public import DataSources

/// A source whose items are cells: it maps each object of another source to a cell identifier and a configurator.
///
/// ```swift
/// let cells = CellSource(fruits, pool: pool) { $0.isCitrus ? "citrus" : "fruit" }
/// cells.register("fruit") { cell, fruit in cell.title = fruit.name }
/// ```
///
/// Positions are those of the objects, so that cell sources chain through the same transforms as any others.
public final class CellSource<Object, Cell: ReusableCell>: DerivedSource {
  /// Makes a cell show an object.
  public typealias Configurator = (_ cell: Cell, _ object: Object) -> Void

  /// The objects that the cells show.
  public let objects: any DataSource<Object>
  /// The objects alone.
  public let upstreamSources: [any DataSource]
  /// The source's place in its chains.
  public let link: Link
  private let pool: CellPool<Cell>
  private let identifier: (Object) -> CellIdentifier
  private var configurators: [CellIdentifier: Configurator] = [:]

  /// Makes a source of the cells of some objects.
  ///
  /// - Parameters:
  ///   - objects: The objects.
  ///   - pool: Where the cells come from; whoever shows a cell gives it back there.
  ///   - identifier: The kind of cell that shows an object.
  public init(
    _ objects: any DataSource<Object>, pool: CellPool<Cell>, identifier: @escaping (Object) -> CellIdentifier
  ) {
    self.objects = objects
    upstreamSources = [objects]
    self.pool = pool
    self.identifier = identifier
    link = Link("CellSource", over: [objects.link])
    link.respond(self) { $0.objects.link.batch }
  }

  /// Registers what configures the cells of a kind; a later registration of the kind replaces it.
  public func register(_ identifier: CellIdentifier, configurator: @escaping Configurator) {
    configurators[identifier] = configurator
  }

  /// The number of the objects' sections.
  public var numberOfSections: Int { objects.numberOfSections }

  /// The number of objects in a section.
  public func numberOfItems(inSection section: Int) -> Int { objects.numberOfItems(inSection: section) }

  /// The name of the objects' section.
  public func name(ofSection section: Int) -> String? { objects.name(ofSection: section) }

  /// A cell from the pool, configured to show the object at a place.
  ///
  /// The object's identifier has to be registered; anything else is a programmer's error.
  public func item(at path: ItemPath) -> Cell {
    let object = objects.item(at: path)
    let identifier = identifier(object)
    guard let configure = configurators[identifier] else {
      preconditionFailure("No configurator is registered for the cell identifier “\(identifier)”: register one.")
    }
    let cell = pool.dequeue(identifier)
    configure(cell, object)
    return cell
  }
}

// MARK: - The places of the objects

extension CellSource {
  /// The same place, where there is an object.
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    objects.contains(path) ? SourcePath(source: 0, path: path) : nil
  }

  /// The same place, where there is an object.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    sourcePath.source == 0 && objects.contains(sourcePath.path) ? sourcePath.path : nil
  }

  /// The same section of the objects.
  public func sourceSection(for section: Int) -> SourceSection? {
    (0..<numberOfSections).contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  /// The same section.
  public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && (0..<numberOfSections).contains(sourceSection.section) ? sourceSection.section : nil
  }
}
