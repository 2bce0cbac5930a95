import Changesets

/// What decides how an object is shown: by a cell of which kind, and by which configurator.
struct CellRules<Object, Cell: ReusableCell> {
  typealias Configuration = CellConfiguration<Object, Cell>

  /// What wins over any other identifier.
  var identifierOverride: ((Object) -> CellIdentifier?)? { didSet { generation += 1 } }
  /// What wins over any cell.
  var cellOverride: ((Object, ItemPath) -> Cell?)? { didSet { cellGeneration += 1 } }
  /// What sections show beside their items.
  var supplements: [SupplementaryKind: Supplement<Cell>] = [:]

  /// The identifier that the source was made with.
  private let identifier: ((Object) -> CellIdentifier?)?
  /// Which types have which identifiers, in the order that they were registered.
  private var types: [(accepted: Configuration, identifier: CellIdentifier)] = []
  /// The configurators of each kind: those for types in the order that they were registered, that for any object at the end.
  private var configurations: [CellIdentifier: [Configuration]] = [:]
  /// What configures cells that nothing else is registered for.
  var common: Configuration? { didSet { generation += 1 } }
  /// What is known of objects that were asked about.
  private var known = Knowledge()
  /// How often something was changed by which objects may have been shown.
  private var generation = 0
  /// How often the override of cells was changed.
  private var cellGeneration = 0

  /// What is known of objects that were asked about. Shared by copies of the same rules, for which it is the same.
  private final class Knowledge {
    /// Identifiers that follow from the type of an object alone.
    var identifiers: [ObjectIdentifier: CellIdentifier] = [:]
    /// The kinds whose cells were configured by what is registered for a type or for all. Any other kind that is registered for the first time
    /// shows no object, so that none need be looked at.
    var otherwiseConfigured: Set<CellIdentifier> = []
  }

  init(identifier: ((Object) -> CellIdentifier?)?) { self.identifier = identifier }

  /// The kind of cell for an object.
  func identifier(of object: Object) -> CellIdentifier {
    identifierOverride?(object) ?? identifier?(object) ?? identifierByType(of: object)
  }

  private func identifierByType(of object: Object) -> CellIdentifier {
    let type = dynamicType(of: object)
    if let identifier = known.identifiers[ObjectIdentifier(type)] { return identifier }
    let identifier = rule(for: object)?.identifier ?? CellIdentifier(type)
    if !(type is any CastByContent.Type) { known.identifiers[ObjectIdentifier(type)] = identifier }
    return identifier
  }

  /// What was registered for the type of an object: its own, else the first one that it is of.
  private func rule(for object: Object) -> (accepted: Configuration, identifier: CellIdentifier)? {
    let type = ObjectIdentifier(dynamicType(of: object))
    return types.first { $0.accepted.type == type } ?? types.first { $0.accepted.accepts(object) }
  }

  /// What configures a cell of a kind for an object: the first that is registered for the kind and the type, for the kind, for the type of
  /// whatever kind, for all. Nil where none is.
  func configuration(of identifier: CellIdentifier, for object: Object) -> Configuration? {
    if let configuration = ownConfiguration(of: identifier, for: object) { return configuration }
    guard let other = rule(for: object)?.accepted ?? common else { return nil }
    known.otherwiseConfigured.insert(identifier)
    return other
  }

  private func ownConfiguration(of identifier: CellIdentifier, for object: Object) -> Configuration? {
    guard let all = configurations[identifier] else { return nil }
    // Nearly always there is one, and it is for any object.
    if all.count == 1 { return all[0].accepts(object) ? all[0] : nil }
    let type = ObjectIdentifier(dynamicType(of: object))
    return all.first { $0.type == type } ?? all.first { $0.accepts(object) }
  }

  /// Whether all objects of a kind are shown by one configurator.
  func hasOneConfiguration(for identifier: CellIdentifier) -> Bool {
    guard let all = configurations[identifier] else { return false }
    return all.count == 1 && all[0].type == nil
  }

  /// Registers a configurator for all objects that have an identifier, in the place of any other of that kind.
  mutating func register(_ identifier: CellIdentifier, _ configuration: Configuration) {
    if configurations[identifier] != nil || known.otherwiseConfigured.contains(identifier) { generation += 1 }
    configurations[identifier] = [configuration]
  }

