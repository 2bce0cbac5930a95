/// All that a cell follows from beside its object, as whoever registers it sums it up.
package struct CellOrigin: Hashable, Sendable {
  /// One half of the sum.
  package let high: UInt64
  /// The other half.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
}

/// A configurator as it was registered, told from others by its identity.
final class CellConfiguration<Object, Cell: ReusableCell> {
  /// The type that it was registered for; nothing if it is for any object.
  let type: ObjectIdentifier?
  /// Whether an object is of that type.
  let accepts: (Object) -> Bool
  /// Makes a cell show an object that is accepted.
  let configure: (Cell, Object) -> Void
  /// What tells which adapter it is of; nothing where it is of none.
  let tag: AdapterTag?
  /// What a cell follows from beside its object; nil where only the cell itself tells.
  let origin: ((Object) -> CellOrigin)?

  /// Makes a configuration for any object.
  init(_ configure: @escaping (Cell, Object) -> Void, origin: ((Object) -> CellOrigin)? = nil) {
    (type, accepts, self.configure, tag) = (nil, { _ in true }, configure, nil)
    self.origin = origin
  }

  /// Makes a configuration for the objects of a type.
  init<Model>(_ type: Model.Type, _ configure: @escaping (Cell, Model) -> Void, _ tag: AdapterTag? = nil) {
    self.type = ObjectIdentifier(type)
    self.tag = tag
    origin = nil
    accepts = { $0 is Model }
    self.configure = { cell, object in if let model = object as? Model { configure(cell, model) } }
  }
}

/// A configurator of a class of cells, for a source whose cells are of another class.
///
/// - Parameters:
///   - type: The class of the cells.
///   - configure: Makes a cell of the class show something.
func configurator<Cell: ReusableCell, Shown: ReusableCell, Model>(
  of type: Shown.Type, _ configure: @escaping (Shown, Model) -> Void
) -> (Cell, Model) -> Void {
  { cell, model in
    guard let shown = cell as? Shown else {
      preconditionFailure(
        "The configurator of “\(cell.identifier)” is for a \(type), but the pool made a \(Swift.type(of: cell)).")
    }
    configure(shown, model)
  }
}
