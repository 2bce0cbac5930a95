public import Changesets
public import DataSources

/// What decides how objects are shown. All of it may be set and replaced at any time.
///
/// - Complexity: O(1) where nobody observes the source or stands on it. Else O(*n*), *n* being the number of objects, each of which is asked
///   whether it is shown otherwise now; O(1) for a kind that is registered for the first time, by its identifier alone, and as long as nothing
///   was registered by which an object could be shown.
extension CellSource {
  /// The kind of cell for an object, where it answers: it wins over whatever else is said.
  public var identifierOverride: ((Object) -> CellIdentifier?)? {
    get { rules.identifierOverride }
    set { change { $0.identifierOverride = newValue } }
  }

  /// The whole cell for the object at a place, where it answers: nothing is dequeued then, and nothing configured.
  ///
  /// A closure that dequeues and configures is the cell provider of a diffable table. It is asked again when an item is updated, and then
  /// dequeues the very cell that shows the item.
  ///
  /// ```swift
  /// let photos = CellSource<Photo, PhotoCell>(album)
  /// photos.cellOverride = { [pool = photos.pool] photo, path in
  ///   let cell = pool.dequeue(photo.isWide ? "panorama" : "photo")
  ///   cell.title = "\(path.item + 1): \(photo.title)"
  ///   return cell
  /// }
  /// ```
  ///
  /// When it is replaced, the one before and the new one are asked for every object, and what they give is compared, but not shown.
  public var cellOverride: ((Object, ItemPath) -> Cell?)? {
    get { rules.cellOverride }
    set { change { $0.cellOverride = newValue } }
  }

  /// Registers what configures the cells of a kind; a later registration of the kind replaces it.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - configurator: Configures a cell to show an object; without it, cells of the kind are shown as they are.
  public func register(_ identifier: CellIdentifier, configurator: @escaping Configurator = { _, _ in }) {
    register(identifier) { cell, object, _ in configurator(cell, object) }
  }

  /// Registers what configures the cells of a kind, and uses the place; a later registration of the kind replaces it.
  public func register(
    _ identifier: CellIdentifier,
    configurator: @escaping (_ cell: Cell, _ object: Object, _ context: ConfigurationContext) -> Void
  ) {
    change { $0.register(identifier, CellConfiguration(configurator)) }
  }

  /// Registers what configures all cells that nothing else is registered for; a later registration replaces it.
  public func register(configurator: @escaping Configurator) {
    register { cell, object, _ in configurator(cell, object) }
  }

  /// Registers what configures all cells that nothing else is registered for, and uses the place; a later registration replaces it.
  public func register(
    configurator: @escaping (_ cell: Cell, _ object: Object, _ context: ConfigurationContext) -> Void
  ) {
    change { $0.common = CellConfiguration(configurator) }
  }

  /// Registers what configures the cells of a kind, and declares what they follow from.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - origin: Returns all that a cell follows from beside its object.
  ///   - configurator: Configures a cell to show an object.
  package func register(
    _ identifier: CellIdentifier, following origin: @escaping (Object) -> CellOrigin,
    configurator: @escaping Configurator
  ) {
    change {
      $0.register(identifier, CellConfiguration({ cell, object, _ in configurator(cell, object) }, origin: origin))
    }
  }

  /// For each object the kind of its cell, and what the cell follows from beside the object; nil where that was not declared.
  package func declarations(of objects: [Object]) -> [(identifier: CellIdentifier, origin: CellOrigin)?] {
    let rules = rules
    guard rules.cellOverride == nil else { return objects.map { _ in nil } }
    // Nearly always the next object is shown by what has shown the one before.
    var last: (identifier: CellIdentifier, configuration: CellConfiguration<Object, Cell>, isForAll: Bool)?
    return objects.map { object in
      let identifier = rules.identifier(of: object)
      if last?.identifier != identifier || last?.isForAll != true {
        last = rules.configuration(of: identifier, for: object).map {
          (identifier, $0, rules.hasOneConfiguration(for: identifier))
        }
      }
      guard let origin = last?.configuration.origin else { return nil }
      return (identifier, origin(object))
    }
  }

