public import DataSources

/// The outcome of a message.
public enum MessageOutcome<Result> {
  /// A handler answered.
  case answered(Result)
  /// No handler answered.
  case unanswered(UnansweredReason)

  /// The result, if a handler answered.
  public var result: Result? {
    if case .answered(let result) = self { result } else { nil }
  }
}

/// The reason why no handler answered a message.
public enum UnansweredReason: Hashable, Sendable {
  /// An item or section that the message is about does not exist.
  case noReceiver
  /// The owner of the item or section has no handler, or the message is not forwarded to it.
  case noHandler
  /// The message is about places that belong to different sources.
  case split
}

extension MessageOutcome: Equatable where Result: Equatable {}
extension MessageOutcome: Sendable where Result: Sendable {}

extension DataSource {
  /// Sends a message: to the source's own handler, or else, link by link, to the source upstream that owns the item or
  /// section.
  ///
  /// ```swift
  /// try catalog.send(.didSelectItem, path)
  /// ```
  ///
  /// A message that nobody handles is no error if its selector has a default. Use ``deliver(_:_:from:)`` to find out.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, in the space of this source.
  ///   - sender: The sender, for handlers that use it.
  /// - Returns: The handler's result, in the space of this source. If there is no handler, the selector's default in
  ///   the last source that the message reached.
  /// - Throws: ``MessageError`` with the route, if the handler fails or is asynchronous, if its result is a place that
  ///   is hidden here, or if there is neither a handler nor a default.
  /// - Complexity: O(*h*) path conversions, *h* being the number of links between this source and the handler's. A
  ///   message about one item allocates no memory on its way to the handler.
  @discardableResult public func send<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, from sender: AnyObject? = nil
  ) throws(MessageError) -> Result {
    let reason: UnansweredReason
    do {
      return try sendWhole(selector, arguments, sender)
    } catch .failed(let error) {
      throw error
    } catch .unanswered(let cause) {
      reason = cause
    } catch {
      // The message is about several items, whose handlers receive their parts.
      return try result(of: selector, arguments, try deliver(selector, arguments, from: sender))
    }
    return try result(of: selector, arguments, .unanswered(reason))
  }

  /// Sends a message, and returns whether a handler answered it.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, in the space of this source.
  ///   - sender: The sender, for handlers that use it.
  /// - Returns: The result, or the reason why there is none.
  /// - Throws: ``MessageError`` as ``send(_:_:from:)``. It is no error if there is no handler.
  /// - Complexity: As ``send(_:_:from:)``.
  public func deliver<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, from sender: AnyObject? = nil
  ) throws(MessageError) -> MessageOutcome<Result> {
    do {
      return .answered(try sendWhole(selector, arguments, sender))
    } catch .failed(let error) {
      throw error
    } catch .unanswered(let reason) {
      return .unanswered(reason)
    } catch {}
    // All paths are found, and all handlers checked, before the first handler is called: it may change the chain, and
    // none is called if another one is asynchronous.
    let messages = prepare(selector, arguments)
    for message in messages { try message.checkIsSync() }
    let delivery = Delivery(sender: sender, origin: arguments.firstPlace)
    var results = PartialResults<Result>()
    for message in messages { results.add(try message.deliver(delivery), message.positions) }
    return try results.outcome(selector)
  }

  /// Sends a message, and awaits the result of an asynchronous handler. Other handlers answer immediately.
  ///
  /// The path of the message is determined when it is sent; the chain may change while the handler runs. Places in the
  /// result are converted when the handler returns. The parts of a message about several items are answered one after
  /// the other.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, in the space of this source.
  ///   - sender: The sender, for handlers that use it.
  /// - Returns: The handler's result, as ``send(_:_:from:)``.
  /// - Throws: ``MessageError`` as ``send(_:_:from:)``.
  /// - Complexity: As ``send(_:_:from:)``.
  @discardableResult public nonisolated(nonsending) func sendAsync<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, from sender: AnyObject? = nil
  ) async throws(MessageError) -> Result {
    try result(of: selector, arguments, try await deliverAsync(selector, arguments, from: sender))
  }

  /// Sends a message, awaits the result of an asynchronous handler, and returns whether a handler answered it.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, in the space of this source.
  ///   - sender: The sender, for handlers that use it.
  /// - Returns: The result, or the reason why there is none.
  /// - Throws: ``MessageError`` as ``sendAsync(_:_:from:)``. It is no error if there is no handler.
  /// - Complexity: As ``send(_:_:from:)``.
  public nonisolated(nonsending) func deliverAsync<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, from sender: AnyObject? = nil
  ) async throws(MessageError) -> MessageOutcome<Result> {
    let delivery = Delivery(sender: sender, origin: arguments.firstPlace)
    var results = PartialResults<Result>()
    for message in prepare(selector, arguments) {
      results.add(try await message.deliverAsync(delivery), message.positions)
    }
    return try results.outcome(selector)
  }

  /// Returns the sender's result for an outcome. A default with places is that of the last source on the path.
  func result<Arguments, Result>(
    of selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, _ outcome: MessageOutcome<Result>
  ) throws(MessageError) -> Result {
    switch outcome {
    case .answered(let result): return result
    case .unanswered(let reason):
      guard let defaultResult = selector.defaultResult else { throw unanswered(selector, arguments, reason) }
      // A default with places refers to the last source that the message reached, and is converted like a handler's
      // result. If a source on the way back hides it, the default for the sender's own arguments is used.
      guard selector.returnsPlaces, reason != .noReceiver else { return defaultResult(arguments) }
      return PreparedMessage(selector, arguments, from: self).returned(defaultResult) ?? defaultResult(arguments)
    }
  }

  /// Returns the error of an unanswered message.
  func unanswered<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, _ reason: UnansweredReason
  ) -> MessageError {
    let (code, message): (MessageError.Code, String) =
      switch reason {
      case .noReceiver: (.noReceiver, "“\(selector)” is about a place that does not exist.")
      case .noHandler: (.noHandler, "Nobody responds to “\(selector)”, and it has no default result.")
      case .split: (.split, "“\(selector)” is about places that belong to different sources.")
      }
    var error = MessageError(code, selector: selector.name, message)
    error.route = deliveryPaths(of: selector, arguments).first { $0.end == .unanswered(reason) }?.hops ?? []
    return error
  }
}

