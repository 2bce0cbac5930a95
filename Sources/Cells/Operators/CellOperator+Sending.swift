import DataSources
public import Messages

/// What shows cells sends messages to the sources that they come from. Its places are those of ``CellOperator/cells``, and handlers see
/// who it was by ``Messages/Delivery/cellOperator``.
extension CellOperator where Self: AnyObject {
  /// Sends a message to whom the item or the section that it is about belongs to.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places of the operator.
  /// - Returns: What the handler answered; where nobody responds, the selector's default.
  /// - Throws: `MessageError` with the route, as `send` of a source.
  /// - Complexity: O(*h*) conversions of places, *h* being the number of links between the operator and the handler.
  @inlinable @discardableResult public func send<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) throws(MessageError) -> Result {
    try cells.send(selector, arguments, from: self)
  }

  /// Sends a message, and tells whether anybody answered.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places of the operator.
  /// - Returns: The answer, or why there is none.
  /// - Throws: `MessageError` with the route, but not because nobody responds.
  /// - Complexity: As ``send(_:_:)``.
  @inlinable @discardableResult public func deliver<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) throws(MessageError) -> Outcome<Result> {
    try cells.deliver(selector, arguments, from: self)
  }

  /// Sends a message, and waits for a handler that takes its time.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places of the operator at the time of sending.
  /// - Returns: What the handler answered; where nobody responds, the selector's default.
  /// - Throws: `MessageError` with the route.
  /// - Complexity: As ``send(_:_:)``.
  @discardableResult public nonisolated(nonsending) func sendAsync<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) async throws(MessageError) -> Result {
    try await cells.sendAsync(selector, arguments, from: self)
  }

  /// Sends a message by its name, with arguments in JSON, if the source of the cells allows it.
  ///
  /// - Parameters:
  ///   - name: The selector's name, which has to be on the list of the message table of ``CellOperator/cells``.
  ///   - json: The arguments, with places of the operator.
  /// - Returns: The result as JSON.
  /// - Throws: `MessageError` as `send(named:json:)` of a source.
  public func send(named name: String, json: String) throws(MessageError) -> String {
    try cells.send(named: name, json: json, from: self)
  }

  /// Sends a message by its name, with arguments in JSON, and waits for a handler that takes its time.
  ///
  /// - Parameters:
  ///   - name: The selector's name, which has to be on the list of the message table of ``CellOperator/cells``.
  ///   - json: The arguments, with places of the operator at the time of sending.
  /// - Returns: The result as JSON.
  /// - Throws: `MessageError` as ``send(named:json:)``.
  public nonisolated(nonsending) func sendAsync(named name: String, json: String) async throws(MessageError) -> String {
    try await cells.sendAsync(named: name, json: json, from: self)
  }
}

/// What a message would come to.
extension CellOperator {
  /// Whether any source of the cells has a handler for a selector.
  ///
  /// - Complexity: O(*l*), *l* being the number of links.
  public func responds<Arguments, Result>(to selector: Selector<Arguments, Result>) -> Bool {
    cells.responds(to: selector)
  }

  /// Whether a message would be answered by a handler.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places of the operator.
  /// - Complexity: O(*h*) conversions of places, *h* being the number of links between the operator and the handler.
  public func responds<Arguments, Result>(to selector: Selector<Arguments, Result>, at arguments: Arguments) -> Bool {
    cells.responds(to: selector, at: arguments)
  }

  /// The way that a message would take, or the ways of its parts.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places of the operator.
  /// - Complexity: As ``responds(to:at:)``.
  public func routes<Arguments, Result>(
    of selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) -> [MessageRoute] {
    cells.routes(of: selector, arguments)
  }
}
