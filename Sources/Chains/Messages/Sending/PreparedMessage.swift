package import DataSources

/// A message, or a part of one, whose path has been found, and which has not been delivered yet.
///
/// The paths of all parts of a message are found, and their sources retained, before any handler is called. Therefore
/// the changes that one handler makes do not affect the paths of the others, and a source can be notified about an item
/// that has been deleted in the meantime.
package struct PreparedMessage<Arguments: Routable, Result> {
  let selector: MessageSelector<Arguments, Result>
  /// The first place, in the space of the source that the message is sent to.
  private let origin: MessagePlace?
  /// The way to the handler.
  private let route: MessageRoute
  /// The arguments, in the space of the last source on the way.
  fileprivate var arguments: Arguments
  private(set) var handler: Handler<Arguments, Result>?
  /// Whether a handler was found.
  package var hasHandler: Bool { handler != nil }
  /// The positions of the parts that take this path among all parts of the message.
  fileprivate(set) var positions = [0]

  /// Finds the path of a message that is not split.
  init(_ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, from source: any DataSource) {
    let places = arguments.places
    self.selector = selector
    origin = places.first
    route = MessageRoute(selector.key, places, from: source)
    handler = route.handler.map(selector.handler)
    self.arguments = arguments.replacing(route.places)
  }

  /// The path, for descriptions.
  var path: DeliveryPath { route.path }

  /// The key by which parts of a message are combined: the handler, whatever paths lead to it. If the result contains
  /// places, the paths have to be the same as well, as the result has to be converted along one way back.
  fileprivate var destination: Destination {
    let indices = handler == nil || selector.returnsPlaces ? route.forwarders.map(\.index) : []
    return Destination(handler: handler.map { ObjectIdentifier($0) }, reason: route.reason, indices: indices)
  }

  fileprivate struct Destination: Hashable {
    let handler: ObjectIdentifier?
    let reason: UnansweredReason
    /// The index of the source at each hop, which identifies a path from a source.
    let indices: [Int]
  }

  // MARK: - Delivery

  /// Delivers the message.
  ///
  /// - Parameter subject: The object that the message is about, such as a cell.
  /// - Returns: The result, or the reason why there is none.
  /// - Throws: ``MessageError`` with the route, if the handler fails or is asynchronous.
  @discardableResult
  package func deliver(from sender: AnyObject?, about subject: AnyObject?) throws(MessageError) -> MessageOutcome<
    Result
  > {
    try deliver(Delivery(sender: sender, origin: origin, subject: subject))
  }

  func deliver(_ delivery: Delivery) throws(MessageError) -> MessageOutcome<Result> {
    guard let handler else { return .unanswered(route.reason) }
    let result: Result
    do { result = try handler.result(selector, arguments, delivery) } catch { throw route.prependingHops(error) }
    return .answered(try returned(result))
  }

  /// Delivers the message, and awaits its handler.
  nonisolated(nonsending) func deliverAsync(_ delivery: Delivery) async throws(MessageError) -> MessageOutcome<Result> {
    guard let handler else { return .unanswered(route.reason) }
    let result: Result
    do { result = try await handler.asyncResult(selector, arguments, delivery) } catch {
      throw route.prependingHops(error)
    }
    return .answered(try returned(result))
  }

  /// Returns a default result of the last source in the sender's space, or nil if a source on the way back hides it.
  func returned(_ defaultResult: (Arguments) -> Result) -> Result? { try? returned(defaultResult(arguments)) }

  /// Throws an error if the handler is asynchronous.
  func checkIsSync() throws(MessageError) {
    if case .async? = handler?.answer { throw route.prependingHops(.asynchronous(selector.name)) }
  }

  /// Converts the places in a result to the sender's space.
  private func returned(_ result: Result) throws(MessageError) -> Result {
    guard selector.returnsPlaces else { return result }
    var places = selector.places(in: result)
    if places.isEmpty { return result }
    for (index, forwarder) in route.forwarders.enumerated().reversed() {
      do {
        places = try forwarder.returned(places, selector.key)
      } catch {
        throw route.forwarders[..<index].reversed().reduce(error) { $1.prependingHop($0) }
      }
    }
    return selector.replacing(places, in: result)
  }
}

