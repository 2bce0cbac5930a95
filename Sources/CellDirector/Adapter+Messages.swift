public import Cells
public import Changesets
import DataSources
public import Messages

extension Adapter {
  /// What a message is about.
  public struct Context {
    /// The object.
    public let model: Model
    /// The cell that shows it, if there is one at present.
    public let cell: Cell?
    /// Its place in the container; where it is gone, the one that it had.
    public let path: ItemPath
    /// The source that the adapter is registered with: a cell source, or a director.
    public let container: any CellHost
    /// What else is known of the message.
    public let delivery: Delivery
  }

  /// Answers a message about one object, beside which it may have other arguments.
  ///
  /// ```swift
  /// adapter.on(.commitEdit) { context, edit in delete(context.model) }
  /// ```
  ///
  /// - Parameters:
  ///   - selector: The message. An earlier answer to it is replaced.
  ///   - answer: Gets the object that the message's first place is about, and the arguments in the container's places.
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

  /// Answers a message about one object.
  ///
  /// - Parameters:
  ///   - selector: The message. An earlier answer to it is replaced.
  ///   - answer: Gets the object.
  public func on<Result>(
    _ selector: MessageSelector<ItemPath, Result>, _ answer: @escaping (_ context: Context) throws -> Result
  ) {
    on(selector) { context, _ in try answer(context) }
  }

  /// Answers a message about many objects: all of those that are this adapter's, at once.
  ///
  /// - Parameters:
  ///   - selector: The message. An earlier answer to it is replaced.
  ///   - answer: Gets the objects, in the order of the message.
  public func on<Result>(
    _ selector: MessageSelector<[ItemPath], Result>, _ answer: @escaping (_ contexts: [Context]) throws -> Result
  ) {
    set(selector) { container, paths, delivery in
      try answer(paths.compactMap { Self.context(at: $0, in: container, delivery, isOneOfMany: true) })
    }
  }

  /// Answers a tap on an item, `didSelectItem`, and says whether the item stays selected.
  ///
  /// ```swift
  /// contacts.onTap { context in
  ///   open(context.model)
  ///   return .deselect
  /// }
  /// ```
  ///
  /// - Parameter answer: Gets the object. An earlier answer to `didSelectItem` is replaced.
  public func onTap(_ answer: @escaping (_ context: Context) throws -> TapAnswer) {
    on(.didSelectItem) { context in
      guard try answer(context) == .deselect, let display = context.delivery.cellOperator else { return }
      // Who answers may have moved the item; its cell went with it.
      let path = context.cell.flatMap { display.place(of: $0) } ?? context.path
      try display.deselect(path)
    }
  }

  /// Answers a message no more; it comes to the selector's default.
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
    // What is gone is known by its cell alone.
    if let cell = delivery.subject as? Cell, let model = cell.shownModel as? Model {
      return Context(model: model, cell: cell, path: path, container: container, delivery: delivery)
    }
    guard container.contains(path), let model = container.cellObject(at: path) as? Model else { return nil }
    let cell = isOneOfMany ? delivery.cellOperator?.existingCell(at: path) : delivery.cell
    return Context(model: model, cell: cell as? Cell, path: path, container: container, delivery: delivery)
  }
}

/// What becomes of an item that was tapped.
public enum TapAnswer: Hashable, Sendable {
  /// It stays selected.
  case none
  /// Its selection ends.
  case deselect
}

extension CellOperator {
  /// Where a cell is shown; nil for one that is not, or that is none of the operator's.
  fileprivate func place(of cell: ReusableCell) -> ItemPath? { (cell as? Cell).flatMap(path(of:)) }
}

extension MessageError {
  static func noObject<Model>(of type: Model.Type, _ selector: String) -> MessageError {
    MessageError(
      .noReceiver, selector: selector, "“\(selector)” is about no \(type) that the adapter's source has or had.")
  }
}
