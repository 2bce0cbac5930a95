public import Changesets
public import DataSources

/// The rules that determine how objects are shown. All of them can be set and replaced at any time.
///
/// - Complexity: O(1) if the source has neither observers nor links downstream. Otherwise O(*n*), *n* being the number
///   of objects, for each of which the old and the new rules are compared. It is O(1) as well if a kind is registered
///   by its identifier alone for the first time, or if no object could be shown before, because nothing was registered.
extension CellSource {
  /// Returns the kind of cell for an object, or nil to leave it to the other rules. It takes precedence over all of
  /// them.
  public var identifierOverride: ((Object) -> CellIdentifier?)? {
    get { rules.identifierOverride }
    set { change { $0.identifierOverride = newValue } }
  }

  /// Returns the complete cell for the object at a path, or nil to leave it to the other rules. If it returns a cell,
  /// the source neither dequeues nor configures one.
  ///
  /// A closure that dequeues and configures a cell corresponds to the cell provider of a diffable data source. It is
  /// called again when an item is updated, and then dequeues the same cell that already shows the item.
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
  /// When the closure is replaced while the source is observed, the old and the new one are called for every object,
  /// and their cells are compared, but not shown.
  ///
  /// - Warning: The source retains the closure. Capture its ``pool``, as above, and not the source itself, which
  ///   would never be released.
  public var cellOverride: ((Object, ItemPath) -> Cell?)? {
    get { rules.cellOverride }
    set { change { $0.cellOverride = newValue } }
  }

  /// Registers the configurator of the cells of a kind. A later registration of the kind replaces it.
  ///
  /// Register before the first cell is read: an object that no configurator is for stops the program. The source
  /// retains the closure, which should capture neither the source nor an object that owns it.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - configurator: Configures a cell to show an object. Without it, cells of the kind are shown as they are.
  public func register(_ identifier: CellIdentifier, configurator: @escaping Configurator = { _, _ in }) {
    register(identifier) { cell, object, _ in configurator(cell, object) }
  }

  /// Registers a configurator of the cells of a kind that uses the object's path and source. A later registration of
  /// the kind replaces it.
  public func register(
    _ identifier: CellIdentifier,
    configurator: @escaping (_ cell: Cell, _ object: Object, _ context: ConfigurationContext) -> Void
  ) { change { $0.register(identifier, CellConfiguration(configurator)) } }

  /// Registers the configurator of all cells without one of their own. A later registration replaces it.
  public func register(configurator: @escaping Configurator) {
    register { cell, object, _ in configurator(cell, object) }
  }

  /// Registers a configurator of all cells without one of their own that uses the object's path and source. A later
  /// registration replaces it.
  public func register(
    configurator: @escaping (_ cell: Cell, _ object: Object, _ context: ConfigurationContext) -> Void
  ) { change { $0.common = CellConfiguration(configurator) } }

  /// Registers the configurator of the cells of a kind, and declares what a cell depends on apart from its object.
  ///
  /// - Parameter origin: Returns a digest of everything that a cell depends on apart from its object.
  package func register(
    _ identifier: CellIdentifier, following origin: @escaping (Object) -> CellOrigin,
    configurator: @escaping Configurator
  ) {
    change {
      $0.register(identifier, CellConfiguration({ cell, object, _ in configurator(cell, object) }, origin: origin))
    }
  }

  /// Returns the kind and the origin of the cell of each object, or nil for an object whose cell's origin was not
  /// declared.
  package func declarations(of objects: [Object]) -> [(identifier: CellIdentifier, origin: CellOrigin)?] {
    let rules = rules
    guard rules.cellOverride == nil else { return objects.map { _ in nil } }
    // The next object is nearly always shown by the same configurator as the one before.
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

  /// Registers the class of the cells of a kind with the pool, and their configurator.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Configures a cell of the class to show an object. Without it, cells of the kind are shown as
  ///     they are.
  public func register<Shown: ReusableCell>(
    _ identifier: CellIdentifier, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ object: Object) -> Void = { _, _ in }
  ) { register(identifier, type) { cell, object, _ in configurator(cell, object) } }