// MARK: - A single path

/// The reason why a message has no result.
private enum Undelivered: Error {
  case failed(MessageError)
  case unanswered(UnansweredReason)
  /// The message is about several items, whose paths have to be found first.
  case isSplit
}

extension DataSource {
  /// Sends a message that is not split.
  ///
  /// This generic code avoids casts at run time, which would cost as much as several hops.
  private func sendWhole<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, _ sender: AnyObject?
  ) throws(Undelivered) -> Result {
    if let split = arguments.split(), split.parts.count > 1 { throw .isSplit }
    guard let places = PlaceConversion.entering(self, arguments.places) else { throw .unanswered(.noReceiver) }
    let delivery = Delivery(sender: sender, origin: places.first)
    return try send(selector, arguments, places, delivery, returnsPlaces: selector.returnsPlaces)
  }

  /// Sends a message from this source to its handler, and converts the result on the way back.
  ///
  /// Each recursive call is one hop, so that the state for the way back is on the stack:
  ///
  ///     send ──▶ step: .forward ──▶ send ──▶ step: .forward ──▶ send ──▶ step: .handle
  ///          ◀── returned places ──      ◀── returned places ──      ◀── result
  ///
  /// - Parameters:
  ///   - arguments: The arguments as they were sent.
  ///   - places: The places in the space of this source.
  private func send<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, _ places: RoutedPlaces,
    _ delivery: Delivery, returnsPlaces: Bool
  ) throws(Undelivered) -> Result {
    func answer(_ handler: HandlerRegistration) throws(Undelivered) -> Result {
      do {
        return try selector.handler(handler).result(selector, arguments.replacing(places), delivery)
      } catch {
        // Each source on the way back puts itself in front of the route.
        throw .failed(error.prependingHop(DeliveryPath.Hop(self, places)))
      }
    }
    switch step(selector.key, places) {
    case .end(let reason):
      if reason == .noHandler, let handler = link.table?.handlerOfUnanswered(selector.key, for: places.first) {
        return try answer(handler)
      }
      throw .unanswered(reason)
    case .handle(let handler): return try answer(handler)
    case .forward(let upstream, let index, let converted):
      let result: Result
      do {
        result = try upstream.send(selector, arguments, converted, delivery, returnsPlaces: returnsPlaces)
      } catch .unanswered(.noHandler) {
        guard let handler = link.table?.handlerOfUnanswered(selector.key, for: places.first) else {
          throw .unanswered(.noHandler)
        }
        return try answer(handler)
      } catch {
        guard case .failed(let error) = error else { throw error }
        throw .failed(error.prependingHop(DeliveryPath.Hop(self, places)))
      }
      if !returnsPlaces { return result }
      let forwarder = Forwarder(
        source: self, places: places, upstream: upstream, index: index, upstreamPlaces: converted)
      do {
        return selector.replacing(try forwarder.returned(selector.places(in: result), selector.key), in: result)
      } catch {
        throw .failed(error)
      }
    }
  }
}

