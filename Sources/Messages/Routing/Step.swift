import Changesets
import DataSources

/// What becomes of a message at one source of its way.
///
/// All that is done with messages (to send them, now or later, to ask whether anybody responds, to tell the way) is a walk by these steps.
enum Step<Arguments: Routable, Result> {
  /// The source has a handler for it.
  case handle(Handler<Arguments, Result>)
  /// It goes to the source at an index, with its places in the space of that.
  case forward(Link, index: Int, Arguments)
  /// It ends here.
  case end(UnansweredReason)
}

extension Link {
  /// Decides what becomes of a message here.
  ///
  /// - Parameter arguments: The arguments in the space of the link's source.
  /// - Complexity: O(1) for one place, and the conversion of a place by the source.
  func step<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) -> Step<Arguments, Result> {
    if let handler = table?.handlers(of: selector)?.first(for: arguments.firstPlace) { return .handle(handler) }
    return stepUp(selector, arguments)
  }

  /// Decides where a message goes that no handler here is for.
  func stepUp<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) -> Step<Arguments, Result> {
    guard table?.forwards(selector) ?? true else { return .end(.noHandler) }
    var router = Router(.ascend, self)
    var rewritten = arguments
    rewritten.route(with: &router)
    if let failure = router.failure {
      return failure == .parted ? stepApart(selector, arguments) : .end(.noHandler)
    }
    // What has no place is about this source alone.
    guard router.owner >= 0 else { return .end(.noHandler) }
    return ascent?.link(router.owner).map { .forward($0, index: router.owner, rewritten) } ?? .end(.noHandler)
  }

  /// Decides what becomes of a message whose places have no common owner.
  func stepApart<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) -> Step<Arguments, Result> {
    if let handler = table?.handlers(of: selector)?.acrossSources.first { return .handle(handler) }
    let rule = table?.rule(for: selector) ?? selector.signature.partingRule
    var router = Router(.ascend, self, rule: rule)
    var rewritten = arguments
    rewritten.route(with: &router)
    guard router.failure == nil, let source = ascent?.link(router.owner) else { return .end(.parted) }
    return .forward(source, index: router.owner, rewritten)
  }
}
