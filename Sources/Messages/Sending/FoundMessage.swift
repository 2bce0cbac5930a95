package import DataSources

/// A message that found its handler and was not handed over yet. So somebody can hear of a place that is gone by then.
package struct FoundMessage {
  private let origin: Place?
  private let handOver: (Delivery) throws(MessageError) -> Void

  fileprivate init(origin: Place?, handOver: @escaping (Delivery) throws(MessageError) -> Void) {
    self.origin = origin
    self.handOver = handOver
  }

  /// Hands the message over, with its places as they were when its handler was found.
  ///
  /// - Parameters:
  ///   - sender: Who sends it.
  ///   - subject: The object that it is about.
  /// - Throws: ``MessageError`` with the route, if the handler fails or takes its time.
  package func send(from sender: AnyObject?, about subject: AnyObject?) throws(MessageError) {
    try handOver(Delivery(sender: sender, origin: origin, subject: subject))
  }
}

extension DataSource {
  /// Finds the handler of a message without a result, and does not call it yet.
  ///
  /// - Parameters:
  ///   - selector: The message, about one place.
  ///   - arguments: The arguments, with places in the space of this source.
  /// - Returns: Nothing where nobody responds.
  /// - Complexity: As ``send(_:_:from:)``.
  package func find<Arguments>(_ selector: Selector<Arguments, Void>, _ arguments: Arguments) -> FoundMessage? {
    for way in ways(selector, arguments) {
      guard case .handler = way.end else { continue }
      return FoundMessage(origin: arguments.firstPlace) { delivery throws(MessageError) in
        _ = try way.answer(selector, delivery)
      }
    }
    return nil
  }
}