  /// Registers the class of the cells of a kind, with the pool, and what configures them.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Configures a cell of the class to show an object; without it, cells of the kind are shown as they are.
  public func register<Shown: ReusableCell>(
    _ identifier: CellIdentifier, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ object: Object) -> Void = { _, _ in }
  ) {
    register(identifier, type) { cell, object, _ in configurator(cell, object) }
  }

  /// Registers the class of the cells of a kind, with the pool, and what configures them, which uses the place.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Configures a cell of the class to show an object.
  public func register<Shown: ReusableCell>(
    _ identifier: CellIdentifier, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ object: Object, _ context: ConfigurationContext) -> Void
  ) {
    let cells = cellClass(type)
    change { [pool] rules in
      pool.register(identifier, cells)
      rules.register(identifier, CellConfiguration(Cells.configurator(of: type, configurator)))
    }
  }

  /// Registers the kind of cell for the objects of a type, and what configures it for them.
  ///
  /// - Parameters:
  ///   - model: The type: a class, also for those that inherit from it, any other type, or a protocol as `(any Named).self`. An object's
  ///     own type comes before any other; of others, the first one that was registered counts.
  ///   - identifier: The kind; the qualified name of the type unless given. Several types may have the same.
  ///   - configurator: Configures a cell to show an object of the type.
  public func register<Model>(
    _ model: Model.Type, as identifier: CellIdentifier? = nil,
    configurator: @escaping (_ cell: Cell, _ object: Model) -> Void
  ) {
    register(model, as: identifier) { cell, object, _ in configurator(cell, object) }
  }

  /// Registers the kind of cell for the objects of a type, and what configures it for them, which uses the place.
  ///
  /// - Parameters:
  ///   - model: The type, as in ``register(_:as:configurator:)``.
  ///   - identifier: The kind; the qualified name of the type unless given.
  ///   - configurator: Configures a cell to show an object of the type.
  public func register<Model>(
    _ model: Model.Type, as identifier: CellIdentifier? = nil,
    configurator: @escaping (_ cell: Cell, _ object: Model, _ context: ConfigurationContext) -> Void
  ) {
    let identifier = identifier ?? CellIdentifier(model)
    change { $0.registerType(as: identifier, CellConfiguration(model, configurator)) }
  }

  /// Registers the kind of cell for the objects of a type, the class of the cells, with the pool, and what configures them.
  ///
  /// - Parameters:
  ///   - model: The type, as in ``register(_:as:configurator:)``.
  ///   - identifier: The kind; the qualified name of the type unless given.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Configures a cell of the class to show an object of the type.
  public func register<Model, Shown: ReusableCell>(
    _ model: Model.Type, as identifier: CellIdentifier? = nil, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ object: Model) -> Void
  ) {
    register(model, as: identifier, type) { cell, object, _ in configurator(cell, object) }
  }

  /// Registers the kind of cell for the objects of a type, the class of the cells, with the pool, and what configures them, which uses the place.
  ///
  /// - Parameters:
  ///   - model: The type, as in ``register(_:as:configurator:)``.
  ///   - identifier: The kind; the qualified name of the type unless given.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Configures a cell of the class to show an object of the type.
  public func register<Model, Shown: ReusableCell>(
    _ model: Model.Type, as identifier: CellIdentifier? = nil, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ object: Model, _ context: ConfigurationContext) -> Void
  ) {
    let identifier = identifier ?? CellIdentifier(model)
    let cells = cellClass(type)
    change { [pool] rules in
      pool.register(identifier, cells)
      rules.registerType(as: identifier, CellConfiguration(model, Cells.configurator(of: type, configurator)))
    }
  }

  /// The class as one of this source's cells.
  func cellClass(_ type: ReusableCell.Type) -> Cell.Type {
    guard let cells = type as? Cell.Type else {
      fatalError(
        "The cells of this source are of the class \(Cell.self); a \(type) is none: register a subclass.")
    }
    return cells
  }
}

/// Where the object stands that a cell is configured for.
///
/// It is the place at that time: an item that moves keeps its cell, and is not configured again for that.
public struct ConfigurationContext {
  /// The object's place in the source.
  public let path: ItemPath
  /// The cell source, or what has the header or the footer.
  public let source: any DataSource

  package init(path: ItemPath, source: any DataSource) {
    self.path = path
    self.source = source
  }

  /// The name of the object's section, if it has one.
  public var sectionName: String? { source.name(ofSection: path.section) }
}