extension DataSource {
  /// Finds the paths of a message: one, or several if it is about several items that belong to different handlers.
  ///
  /// - Complexity: O(*p* · *h*) path conversions, *p* being the number of items, and *h* the number of links on their
  ///   paths.
  package func prepare<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) -> [PreparedMessage<Arguments, Result>] {
    guard let split = arguments.split(), split.parts.count > 1 else {
      return [PreparedMessage(selector, arguments, from: self)]
    }
    return prepare(selector, split)
  }

  /// Throws an error if a handler that the message would reach is asynchronous. No handler is called.
  package func requireSync<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) throws(MessageError) {
    for message in prepare(selector, arguments) { try message.checkIsSync() }
  }

  /// Finds the paths of the parts of a message, and combines those that reach the same handler.
  ///
  ///     message    (0, 0)    (0, 1)    (0, 2)    (0, 3)
  ///     owner      fruits    fruits    banner    fruits
  ///     groups     fruits: (0, 0) (0, 1) (0, 2), positions 0, 1, 3      banner: (0, 0), position 2
  ///
  /// The paths of a group are in the space of its source, and its handler is called once. The positions allow
  /// ``ResultMerge`` to restore the order of the message.
  func prepare<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ split: ArgumentSplit<Arguments>
  ) -> [PreparedMessage<Arguments, Result>] {
    var groups: [[PreparedMessage<Arguments, Result>]] = []
    var numbers: [PreparedMessage<Arguments, Result>.Destination: Int] = [:]
    for (position, part) in split.parts.enumerated() {
      var message = PreparedMessage(selector, part, from: self)
      message.positions = [position]
      // The groups are in the order of their first parts.
      if let number = numbers[message.destination] {
        groups[number].append(message)
      } else {
        numbers[message.destination] = groups.count
        groups.append([message])
      }
    }
    return groups.map { group in
      var message = group[0]
      if group.count > 1 {
        message.arguments = split.join(group.map(\.arguments))
        message.positions = group.flatMap(\.positions)
      }
      return message
    }
  }
}

/// The way of a message that is not split, from the source that it is sent to, to the one whose handler answers it, or
/// to the one where it ends.
struct MessageRoute {
  private let selector: SelectorKey
  private(set) var forwarders: [Forwarder] = []
  /// The last source on the path.
  private(set) var last: any DataSource
  /// The places, in the space of the last source.
  private(set) var places: RoutedPlaces
  private(set) var handler: HandlerRegistration?
  /// Why there is no handler.
  private(set) var reason = UnansweredReason.noHandler

  /// Finds the way of a message.
  ///
  /// - Parameter places: The places that the message is about, in the space of the source.
  init(_ selector: SelectorKey, _ places: RoutedPlaces, from source: any DataSource) {
    self.selector = selector
    self.places = places
    last = source
    guard let places = PlaceConversion.entering(source, places) else {
      reason = .noReceiver
      return
    }
    self.places = places
    // `last` and `self.places` advance together: the places are always in the space of that source.
    var step = last.step(selector, places)
    /// The last source on the path that answers what nobody else does: its number, its places, and its handler.
    var fallback: (number: Int, places: RoutedPlaces, handler: HandlerRegistration)?
    func note(_ source: any DataSource, _ places: RoutedPlaces, number: Int) {
      if let handler = source.link.table?.handlerOfUnanswered(selector, for: places.first) {
        fallback = (number, places, handler)
      }
    }
    note(last, places, number: 0)
    while case .forward(let upstream, let index, let converted) = step {
      forwarders.append(
        Forwarder(source: last, places: self.places, upstream: upstream, index: index, upstreamPlaces: converted))
      last = upstream
      self.places = converted
      note(last, converted, number: forwarders.count)
      step = last.step(selector, converted)
    }
    if case .end(.noHandler) = step, let fallback {
      if fallback.number < forwarders.count { last = forwarders[fallback.number].source }
      forwarders.removeSubrange(fallback.number...)
      self.places = fallback.places
      step = .handle(fallback.handler)
    }
    switch step {
    case .handle(let handler): self.handler = handler
    case .end(let reason): self.reason = reason
    // The loop has followed these.
    case .forward: break
    }
  }

  /// The path, for descriptions.
  var path: DeliveryPath {
    let sources = forwarders.map(\.source) + [last]
    let scopes = handler == nil ? sources.flatMap { $0.link.table?.scopes(of: selector) ?? [] } : []
    return DeliveryPath(
      hops: forwarders.map { DeliveryPath.Hop($0.source, $0.places) } + [DeliveryPath.Hop(last, places)],
      end: handler.map { .handler(scope: $0.scope.name) } ?? .unanswered(reason), otherScopes: scopes.map(\.name))
  }

  /// Returns an error of the handler with the path of the message as its route.
  func prependingHops(_ error: MessageError) -> MessageError {
    forwarders.reversed().reduce(error.prependingHop(DeliveryPath.Hop(last, places))) { $1.prependingHop($0) }
  }
}
