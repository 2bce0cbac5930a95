public import Changesets
public import DataSources

/// A source whose items are cells: it maps each object of another source to a kind of cell and a configurator.
///
/// ```swift
/// let cells = CellSource<Fruit, FruitCell>(fruits)
/// cells.register(Fruit.self) { cell, fruit in cell.title = fruit.name }
///
/// let mixed = CellSource<any Food, ReusableCell>(foods) { $0.isSour ? "sour" : nil }
/// mixed.register("sour", LemonCell.self) { cell, food in cell.face = "😖" }
/// mixed.register(Fruit.self, as: "fruit", FruitCell.self) { cell, fruit in cell.title = fruit.name }
/// ```
///
/// The kind of cell for an object is determined by the first of these that provides one: ``identifierOverride``; the
/// closure that was passed to the initializer; the registration for the object's own type; the earliest registration
/// for a type that the object conforms to or inherits from. If none does, the kind is the qualified name of the
/// object's type.
///
/// The cell is configured by the first of these that is registered: a configurator for the kind and the type; one for
/// the kind; one for the type, if something other than the type determined the kind; one for all cells. A kind can be
/// registered without a configurator.
///
/// The paths of a cell source are those of its objects, so that it can be an input of the same transforms as any other
/// source. A cell is configured each time that an item is read. An object that shows cells reads each item once and
/// recycles the cell, as `CellDisplay` does. A caller that only reads items does not have to recycle: a cell without
/// references is reused for a later reader, so that the number of cells is at most about twice the number that are
/// referenced at once.
///
/// A registration, or a change of an override, while the source has observers or links downstream becomes an update of
/// the items that it affects, and of no others.
public final class CellSource<Object, Cell: ReusableCell>: DataSource {
  /// Configures a cell to show an object.
  public typealias Configurator = (_ cell: Cell, _ object: Object) -> Void

  /// The objects that the cells show.
  public private(set) var objects: any DataSource<Object>
  /// The sources that this one stands on: only ``objects``.
  public private(set) var upstreamSources: [any DataSource]
  /// The pool that the cells come from.
  public let pool: CellPool<Cell>
  public let link: ChainLink

  private(set) var rules: CellRules<Object, Cell>
  /// The identity of the current rules. Sources with the same identity show an object in the same way.
  package private(set) var rulesIdentity: AnyObject = RulesIdentity()
  /// The rules before this epoch; nil if they do not change in it.
  private var oldRules: CellRules<Object, Cell>?
  /// The source of the objects after this epoch; nil if it is not replaced in it.
  private var newObjects: (any DataSource<Object>)?
  /// The cells that readers of items may still reference.
  private var lent = LentCells<Cell>()

  /// Creates a source of cells for some objects.
  ///
  /// - Parameters:
  ///   - objects: The objects.
  ///   - pool: The pool that the cells come from and return to. Several sources may share it.
  ///   - identifier: Returns the kind of the cell that shows an object, or nil if the object's type determines it: a
  ///     closure, or a key path such as `\.kind`.
  public init(
    _ objects: any DataSource<Object>, pool: CellPool<Cell> = CellPool(),
    identifier: ((Object) -> CellIdentifier?)? = nil
  ) {
    self.objects = objects
    upstreamSources = [objects]
    self.pool = pool
    rules = CellRules(identifier: identifier)
    link = ChainLink("CellSource<\(Object.self)>", over: [objects.link])
    link.onUpdate(self) { $0.update() }
  }

  /// Creates a source that shows other objects with the current rules of this one, and with cells of the same pool.
  package func cells(of objects: any DataSource<Object>) -> CellSource {
    let cells = CellSource(objects, pool: pool)
    cells.rules = rules
    cells.rulesIdentity = rulesIdentity
    return cells
  }

  /// Whether another source shows an object in the same way, because one of them was created from the other and neither
  /// has changed its rules since.
  package func hasSameRules(as other: CellSource) -> Bool { rulesIdentity === other.rulesIdentity }

  /// Replaces the source of the objects. Like an edit, this takes effect immediately, or at the end of the current
  /// transaction or epoch.
  ///
  /// Observers are notified of a reload. To replace only some of the objects, change the sources of a transform, or the
  /// items of a leaf.
  ///
  /// - Parameter objects: The objects that the cells show from now on.
  /// - Throws: `UpdateError` with the code `cycle` if the objects stand on this source.
  public func setObjects(_ objects: any DataSource<Object>) throws {
    try link.setUpstream([objects.link]) { [self] in newObjects = objects }
  }

  public var numberOfSections: Int { objects.numberOfSections }

  public func numberOfItems(inSection section: Int) -> Int { objects.numberOfItems(inSection: section) }

  public func name(ofSection section: Int) -> String? { objects.name(ofSection: section) }