  /// Registers an identifier for the objects of a type, and a configurator for those of them that have it.
  mutating func registerType(as identifier: CellIdentifier, _ configuration: Configuration) {
    generation += 1
    let knowledge = Knowledge()
    knowledge.otherwiseConfigured = known.otherwiseConfigured
    known = knowledge
    types.replace(or: types.endIndex, with: (configuration, identifier)) { $0.accepted.type == configuration.type }
    var all = configurations[identifier] ?? []
    let end = all.last?.type == nil ? max(0, all.count - 1) : all.count
    all.replace(or: end, with: configuration) { $0.type == configuration.type }
    configurations[identifier] = all
  }
}

extension CellRules {
  /// Whether rules differ in anything by which items may have been shown.
  func mayDiffer(from old: CellRules) -> Bool {
    let showedNone = old.configurations.isEmpty && old.common == nil
    if showedNone && old.cellOverride == nil && cellOverride == nil { return false }
    return generation != old.generation || cellGeneration != old.cellGeneration
  }

  /// Whether the cell of an item that was shown by other rules is another one by these, or configured by something else.
  func differ(from old: CellRules, for object: Object, at path: ItemPath) -> Bool {
    let cell = cellOverride?(object, path)
    let oldCell = cellGeneration == old.cellGeneration ? cell : old.cellOverride?(object, path)
    if cell != nil || oldCell != nil { return cell !== oldCell }
    let oldIdentifier = old.identifier(of: object)
    guard let before = old.configuration(of: oldIdentifier, for: object) else { return false }
    let identifier = identifier(of: object)
    return identifier != oldIdentifier || configuration(of: identifier, for: object) !== before
  }
}

/// The type that an object has where it is not known when the code is compiled, such as that of what is in an `any`.
package func dynamicType(of object: some Any) -> Any.Type { type(of: object as Any) }

/// A type whose values are of other types as well by what is in them: so nothing follows from the type alone.
private protocol CastByContent {}

extension Optional: CastByContent {}
extension AnyHashable: CastByContent {}
extension Array: CastByContent {}
extension Set: CastByContent {}
extension Dictionary: CastByContent {}

extension Array {
  /// Puts an element in the place of the first one that fits, else at an index.
  fileprivate mutating func replace(or end: Int, with element: Element, where fits: (Element) -> Bool) {
    if let index = firstIndex(where: fits) { self[index] = element } else { insert(element, at: end) }
  }
}

/// All that a cell follows from beside its object, as its registration sums it up.
package struct CellOrigin: Hashable, Sendable {
  /// One half of the sum.
  package let high: UInt64
  /// The other half.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
}

/// A configurator as it was registered, told from others by its identity.
final class CellConfiguration<Object, Cell: ReusableCell> {
  /// The type that it was registered for; nil if it is for any object.
  let type: ObjectIdentifier?
  /// Whether an object is of that type.
  let accepts: (Object) -> Bool
  /// Configures a cell to show an object that is accepted.
  let configure: (Cell, Object, ConfigurationContext) -> Void
  /// The tag of an adapter.
  let tag: ConfiguratorTag?
  /// What a cell follows from beside its object; nil where only the cell itself tells.
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

/// A configurator of a class of cells, for a source whose cells are of another class.
///
/// - Parameters:
///   - type: The class of the cells.
///   - configure: Configures a cell of the class to show something.
func configurator<Cell: ReusableCell, Shown: ReusableCell, Model>(
  of type: Shown.Type, _ configure: @escaping (Shown, Model, ConfigurationContext) -> Void
) -> (Cell, Model, ConfigurationContext) -> Void {
  { cell, model, context in configure(shown(cell, as: type), model, context) }
}

/// A cell that was dequeued, as one of the class that its configurator is for.
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

/// What sections show as their headers, or as their footers.
struct Supplement<Cell: ReusableCell> {
  /// What makes the cell; it wins over a title.
  var cell: Configuration?
  /// The title, where there is one.
  var title: ((NamedSection) -> String?)?

  /// A kind of cell and its configurator as they were registered, told from others by identity.
  final class Configuration {
    let identifier: CellIdentifier
    let configure: (Cell, NamedSection) -> Void

    init(_ identifier: CellIdentifier, _ configure: @escaping (Cell, NamedSection) -> Void) {
      self.identifier = identifier
      self.configure = configure
    }
  }

  /// Whether a section shows something else than by another one.
  func differs(from old: Supplement?, for section: NamedSection) -> Bool {
    if cell != nil || old?.cell != nil { return cell !== old?.cell }
    return title?(section) != old?.title?(section)
  }
}
