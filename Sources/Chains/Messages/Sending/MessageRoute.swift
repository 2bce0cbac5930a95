import DataSources

/// The way of a message that is not split, from the source that it is sent to, to the one whose handler answers it, or
/// to the one where it ends.
struct MessageRoute {
  private let selector: SelectorKey
  private(set) var forwarders: [Forwarder] = []
  /// The last source on the path.
  private(set) var last: any DataSource
  /// The places, in the space of the last source.
  private(set) var places: RoutedPlaces
  /// The handler; `nil` if there is none.
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
