public import Messages

extension Delivery {
  /// What shows the cells, if that sent the message. The message's ``Messages/Delivery/origin`` is one of its places.
  public var cellOperator: (any CellOperator)? { sender as? any CellOperator }

  /// The cell that the message is about: the existing one at its origin in what shows the cells, or the one that is about to be shown, or
  /// is shown no more. Nothing where there is none.
  public var cell: ReusableCell? {
    if let cell = subject as? ReusableCell { return cell }
    return origin?.path.flatMap { cellOperator?.existingCell(at: $0) }
  }
}
