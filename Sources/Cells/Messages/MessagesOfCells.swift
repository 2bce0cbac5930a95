import DataSources
public import Messages

/// Scopes by what is seen of an item at the end of a chain. They can be used with every source that shows cells; others have no such items.
extension HandlerScope {
  /// The items that are shown by cells of a kind.
  public static func cells(_ identifier: CellIdentifier) -> Self {
    .items(.cells, named: "cells “\(identifier)”") { source, path in
      source.cellHost(at: path).map { $0.host.cellIdentifier(at: $0.path) == identifier } ?? false
    }
  }

  /// The items whose cells show objects of a type.
  ///
  /// - Parameter type: A class, also for those that inherit from it, any other type, or a protocol as `(any Named).self`.
  public static func items<Object>(of type: Object.Type) -> Self {
    .items(named: "items of \(type)") { source, path in
      source.cellHost(at: path).map { $0.host.cellObject(at: $0.path) is Object } ?? false
    }
  }
}

extension CellOperator {
  /// The operator in the places of a source, whatever its class of cells.
  fileprivate func seen(from source: any DataSource) -> any CellOperator { upstream(source) }
}

extension Delivery {
  /// The operator that sent the message, if one did, as the handler's source sees it: its places are those of the handler's arguments.
  ///
  /// ```swift
  /// fruits.on(.didSelectItem) { fruits, path, delivery in
  ///   try delivery.cellOperator?.deselect(path)
  /// }
  /// ```
  ///
  /// The operator itself, in whose places the message's ``Messages/Delivery/origin`` is, is the ``Messages/Delivery/sender``.
  public var cellOperator: (any CellOperator)? {
    guard let sender = sender as? any CellOperator else { return nil }
    return receiver.map { sender.seen(from: $0) } ?? sender
  }

  /// The cell that the message is about: the existing one at its origin in what shows the cells, or the one that is about to be shown, or
  /// is shown no more. Nil where there is none.
  public var cell: ReusableCell? {
    if let cell = subject as? ReusableCell { return cell }
    return origin?.path.flatMap { (sender as? any CellOperator)?.existingCell(at: $0) }
  }
}
