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
/// The kind of cell for an object is said by ``identifierOverride``, else by the closure that the source was made with, else by the
/// type that was registered: the object's own, or else the first one that it is of. If none of them says anything, it is the qualified
/// name of the object's type.
///
/// What configures the cell is the first that was registered: for the kind and the type; for the kind; for the type, if the kind was said by
/// something else; for all. A kind may be registered without a configurator.
///
/// Positions are those of the objects, so that cell sources chain through the same transforms as any others. A source configures a cell each
/// time that it is asked for an item: who shows cells asks once, and recycles them, as a ``CellDisplay`` does. Who only reads need not: a cell
/// that nobody holds any more serves the next reader, so that no more cells are made than are held at once, or twice as many.
///
/// What is registered or set while somebody observes the source, or stands on it, becomes an update of the items that it matters to, and of no
/// others.
public final class CellSource<Object, Cell: ReusableCell>: DataSource {
  /// Configures a cell to show an object.
  public typealias Configurator = (_ cell: Cell, _ object: Object) -> Void

  /// The objects that the cells show.
  public private(set) var objects: any DataSource<Object>
  /// The objects alone.
  public private(set) var upstreamSources: [any DataSource]
  /// Where the cells come from.
  public let pool: CellPool<Cell>
  /// The source's place in its chains.
  public let link: ChainLink

  private(set) var rules: CellRules<Object, Cell>
  /// Sources that have the same one show an object in the same way.
  package private(set) var rulesIdentity: AnyObject = RulesIdentity()
  /// The rules before this epoch, where they change in it.
  private var oldRules: CellRules<Object, Cell>?
  /// The objects after this epoch, where they are replaced in it.
  private var newObjects: (any DataSource<Object>)?
  /// The cells that readers were given.
  private var lent = LentCells<Cell>()

  /// Creates a source of the cells of some objects.
  ///
  /// - Parameters:
  ///   - objects: The objects.
  ///   - pool: Where the cells come from, and go back to; sources may share it.
  ///   - identifier: The kind of cell that shows an object, or nil where its type decides: a closure, or a key path such as
  ///     `\.kind`.
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

  /// Creates a source that shows other objects as this one shows its own, by what is registered now, with cells of the same pool.
  package func cells(of objects: any DataSource<Object>) -> CellSource {
    let cells = CellSource(objects, pool: pool)
    (cells.rules, cells.rulesIdentity) = (rules, rulesIdentity)
    return cells
  }

  /// Whether another source shows an object in the same way, since it was made of this one, or this one of it.
  package func hasSameRules(as other: CellSource) -> Bool { rulesIdentity === other.rulesIdentity }

  /// Replaces the objects. Like an edit, this is done at once, or when the transaction or the epoch that is running ends.
  ///
  /// Observers are notified of a reload. Where some of the objects are to stay, change the sources of a transform, or the items of a leaf.
  ///
  /// - Parameter objects: The objects that the cells show from now on.
  /// - Throws: `UpdateError` of the code `cycle` if they stand on this source.
  public func setObjects(_ objects: any DataSource<Object>) throws {
    try link.setUpstream([objects.link]) { [self] in newObjects = objects }
  }

  /// The number of the objects' sections.
  public var numberOfSections: Int { objects.numberOfSections }

  /// The number of objects in a section.
  public func numberOfItems(inSection section: Int) -> Int { objects.numberOfItems(inSection: section) }

  /// The name of the objects' section.
  public func name(ofSection section: Int) -> String? { objects.name(ofSection: section) }

  /// The object at a place.
  public func object(at path: ItemPath) -> Object { objects.item(at: path) }

  /// The kind of cell for the object at a place.
  package func identifier(at path: ItemPath) -> CellIdentifier { rules.identifier(of: object(at: path)) }

  /// Whether something is registered that shows an object. One that ``cellOverride`` has a cell for needs nothing.
  public func canShow(_ object: Object) -> Bool {
    rules.configuration(of: rules.identifier(of: object), for: object) != nil
  }

  /// A cell that is configured to show the object at a place: from the pool, unless ``cellOverride`` has one.
  ///
  /// Something has to be registered that shows the object: see ``canShow(_:)``. Anything else is a programmer's error.
  public func item(at path: ItemPath) -> Cell {
    for _ in 0..<2 { lent.popUnused()?.recycle() }
    let cell = cell(for: object(at: path), at: path)
    lent.add(cell)
    return cell
  }

  /// The same for somebody who has the object that is at the place, and who recycles the cell.
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

  /// What sections show as headers or footers.
  func supplement(_ kind: SupplementaryKind) -> Supplement<Cell>? { rules.supplements[kind] }

  /// Changes the rules: by an edit where observers may have to be notified.
  func change(_ change: @escaping (inout CellRules<Object, Cell>) -> Void) {
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

  /// Takes over what happened to the objects, and says what shows otherwise by other rules.
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
    let changes = changes(since: old)
    return changes.isEmpty ? batch : batch.composed(with: changes)
  }

  /// The updates of the items, and of the sections, that show otherwise than by other rules.
  private func changes(since old: CellRules<Object, Cell>) -> UpdateBatch {
    let sections = (0..<numberOfSections).filter { index in
      let section = section(index)
      return SupplementaryKind.allCases.contains { kind in
        rules.supplements[kind]?.differs(from: old.supplements[kind], for: section) ?? false
      }
    }
    let items = rules.mayDiffer(from: old) ? paths.filter { rules.differ(from: old, for: object(at: $0), at: $0) } : []
    return UpdateBatch(
      sections: Edits(updates: sections.map { Pair($0, $0) }), items: Edits(updates: items.map { Pair($0, $0) }))
  }

  /// A section as those see it who make headers.
  func section(_ index: Int) -> NamedSection { NamedSection(index: index, name: name(ofSection: index)) }
}

// MARK: - Places

/// The places of a cell source are those of its objects.
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

/// Tells rules that are the same from others that may not be.
private final class RulesIdentity {}
