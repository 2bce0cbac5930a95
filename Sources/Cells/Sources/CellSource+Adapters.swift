import Changesets

extension CellSource {
  /// Shows the objects of an adapter's type by its cells, and answers messages about them by its events.
  ///
  /// - Parameter adapter: The adapter. Its class of cells has to be that of this source, or a subclass. An earlier one for the same type is
  ///   replaced.
  /// - Complexity: As for any other registration: O(1) where nobody watches the source, else O(*n*), *n* being the number of objects.
  public func register<Model, Shown: ReusableCell>(_ adapter: Adapter<Model, Shown>) {
    adapter.attach(to: self, in: self)
  }

  /// Has the cells of an adapter's kind made by it.
  func makeCells<Model, Shown: ReusableCell>(of adapter: Adapter<Model, Shown>) {
    _ = cellClass(Shown.self)
    let make = adapter.make
    change { [pool] _ in
      pool.register(adapter.identifier) { identifier in
        guard let cell = make(identifier) as? Cell else {
          preconditionFailure("The cells of this source are of the class \(Cell.self); a \(Shown.self) is none.")
        }
        return cell
      }
    }
  }

  /// Has the objects of an adapter's type shown by its configurator.
  func configureCells<Model, Shown: ReusableCell>(of adapter: Adapter<Model, Shown>, _ tag: AdapterTag) {
    let configure = adapter.configure
    let configuration = CellConfiguration<Object, Cell>(
      Model.self,
      configurator(of: Shown.self) { cell, model in
        cell.shownModel = model
        configure(cell, model)
      }, tag)
    change { $0.registerType(as: adapter.identifier, configuration) }
  }

  /// What the configurator has that shows the object at a place; nothing where no adapter registered it.
  func adapterTag(at path: ItemPath) -> AdapterTag? {
    let object = object(at: path)
    return rules.configuration(of: rules.identifier(of: object), for: object)?.tag
  }
}
