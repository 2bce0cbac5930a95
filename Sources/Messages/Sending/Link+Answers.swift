import DataSources

/// What happens to answers and errors on the way back to the sender.
extension Link {
  /// Rewrites the places in an answer that came from a source upstream.
  ///
  /// - Parameters:
  ///   - upstream: The link that the answer comes from.
  ///   - index: Which of the sources it was when the message went there. Its handler may have put it elsewhere, or taken it out.
  func returned<Arguments, Result>(
    _ outcome: Outcome<Result>, from upstream: Link, _ index: Int, _ selector: Selector<Arguments, Result>,
    _ arguments: Arguments
  ) throws(MessageError) -> Outcome<Result> {
    guard case .answered(let result) = outcome, let places = result as? any Routable else { return outcome }
    // A source that is gone since its handler was called shows nothing.
    let isHidden = MessageError.hiddenResult(selector.name)
    guard let source = ascent?.source(), let index = ascent?.index(of: upstream, expectedAt: index),
      let rewritten = places.descended(to: source, from: index) as? Result
    else { throw passed(isHidden, arguments) }
    return .answered(rewritten)
  }

  /// An error that came from upstream, with this link on its route.
  func passed(_ error: MessageError, _ arguments: some Routable) -> MessageError {
    var error = error
    error.route.insert(hop(arguments), at: 0)
    return error
  }

  /// What a handler of this link threw.
  func failed<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments, _ error: any Error
  ) -> MessageError {
    let message =
      error is SourceIsGone
      ? MessageError(.noReceiver, selector: selector.name, "The source that owns what “\(selector)” is about is gone.")
      : MessageError(
        .failed, selector: selector.name, "A handler of “\(selector)” failed: \(error).", underlying: error)
    return passed(message, arguments)
  }

  /// The handler of this link takes its time.
  func asynchronous<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) -> MessageError {
    passed(
      MessageError(
        .asynchronous, selector: selector.name,
        "The handler of “\(selector.name)” takes its time. Send the message with “sendAsync”, and wait for it."),
      arguments)
  }

  /// This link, as a part of a route.
  func hop(_ arguments: some Routable) -> MessageRoute.Hop {
    MessageRoute.Hop(name: name, place: arguments.firstPlace)
  }
}

extension Routable {
  /// The places in the space of a source that stands on the one they are in; nothing if it hides one of them.
  fileprivate func descended(to source: any DerivedSource, from index: Int) -> Self? {
    var router = Router(.descend(source, index))
    var rewritten = self
    rewritten.route(with: &router)
    return router.failure == nil ? rewritten : nil
  }
}

extension MessageError {
  fileprivate static func hiddenResult(_ selector: String) -> MessageError {
    MessageError(
      .hiddenResult, selector: selector, "The answer to “\(selector)” is a place that a source on its way back hides.")
  }
}
