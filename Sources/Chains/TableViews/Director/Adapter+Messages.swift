public import Cells
public import Changesets
import DataSources
public import Messages

extension Adapter {
  /// The object that a message is about, with its cell and path.
  ///
  /// It is valid while the message is being answered. Do not store it: the path may change, and the cell may be
  /// reused for another object.
  public struct Context {
    /// The object.
    public let model: Model
    /// The cell that shows it, if there is one at present.
    public let cell: Cell?
    /// The object's path in the container, or its former path if it was deleted.
    public let path: ItemPath
    /// The source that the adapter is registered with: a cell source, or a director.
    public let container: any CellHost
    /// What else is known about the message, such as its sender.
    public let delivery: Delivery
  }

  /// Registers an answer to a message about one object. The message can have further arguments.
  ///
  /// ```swift
  /// adapter.on(.commitEdit) { context, edit in delete(context.model) }
  /// ```
  ///
  /// - Parameters:
  ///   - selector: The message. An earlier answer to it is replaced.
  ///   - answer: Called with the object at the message's first path, and the arguments with the container's paths.
  public func on<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>,
    _ answer: @escaping (_ context: Context, _ arguments: Arguments) throws -> Result
  ) {
    set(selector) { container, arguments, delivery in
      guard let path = arguments.firstPlace?.path, let context = Self.context(at: path, in: container, delivery)
      else { throw MessageError.noObject(of: Model.self, selector.name) }
      return try answer(context, arguments)
    }
  }

  /// Registers an answer to a message about one object.
  ///
  /// - Parameters:
  ///   - selector: The message. An earlier answer to it is replaced.
  ///   - answer: Called with the object.
  public func on<Result>(
    _ selector: MessageSelector<ItemPath, Result>, _ answer: @escaping (_ context: Context) throws -> Result
  ) { on(selector) { context, _ in try answer(context) } }

  /// Registers an answer to a message about many objects. It is called once with all of them that the adapter is for.
  ///
  /// - Parameters:
  ///   - selector: The message. An earlier answer to it is replaced.
  ///   - answer: Called with the objects, in the order of the message.
  public func on<Result>(
    _ selector: MessageSelector<[ItemPath], Result>, _ answer: @escaping (_ contexts: [Context]) throws -> Result
  ) {
    set(selector) { container, paths, delivery in
      try answer(paths.compactMap { Self.context(at: $0, in: container, delivery, isOneOfMany: true) })
    }
  }

  /// Registers an answer to a tap on an item, `didSelectItem`, that returns whether the item stays selected.
  ///
  /// ```swift
  /// contacts.onTap { context in
  ///   open(context.model)
  ///   return .deselect
  /// }
  /// ```
  ///
  /// - Parameter answer: Called with the object. An earlier answer to `didSelectItem` is replaced.
  public func onTap(_ answer: @escaping (_ context: Context) throws -> TapAnswer) {
    on(.didSelectItem) { context in
      guard try answer(context) == .deselect, let display = context.delivery.cellOperator else { return }
      // The answer may have moved the item; its cell moved with it.
      let path = context.cell.flatMap { display.place(of: $0) } ?? context.path
      try display.deselect(path)
    }
  }

  /// Removes the answer to a message. The message then has the result of the selector's default.
  public func off<Arguments, Result>(_ selector: MessageSelector<Arguments, Result>) { set(nil, named: selector.name) }

  private func set<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>,
    _ answer: @escaping (any CellHost, Arguments, Delivery) throws -> Result
  ) {
    set(
      { container, target in
        guard case .items(let scope) = target else { return nil }
        return container.on(selector, in: scope) { container, arguments, delivery in
          try answer(container, arguments, delivery)
        }
      }, named: selector.name)
  }

  private static func context(
    at path: ItemPath, in container: any CellHost, _ delivery: Delivery, isOneOfMany: Bool = false
  ) -> Context? {
    // An object whose item was deleted is only known by its cell.
    if let cell = delivery.subject as? Cell, let model = cell.shownModel as? Model {
      return Context(model: model, cell: cell, path: path, container: container, delivery: delivery)
    }
    guard container.contains(path), let model = container.cellObject(at: path) as? Model else { return nil }
    // `delivery.cell` is the cell of the first item of the message.
    let cell = isOneOfMany ? delivery.cellOperator?.existingCell(at: path) : delivery.cell
    return Context(model: model, cell: cell as? Cell, path: path, container: container, delivery: delivery)
  }
}

/// How the selection continues after a tap on an item.
public enum TapAnswer: Hashable, Sendable {
  /// The item stays selected.
  case none
  /// The item is deselected.
  case deselect
}

extension CellOperator {
  /// Returns the path at which a cell is shown, or nil if it is not shown, or is not of the operator's class of cells.
  fileprivate func place(of cell: ReusableCell) -> ItemPath? { (cell as? Cell).flatMap(path(of:)) }
}

extension MessageError {
  static func noObject<Model>(of type: Model.Type, _ selector: String) -> MessageError {
    MessageError(
      .noReceiver, selector: selector, "“\(selector)” is about no \(type) that the adapter's source has or had.")
  }
}
