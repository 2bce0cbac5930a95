import Changesets

/// The rules that determine the kind of cell and the configurator that show an object.
struct CellRules<Object, Cell: ReusableCell> {
  typealias Configuration = CellConfiguration<Object, Cell>

  /// Returns the kind of cell for an object. It takes precedence over every other rule for the kind.
  var identifierOverride: ((Object) -> CellIdentifier?)? { didSet { generation += 1 } }
  /// Returns the cell for an object. It takes precedence over the cells of the pool.
  var cellOverride: ((Object, ItemPath) -> Cell?)? { didSet { cellGeneration += 1 } }
  /// The headers and footers of sections.
  var supplements: [SupplementaryKind: Supplement<Cell>] = [:]

  /// The closure for the kind of cell that the source was created with.
  private let identifier: ((Object) -> CellIdentifier?)?
  /// The registrations for types, in the order of registration.
  private var types: [(accepted: Configuration, identifier: CellIdentifier)] = []
  /// The configurators of each kind: those for a type, in the order of registration, then the one for any object, if
  /// there is one.
  private var configurations: [CellIdentifier: [Configuration]] = [:]
  /// The configurator of cells without one of their own.
  var common: Configuration? { didSet { generation += 1 } }
  /// Results for objects that were looked up.
  private var known = Knowledge()
  /// The number of changes that can affect objects that are already shown.
  private var generation = 0
  /// The number of changes of the cell override.
  private var cellGeneration = 0

  /// A cache of results for objects that were looked up. Copies of the same rules share it: it holds the same results
  /// for all of them.
  private final class Knowledge {
    /// The kinds that follow from the type of an object alone.
    var identifiers: [ObjectIdentifier: CellIdentifier] = [:]
    /// The kinds of which cells were configured by a configurator for a type or for all cells. Any other kind that is
    /// registered for the first time does not affect an object that is already shown, so that objects need not be
    /// compared.
    var otherwiseConfigured: Set<CellIdentifier> = []
  }

  init(identifier: ((Object) -> CellIdentifier?)?) { self.identifier = identifier }

  func identifier(of object: Object) -> CellIdentifier {
    identifierOverride?(object) ?? identifier?(object) ?? identifierByType(of: object)
  }

  private func identifierByType(of object: Object) -> CellIdentifier {
    let type = dynamicType(of: object)
    if let identifier = known.identifiers[ObjectIdentifier(type)] { return identifier }
    let identifier = rule(for: object)?.identifier ?? CellIdentifier(type)
    // The type alone does not determine which registrations accept such a value.
    if !(type is any CastByContent.Type) { known.identifiers[ObjectIdentifier(type)] = identifier }
    return identifier
  }

  /// Returns the registration for an object's own type, or else the earliest one for a type that the object is an
  /// instance of.
  private func rule(for object: Object) -> (accepted: Configuration, identifier: CellIdentifier)? {
    let type = ObjectIdentifier(dynamicType(of: object))
    return types.first { $0.accepted.type == type } ?? types.first { $0.accepted.accepts(object) }
  }

  /// Returns the configurator of a cell of a kind for an object: the first of those registered for the kind and the
  /// type, for the kind, for the type with another kind, and for all cells. Returns nil if there is none.
  func configuration(of identifier: CellIdentifier, for object: Object) -> Configuration? {
    if let configuration = ownConfiguration(of: identifier, for: object) { return configuration }
    guard let other = rule(for: object)?.accepted ?? common else { return nil }
    known.otherwiseConfigured.insert(identifier)
    return other
  }

  private func ownConfiguration(of identifier: CellIdentifier, for object: Object) -> Configuration? {
    guard let all = configurations[identifier] else { return nil }
    // Nearly always there is one configurator, for any object.
    if all.count == 1 { return all[0].accepts(object) ? all[0] : nil }
    let type = ObjectIdentifier(dynamicType(of: object))
    return all.first { $0.type == type } ?? all.first { $0.accepts(object) }
  }

  /// Returns whether all objects of a kind are shown by one configurator.
  func hasOneConfiguration(for identifier: CellIdentifier) -> Bool {
    guard let all = configurations[identifier] else { return false }
    return all.count == 1 && all[0].type == nil
  }

  /// Registers a configurator for all objects with an identifier. It replaces all other configurators of that kind.
  mutating func register(_ identifier: CellIdentifier, _ configuration: Configuration) {
    if configurations[identifier] != nil || known.otherwiseConfigured.contains(identifier) { generation += 1 }
    configurations[identifier] = [configuration]
  }

  /// Registers an identifier for the objects of a type, and a configurator for those of them that have this identifier.
  mutating func registerType(as identifier: CellIdentifier, _ configuration: Configuration) {
    generation += 1
    // A new cache instead of an emptied one: copies of the rules as they were still use the old one.
    let knowledge = Knowledge()
    knowledge.otherwiseConfigured = known.otherwiseConfigured
    known = knowledge
    types.replace(or: types.endIndex, with: (configuration, identifier)) { $0.accepted.type == configuration.type }
    var all = configurations[identifier] ?? []
    // In front of the configurator for any object, which is the last one if there is one.
    let end = all.last?.type == nil ? max(0, all.count - 1) : all.count
    all.replace(or: end, with: configuration) { $0.type == configuration.type }
    configurations[identifier] = all
  }