  /// Registers the class of the cells of a kind with the pool, and a configurator that uses the object's path and
  /// source.
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
    // The class is registered with the configurator: until the change is made, which may be later, cells of the
    // former class are needed.
    change { [pool] rules in
      pool.register(identifier, cells)
      rules.register(identifier, CellConfiguration(Cells.configurator(of: type, configurator)))
    }
  }

  /// Registers the kind of cell for the objects of a type, and the configurator for them.
  ///
  /// - Parameters:
  ///   - model: The type: a class (its subclasses are included), any other type, or a protocol as `(any Named).self`. A
  ///     registration for an object's own type takes precedence; among the others that apply, the earliest.
  ///   - identifier: The kind. By default, the qualified name of the type. Several types can share a kind.
  ///   - configurator: Configures a cell to show an object of the type.
  public func register<Model>(
    _ model: Model.Type, as identifier: CellIdentifier? = nil,
    configurator: @escaping (_ cell: Cell, _ object: Model) -> Void
  ) { register(model, as: identifier) { cell, object, _ in configurator(cell, object) } }

  /// Registers the kind of cell for the objects of a type, and a configurator for them that uses the object's path and
  /// source.
  ///
  /// - Parameters:
  ///   - model: The type, as in `register(_:as:configurator:)`.
  ///   - identifier: The kind. By default, the qualified name of the type.
  ///   - configurator: Configures a cell to show an object of the type.
  public func register<Model>(
    _ model: Model.Type, as identifier: CellIdentifier? = nil,
    configurator: @escaping (_ cell: Cell, _ object: Model, _ context: ConfigurationContext) -> Void
  ) {
    let identifier = identifier ?? CellIdentifier(model)
    change { $0.registerType(as: identifier, CellConfiguration(model, configurator)) }
  }

  /// Registers the kind of cell for the objects of a type, the class of these cells with the pool, and their
  /// configurator.
  ///
  /// - Parameters:
  ///   - model: The type, as in `register(_:as:configurator:)`.
  ///   - identifier: The kind. By default, the qualified name of the type.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Configures a cell of the class to show an object of the type.
  public func register<Model, Shown: ReusableCell>(
    _ model: Model.Type, as identifier: CellIdentifier? = nil, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ object: Model) -> Void
  ) { register(model, as: identifier, type) { cell, object, _ in configurator(cell, object) } }

  /// Registers the kind of cell for the objects of a type, the class of these cells with the pool, and a configurator
  /// that uses the object's path and source.
  ///
  /// - Parameters:
  ///   - model: The type, as in `register(_:as:configurator:)`.
  ///   - identifier: The kind. By default, the qualified name of the type.
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

  /// Returns a class as a subclass of this source's cells. Any other class is a programming error.
  func cellClass(_ type: ReusableCell.Type) -> Cell.Type {
    guard let cells = type as? Cell.Type else {
      fatalError(
        "The cells of this source are of the class \(Cell.self); a \(type) is none: register a subclass.")
    }
    return cells
  }
}

/// The path and the source of the object that a cell is configured for.
///
/// They are those of that moment: an item that moves keeps its cell, and is not configured again because of the move.
/// Do not keep the path for an action of the cell: request it from the display when the action takes place.
public struct ConfigurationContext {
  /// The object's path in the source.
  public let path: ItemPath
  /// The cell source, or the source that has the header or footer.
  public let source: any DataSource

  package init(path: ItemPath, source: any DataSource) {
    self.path = path
    self.source = source
  }

  /// The name of the object's section, or nil if it has none.
  public var sectionName: String? { source.name(ofSection: path.section) }
}

// MARK: - Adapters

/// An object that identifies a registered configurator, so that its owner can determine whether it shows a given
/// object.
package final class ConfiguratorTag {
  package init() {}
}

extension CellSource {
  /// Registers a closure that creates the cells of a kind.
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

  /// Registers the kind of cell for the objects of a type, and a configurator for them with a tag, which uses the
  /// object's path and source. The cell stores the object.
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

  /// Returns the tag of the configurator that shows the object at a path, or nil if it has none.
  package func configuratorTag(at path: ItemPath) -> ConfiguratorTag? {
    let object = object(at: path)
    return rules.configuration(of: rules.identifier(of: object), for: object)?.tag
  }
}

// MARK: - Supplements

/// Headers and footers of sections. A registered cell takes precedence over a title. The default title of a header is
/// the section's name.
extension CellSource {
  /// Returns the title of a section's header. If this is nil or returns nil, the title is the section's name.
  public var headerTitle: ((_ section: NamedSection) -> String?)? {
    get { rules.supplements[.header]?.title }
    set { change { $0.supplements[.header, default: Supplement()].title = newValue } }
  }

  /// Returns the title of a section's footer, or nil if it has none.
  public var footerTitle: ((_ section: NamedSection) -> String?)? {
    get { rules.supplements[.footer]?.title }
    set { change { $0.supplements[.footer, default: Supplement()].title = newValue } }
  }

  /// Registers the kind of cell that is the header of sections, and its configurator.
  public func registerHeader(
    _ identifier: CellIdentifier, configurator: @escaping (_ cell: Cell, _ section: NamedSection) -> Void
  ) { register(.header, identifier, configurator) }

  /// Registers the kind of cell that is the footer of sections, and its configurator.
  public func registerFooter(
    _ identifier: CellIdentifier, configurator: @escaping (_ cell: Cell, _ section: NamedSection) -> Void
  ) { register(.footer, identifier, configurator) }

  /// Registers the kind of cell that is the header of sections, its class with the pool, and its configurator.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Configures a cell of the class as the header of a section.
  public func registerHeader<Shown: ReusableCell>(
    _ identifier: CellIdentifier, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ section: NamedSection) -> Void
  ) { register(.header, identifier, type, configurator) }

  /// Registers the kind of cell that is the footer of sections, its class with the pool, and its configurator.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - type: The class: `Cell`, or a subclass.
  ///   - configurator: Configures a cell of the class as the footer of a section.
  public func registerFooter<Shown: ReusableCell>(
    _ identifier: CellIdentifier, _ type: Shown.Type,
    configurator: @escaping (_ cell: Shown, _ section: NamedSection) -> Void
  ) { register(.footer, identifier, type, configurator) }

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