  /// Returns the object at a path.
  public func object(at path: ItemPath) -> Object { objects.item(at: path) }

  package func identifier(at path: ItemPath) -> CellIdentifier { rules.identifier(of: object(at: path)) }

  /// Returns whether a configurator is registered for the cell of an object. An object whose cell is returned by
  /// ``cellOverride`` does not need one.
  public func canShow(_ object: Object) -> Bool {
    rules.configuration(of: rules.identifier(of: object), for: object) != nil
  }

  /// Returns a cell that is configured to show the object at a path: the cell of ``cellOverride`` if it returns one, or
  /// else a cell from the pool.
  ///
  /// A configurator has to be registered for the object's cell, see ``canShow(_:)``; otherwise this is a programming
  /// error. Each call configures another cell. The one that a display shows is its `CellDisplay.existingCell(at:)`.
  public func item(at path: ItemPath) -> Cell {
    // Two checks for each cell that is added limit the length of the list: see `popUnused()`.
    for _ in 0..<2 { lent.popUnused()?.recycle() }
    let cell = cell(for: object(at: path), at: path)
    lent.add(cell)
    return cell
  }

  /// Returns a configured cell for a caller that already has the object at the path, and that recycles the cell.
  package func cell(for object: Object, at path: ItemPath) -> Cell {
    if let cell = rules.cellOverride?(object, path) { return cell }
    let identifier = rules.identifier(of: object)
    guard let configuration = rules.configuration(of: identifier, for: object) else {
      let type = String(reflecting: dynamicType(of: object))
      fatalError(
        """
        Nothing is registered that shows an object of the type \(type) by a cell of the kind “\(identifier)”. Register a configurator for \
        the kind: register("\(identifier)") { cell, object in … }, or for the type: register(\(type).self) { cell, object in … }, or for \
        all: register { cell, object in … }. A cell that needs none is registered by its kind: register("\(identifier)").
        """)
    }
    let cell = pool.dequeue(identifier)
    configuration.configure(cell, object, ConfigurationContext(path: path, source: self))
    return cell
  }

  /// Returns the registration of headers or footers, or nil if there is none.
  func supplement(_ kind: SupplementaryKind) -> Supplement<Cell>? { rules.supplements[kind] }

  /// Changes the rules: in an edit if observers may have to be notified, or else directly.
  func change(_ change: @escaping (inout CellRules<Object, Cell>) -> Void) {
    // Nobody has to be notified, and nobody reads the former rules.
    guard link.isWatched else {
      rulesIdentity = RulesIdentity()
      return change(&rules)
    }
    link.edit { [self] in
      if oldRules == nil { oldRules = rules }
      rulesIdentity = RulesIdentity()
      change(&rules)
    }
  }

  /// Adopts the changes of the objects, and adds updates of the items and sections that the changed rules affect.
  private func update() -> UpdateBatch {
    let isReplaced = newObjects.map { $0 !== objects } ?? false
    if let newObjects {
      objects = newObjects
      upstreamSources = [newObjects]
      self.newObjects = nil
    }
    let batch = isReplaced ? .reload : objects.link.batch
    guard let old = oldRules else { return batch }
    oldRules = nil
    if batch.isReload { return batch }
    // The objects are in the state after their batch, so these updates follow it.
    let changes = changes(since: old)
    return changes.isEmpty ? batch : batch.composed(with: changes)
  }

  /// Returns updates of the items and sections that are shown differently than by the old rules.
  private func changes(since old: CellRules<Object, Cell>) -> UpdateBatch {
    let sections = (0..<numberOfSections).filter { index in
      let section = section(index)
      return SupplementaryKind.allCases.contains { kind in
        rules.supplements[kind]?.differs(from: old.supplements[kind], for: section) ?? false
      }
    }
    let items = rules.mayDiffer(from: old) ? paths.filter { rules.differ(from: old, for: object(at: $0), at: $0) } : []
    return UpdateBatch(
      sections: Edits(updates: sections.map { PlacePair($0, $0) }),
      items: Edits(updates: items.map { PlacePair($0, $0) }))
  }

  func section(_ index: Int) -> NamedSection { NamedSection(index: index, name: name(ofSection: index)) }
}

// MARK: - Paths

/// The paths and sections of a cell source are those of its objects.
extension CellSource {
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    objects.contains(path) ? SourcePath(source: 0, path: path) : nil
  }

  public func path(for sourcePath: SourcePath) -> ItemPath? {
    sourcePath.source == 0 && objects.contains(sourcePath.path) ? sourcePath.path : nil
  }

  public func sourceSection(for section: Int) -> SourceSection? {
    (0..<numberOfSections).contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && (0..<numberOfSections).contains(sourceSection.section) ? sourceSection.section : nil
  }
}

/// An object whose identity stands for one state of the rules: sources with the same one have the same rules.
private final class RulesIdentity {}