extension Handler {
  /// Calls the handler. An asynchronous handler is an error.
  func result(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, _ delivery: Delivery
  ) throws(MessageError) -> Result {
    guard case .sync(let answer) = answer else { throw .asynchronous(selector.name) }
    do { return try answer(arguments, delivery) } catch { throw .failed(selector.name, error) }
  }

  /// Calls the handler, and awaits it if it is asynchronous.
  nonisolated(nonsending) func asyncResult(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, _ delivery: Delivery
  ) async throws(MessageError) -> Result {
    guard case .async(let answer) = answer else { return try result(selector, arguments, delivery) }
    do { return try await answer(arguments, delivery) } catch { throw .failed(selector.name, error) }
  }
}

extension MessageSelector {
  /// Returns a handler of the selector, with its types.
  func handler(_ handler: HandlerRegistration) -> Handler<Arguments, Result> {
    guard let handler = handler as? Handler<Arguments, Result> else {
      preconditionFailure("A handler of “\(self)” has other types than its selector.")
    }
    return handler
  }

  func places(in result: Result) -> RoutedPlaces { (result as? any Routable)?.places ?? .none }

  func replacing(_ places: RoutedPlaces, in result: Result) -> Result {
    guard !places.isEmpty, let routable = result as? any Routable else { return result }
    return routable.replacing(places) as? Result ?? result
  }
}

/// The outcomes of the parts of a message.
private struct PartialResults<Result> {
  private var parts: [ResultMerge<Result>.Part] = []
  private var reasons: Set<UnansweredReason> = []

  mutating func add(_ outcome: MessageOutcome<Result>, _ positions: [Int]) {
    switch outcome {
    case .answered(let result): parts.append(ResultMerge<Result>.Part(positions: positions, result: result))
    case .unanswered(let reason): reasons.insert(reason)
    }
  }

  /// Returns the combined outcome.
  func outcome<Arguments>(
    _ selector: MessageSelector<Arguments, Result>
  ) throws(MessageError) -> MessageOutcome<Result> {
    // If no part was answered, problems of the message itself are reported first.
    if parts.isEmpty { return .unanswered([.noReceiver, .split].first(where: reasons.contains) ?? .noHandler) }
    if parts.count == 1, reasons.isEmpty { return .answered(parts[0].result) }
    if let merge = selector.merge { return .answered(merge.merge(parts)) }
    guard parts.count == 1 else {
      throw MessageError(
        .severalAnswers, selector: selector.name,
        "“\(selector.name)” has \(parts.count) answers. Declare the selector with a merge that combines them.")
    }
    return .answered(parts[0].result)
  }
}
