public import DataSources

extension DataSource {
  /// Sends a message, and waits for a handler that takes its time. Handlers that answer at once do so.
  ///
  /// The way of the message is that of the moment when it is sent; the chain may change while the handler is at work. Places in its answer
  /// are rewritten when it comes. Parts of a message about many places are answered one after the other.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places in the space of this source.
  ///   - sender: Who sends it, for handlers that want to know.
  /// - Returns: What the handler answered, as ``send(_:_:from:)``.
  /// - Throws: ``MessageError`` as ``send(_:_:from:)``.
  /// - Complexity: As ``send(_:_:from:)``.
  @discardableResult public nonisolated(nonsending) func sendAsync<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments, from sender: AnyObject? = nil
  ) async throws(MessageError) -> Result {
    try result(of: selector, arguments, try await deliverAsync(selector, arguments, from: sender))
  }

  /// Sends a message, waits for a handler that takes its time, and tells whether anybody answered.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places in the space of this source.
  ///   - sender: Who sends it, for handlers that want to know.
  /// - Returns: The answer, or why there is none.
  /// - Throws: ``MessageError`` as ``sendAsync(_:_:from:)``, but not because nobody responds.
  /// - Complexity: As ``send(_:_:from:)``.
  public nonisolated(nonsending) func deliverAsync<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments, from sender: AnyObject? = nil
  ) async throws(MessageError) -> Outcome<Result> {
    let delivery = Delivery(sender: sender, origin: arguments.firstPlace)
    var gatherer = Gatherer<Result>()
    for way in ways(selector, arguments) {
      gatherer.add(try await way.answerAsync(selector, delivery), way.positions)
    }
    return try gatherer.outcome(selector)
  }
}