  /// Returns whether items that were shown by old rules can be shown differently by these. If not, they need not be
  /// compared one by one.
  func mayDiffer(from old: CellRules) -> Bool {
    // What could not be shown is not shown, so it needs no update.
    let showedNone = old.configurations.isEmpty && old.common == nil
    if showedNone && old.cellOverride == nil && cellOverride == nil { return false }
    return generation != old.generation || cellGeneration != old.cellGeneration
  }

  /// Returns whether an item that was shown by old rules gets another cell by these rules, or another configurator.
  func differ(from old: CellRules, for object: Object, at path: ItemPath) -> Bool {
    let cell = cellOverride?(object, path)
    // An override that is the same is not called twice, since it may return a new cell each time.
    let oldCell = cellGeneration == old.cellGeneration ? cell : old.cellOverride?(object, path)
    if cell != nil || oldCell != nil { return cell !== oldCell }
    let oldIdentifier = old.identifier(of: object)
    guard let before = old.configuration(of: oldIdentifier, for: object) else { return false }
    let identifier = identifier(of: object)
    return identifier != oldIdentifier || configuration(of: identifier, for: object) !== before
  }
}

/// Returns the dynamic type of an object, also of the content of an existential such as `any Food`.
package func dynamicType(of object: some Any) -> Any.Type { type(of: object as Any) }

/// A type whose values can be cast to other types depending on their content, such as `[Any]` to `[Int]`: the result of
/// a cast must not be cached by such a type.
private protocol CastByContent {}

extension Optional: CastByContent {}
extension AnyHashable: CastByContent {}
extension Array: CastByContent {}
extension Set: CastByContent {}
extension Dictionary: CastByContent {}

extension Array {
  /// Replaces the first element that satisfies a predicate, or inserts the element at an index if there is none.
  fileprivate mutating func replace(or end: Int, with element: Element, where fits: (Element) -> Bool) {
    if let index = firstIndex(where: fits) { self[index] = element } else { insert(element, at: end) }
  }
}

/// A digest of everything that a cell depends on apart from its object, as the registration of its configurator
/// computes it.
package struct CellOrigin: Hashable, Sendable {
  /// The upper half of the digest.
  package let high: UInt64
  /// The lower half of the digest.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
}

/// A registered configurator. Its identity distinguishes it from others.
final class CellConfiguration<Object, Cell: ReusableCell> {
  /// The type that it was registered for, or nil if it is for any object.
  let type: ObjectIdentifier?
  /// Returns whether an object is an instance of that type.
  let accepts: (Object) -> Bool
  /// Configures a cell to show an accepted object.
  let configure: (Cell, Object, ConfigurationContext) -> Void
  /// The tag of the adapter that registered it, or nil.
  let tag: ConfiguratorTag?
  /// Returns what a cell depends on apart from its object. Nil if this was not declared, so that only comparing cells
  /// shows a difference.
  let origin: ((Object) -> CellOrigin)?

  /// Creates a configuration for any object.
  init(
    _ configure: @escaping (Cell, Object, ConfigurationContext) -> Void, origin: ((Object) -> CellOrigin)? = nil
  ) {
    type = nil
    accepts = { _ in true }
    self.configure = configure
    tag = nil
    self.origin = origin
  }

  /// Creates a configuration for the objects of a type.
  init<Model>(
    _ type: Model.Type, _ configure: @escaping (Cell, Model, ConfigurationContext) -> Void,
    _ tag: ConfiguratorTag? = nil
  ) {
    self.type = ObjectIdentifier(type)
    self.tag = tag
    origin = nil
    accepts = { $0 is Model }
    self.configure = { cell, object, context in
      if let model = object as? Model { configure(cell, model, context) }
    }
  }
}

/// Returns a configurator of a class of cells, typed for a source whose cells are of another class.
func configurator<Cell: ReusableCell, Shown: ReusableCell, Model>(
  of type: Shown.Type, _ configure: @escaping (Shown, Model, ConfigurationContext) -> Void
) -> (Cell, Model, ConfigurationContext) -> Void {
  { cell, model, context in configure(shown(cell, as: type), model, context) }
}

/// Returns a dequeued cell as an instance of the class that its configurator is for. A cell of another class is a
/// programming error.
func shown<Shown: ReusableCell>(_ cell: ReusableCell, as type: Shown.Type) -> Shown {
  guard let shown = cell as? Shown else {
    fatalError(
      """
      A cell of the kind “\(cell.identifier)” has to be a \(type), but is a \(Swift.type(of: cell)). Register the class of this kind: \
      pool.register("\(cell.identifier)", \(type).self).
      """)
  }
  return shown
}

/// The registration of the headers or the footers of sections.
struct Supplement<Cell: ReusableCell> {
  /// The kind and configurator of the cell, which takes precedence over a title.
  var cell: Configuration?
  var title: ((NamedSection) -> String?)?

  /// A registered kind of cell with its configurator. Its identity distinguishes it from others.
  final class Configuration {
    let identifier: CellIdentifier
    let configure: (Cell, NamedSection) -> Void

    init(_ identifier: CellIdentifier, _ configure: @escaping (Cell, NamedSection) -> Void) {
      self.identifier = identifier
      self.configure = configure
    }
  }

  /// Returns whether a section shows another header or footer than by an old registration.
  func differs(from old: Supplement?, for section: NamedSection) -> Bool {
    if cell != nil || old?.cell != nil { return cell !== old?.cell }
    return title?(section) != old?.title?(section)
  }
}
