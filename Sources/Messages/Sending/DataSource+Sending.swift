import Changesets
public import DataSources

extension DataSource {
  /// Sends a message: to the source's own handler, else, link by link, to the source upstream that owns what the message is about.
  ///
  /// ```swift
  /// try catalog.send(Selectors.didSelectItem, path)
  /// ```
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places in the space of this source.
  ///   - sender: Who sends it, for handlers that want to know.
  /// - Returns: What the handler answered, with places in the space of this source. Where nobody responds, the selector's default.
  /// - Throws: ``MessageError`` with the route: if the handler failed, if it takes its time, if it answered with a place that is hidden
  ///   here; or, where nobody responds, if the selector has no default.
  /// - Complexity: O(*h*) conversions of places, *h* being the number of links between this source and the handler's. A message about
  ///   one item allocates nothing on its way to a handler that needs the path alone.
  @inlinable @discardableResult public func send<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments, from sender: AnyObject? = nil
  ) throws(MessageError) -> Result {
    if let answer = quickAnswer(selector, arguments) { return answer }
    return try sendFarther(selector, arguments, sender)
  }

  /// Sends a message, and tells whether anybody answered.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places in the space of this source.
  ///   - sender: Who sends it, for handlers that want to know.
  /// - Returns: The answer, or why there is none.
  /// - Throws: ``MessageError`` as ``send(_:_:from:)``, but not because nobody responds.
  /// - Complexity: As ``send(_:_:from:)``.
  @inlinable public func deliver<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments, from sender: AnyObject? = nil
  ) throws(MessageError) -> Outcome<Result> {
    if let answer = quickAnswer(selector, arguments) { return .answered(answer) }
    return try deliverFarther(selector, arguments, sender)
  }

  /// Sends a message that has no quick answer.
  @usableFromInline func sendFarther<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments, _ sender: AnyObject?
  ) throws(MessageError) -> Result {
    try result(of: selector, arguments, deliverFarther(selector, arguments, sender))
  }

  /// Delivers a message that has no quick answer: finds its ways, and goes them.
  @usableFromInline func deliverFarther<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments, _ sender: AnyObject?
  ) throws(MessageError) -> Outcome<Result> {
    let ways = ways(selector, arguments)
    for way in ways { try way.checkAnswersAtOnce(selector) }
    let delivery = Delivery(sender: sender, origin: arguments.firstPlace)
    var gatherer = Gatherer<Result>()
    for way in ways { gatherer.add(try way.answer(selector, delivery), way.positions) }
    return try gatherer.outcome(selector)
  }

  /// What a sender gets.
  func result<Arguments, Result>(
    of selector: Selector<Arguments, Result>, _ arguments: Arguments, _ outcome: Outcome<Result>
  ) throws(MessageError) -> Result {
    switch outcome {
    case .answered(let result): return result
    case .unanswered(let reason):
      if let defaultResult = selector.signature.defaultResult { return defaultResult(arguments) }
      throw unanswered(selector, arguments, reason)
    }
  }

  /// Nobody answered.
  func unanswered<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments, _ reason: UnansweredReason
  ) -> MessageError {
    var error =
      switch reason {
      case .noReceiver:
        MessageError(.noReceiver, selector: selector.name, "“\(selector)” is about a place that does not exist.")
      case .noHandler:
        MessageError(
          .noHandler, selector: selector.name, "Nobody responds to “\(selector)”, and it has no default result.")
      case .parted:
        MessageError(
          .parted, selector: selector.name, "“\(selector)” is about places that belong to different sources.")
      }
    error.route = routes(of: selector, arguments).first { $0.end == .nobody(reason) }?.hops ?? []
    return error
  }

  /// Whether every place in arguments exists.
  func allExist(_ arguments: some Routable) -> Bool {
    Router.allPlaces(of: arguments) { exists($0) }
  }

  private func exists(_ place: Place) -> Bool {
    switch place {
    case .item(let path): contains(path)
    case .section(let section): (0..<numberOfSections).contains(section)
    }
  }
}
