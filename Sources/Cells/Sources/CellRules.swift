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
  /// The identifiers of types, as far as they were asked for.
  private var known = KnownTypes()
  /// How often something was changed by which objects may have been shown.
  private var generation = 0
  /// How often the override of cells was changed.
  private var cellGeneration = 0

  /// Identifiers that follow from the type of an object alone. Shared by copies of the same rules, for which they are the same.
  private final class KnownTypes {
    var identifiers: [ObjectIdentifier: CellIdentifier] = [:]
  }

  init(identifier: ((Object) -> CellIdentifier?)?) { self.identifier = identifier }

  /// The kind of cell for an object.
  func identifier(of object: Object) -> CellIdentifier {
    identifierOverride?(object) ?? identifier?(object) ?? identifierByType(of: object)
  }

  private func identifierByType(of object: Object) -> CellIdentifier {
    let type = dynamicType(of: object)
    if let identifier = known.identifiers[ObjectIdentifier(type)] { return identifier }
    let rule =
      types.first { $0.accepted.type == ObjectIdentifier(type) } ?? types.first { $0.accepted.accepts(object) }
    let identifier = rule?.identifier ?? CellIdentifier(type)
    if !(type is any CastByContent.Type) { known.identifiers[ObjectIdentifier(type)] = identifier }
    return identifier
  }

  /// What configures a cell of a kind for an object; nothing where nobody registered it.
  func configuration(of identifier: CellIdentifier, for object: Object) -> Configuration? {
    guard let all = configurations[identifier] else { return nil }
    // Nearly always there is one, and it is for any object.
    if all.count == 1 { return all[0].accepts(object) ? all[0] : nil }
    let type = ObjectIdentifier(dynamicType(of: object))
    return all.first { $0.type == type } ?? all.first { $0.accepts(object) }
  }

  /// Registers a configurator for all objects that have an identifier, in the place of any other of that kind.
  mutating func register(_ identifier: CellIdentifier, _ configuration: Configuration) {
    if configurations[identifier] != nil { generation += 1 }
    configurations[identifier] = [configuration]
  }

  /// Registers an identifier for the objects of a type, and a configurator for those of them that have it.
  mutating func registerType(as identifier: CellIdentifier, _ configuration: Configuration) {
    generation += 1
    known = KnownTypes()
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
    if old.configurations.isEmpty && old.cellOverride == nil && cellOverride == nil { return false }
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
func dynamicType(of object: some Any) -> Any.Type { type(of: object as Any) }

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