// MARK: - Adapters

/// Tells what shows an object: a configurator that is registered with it has it.
package final class ConfiguratorTag {
  package init() {}
}

extension CellSource {
  /// Registers how the cells of a kind are made.
  package func registerCells<Shown: ReusableCell>(
    _ identifier: CellIdentifier, make: @escaping (CellIdentifier) -> Shown
  ) {
    _ = cellClass(Shown.self)
    change { [pool] _ in
      pool.register(identifier) { identifier in
        guard let cell = make(identifier) as? Cell else {
          fatalError("The cells of this source are of the class \(Cell.self); a \(Shown.self) is none.")
        }
        return cell
      }
    }
  }

  /// Registers the kind of cell for the objects of a type, and what configures it for them, which uses the place. The cell remembers the object.
  package func register<Model, Shown: ReusableCell>(
    _ model: Model.Type, as identifier: CellIdentifier, tag: ConfiguratorTag,
    configurator: @escaping (_ cell: Shown, _ object: Model, _ context: ConfigurationContext) -> Void
  ) {
    let configuration = CellConfiguration<Object, Cell>(
      model,
      Cells.configurator(of: Shown.self) { cell, model, context in
        cell.shownModel = model
        configurator(cell, model, context)
      }, tag)
    change { $0.registerType(as: identifier, configuration) }
  }

  /// The tag of the configurator that shows the object at a place, or nil if it has none.
  package func configuratorTag(at path: ItemPath) -> ConfiguratorTag? {
    let object = object(at: path)
    return rules.configuration(of: rules.identifier(of: object), for: object)?.tag
  }
}

// MARK: - Supplements

/// Headers and footers of sections. A cell wins over a title, and the title of a header is the section's name unless somebody says
/// otherwise.
extension CellSource {
  /// The title of a section's header; its name where this is nil or returns nil.
  public var headerTitle: ((_ section: NamedSection) -> String?)? {
    get { rules.supplements[.header]?.title }
    set { change { $0.supplements[.header, default: Supplement()].title = newValue } }
  }

  /// The title of a section's footer.
  public var footerTitle: ((_ section: NamedSection) -> String?)? {
    get { rules.supplements[.footer]?.title }
    set { change { $0.supplements[.footer, default: Supplement()].title = newValue } }
  }

  /// Registers the kind of cell that is the header of sections, and what configures it.
  public func registerHeader(
    _ identifier: CellIdentifier, configurator: @escaping (_ cell: Cell, _ section: NamedSection) -> Void
  ) {
    register(.header, identifier, configurator)
  }

  /// Registers the kind of cell that is the footer of sections, and what configures it.
  public func registerFooter(
    _ identifier: CellIdentifier, configurator: @escaping (_ cell: Cell, _ section: NamedSection) -> Void
  ) {
    register(.footer, identifier, configurator)
  }

  /// Registers the kind of cell that is the header of sections, its class, with the pool, and what configures it.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Configures a cell of the class as the header of a section.
  public func registerHeader<Shown: ReusableCell>(
    _ identifier: CellIdentifier, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ section: NamedSection) -> Void
  ) {
    register(.header, identifier, type, configurator)
  }

  /// Registers the kind of cell that is the footer of sections, its class, with the pool, and what configures it.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Configures a cell of the class as the footer of a section.
  public func registerFooter<Shown: ReusableCell>(
    _ identifier: CellIdentifier, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ section: NamedSection) -> Void
  ) {
    register(.footer, identifier, type, configurator)
  }

  private func register(
    _ kind: SupplementaryKind, _ identifier: CellIdentifier, _ configure: @escaping (Cell, NamedSection) -> Void
  ) {
    change { $0.supplements[kind, default: Supplement()].cell = Supplement.Configuration(identifier, configure) }
  }

  private func register<Shown: ReusableCell>(
    _ kind: SupplementaryKind, _ identifier: CellIdentifier, _ type: Shown.Type,
    _ configure: @escaping (Shown, NamedSection) -> Void
  ) {
    let cells = cellClass(type)
    change { [pool] rules in
      pool.register(identifier, cells)
      rules.supplements[kind, default: Supplement()].cell = Supplement.Configuration(
        identifier, { cell, section in configure(shown(cell, as: type), section) })
    }
  }
}
