public import Cells
import DataSources
public import Messages

/// Scopes of items by how they are shown at the end of a chain. They apply to all sources of cells; in other sources,
/// they contain no item.
extension HandlerScope {
  /// The items that are shown by cells of a kind.
  public static func cells(_ identifier: CellIdentifier) -> Self {
    .items(.cells, named: "cells “\(identifier)”") { source, path in
      source.cellHost(at: path).map { $0.host.cellIdentifier(at: $0.path) == identifier } ?? false
    }
  }

  /// The items whose cells show objects of a type.
  ///
  /// - Parameter type: A class (its subclasses are included), any other type, or a protocol as `(any Named).self`.
  public static func items<Object>(of type: Object.Type) -> Self {
    .items(named: "items of \(type)") { source, path in
      source.cellHost(at: path).map { $0.host.cellObject(at: $0.path) is Object } ?? false
    }
  }
}

extension CellOperator {
  /// Returns the operator in the paths of a source. Opens the existential, so that the class of the cells need not be
  /// known.
  fileprivate func seen(from source: any DataSource) -> any CellOperator { upstream(source) }
}

extension Delivery {
  /// The operator that sent the message, in the paths of the handler's source, so that they match the handler's
  /// arguments. Nil if the sender is no operator.
  ///
  /// ```swift
  /// fruits.on(.didSelectItem) { fruits, path, delivery in
  ///   try delivery.cellOperator?.deselect(path)
  /// }
  /// ```
  ///
  /// `Delivery.sender` is the operator itself, whose paths match the message's `Delivery.origin`.
  public var cellOperator: (any CellOperator)? {
    guard let sender = sender as? any CellOperator else { return nil }
    return receiver.map { sender.seen(from: $0) } ?? sender
  }

  /// The cell that the message is about: the one that is about to be shown or is no longer shown, for messages about
  /// that, or else the existing cell at the origin in the operator that sent the message. Nil if there is none.
  public var cell: ReusableCell? {
    if let cell = subject as? ReusableCell { return cell }
    return origin?.path.flatMap { (sender as? any CellOperator)?.existingCell(at: $0) }
  }
}
