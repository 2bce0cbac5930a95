package import DataSources

/// The registration of a handler, by which the handler can be removed.
///
/// It can be discarded: the handler is retained by its source.
/// Releasing it does not remove the handler: ``cancel()`` does.
public class HandlerRegistration {
  /// The scope of the handler.
  public let scope: HandlerScope
  /// Returns whether a place is in the scope; nil if all messages are.
  private let includes: ((MessagePlace) -> Bool)?
  var remove: () -> Void = {}

  init(_ scope: HandlerScope, includes: ((MessagePlace) -> Bool)?) {
    self.scope = scope
    self.includes = includes
  }

  /// Returns whether the scope includes the place that a message is about, or nil for a message without a place.
  func accepts(_ place: MessagePlace?) -> Bool {
    guard let includes else { return true }
    return place.map(includes) ?? false
  }

  /// Removes the handler. A message that has already been routed to it is still delivered.
  public func cancel() {
    let remove = remove
    self.remove = {}
    remove()
  }
}

/// A handler with its types.
final class Handler<Arguments: Routable, Result>: HandlerRegistration {
  typealias AsyncAnswer = nonisolated(nonsending) (Arguments, Delivery) async throws -> Result

  enum Answer {
    case sync((Arguments, Delivery) throws -> Result)
    case async(AsyncAnswer)
  }

  let answer: Answer

  init(_ scope: HandlerScope, includes: ((MessagePlace) -> Bool)?, _ answer: Answer) {
    self.answer = answer
    super.init(scope, includes: includes)
  }
}

/// The information about a message that a handler receives in addition to its arguments.
public struct Delivery {
  /// The sender, such as the object that shows the cells; nil if none was specified.
  public let sender: AnyObject?
  /// The first place that the message is about, in the space of the source that it was sent to; nil if it has no
  /// places.
  public let origin: MessagePlace?
  /// The object that the message is about, if the sender has one that cannot be looked up by its path, such as a cell
  /// that is no longer shown.
  public let subject: AnyObject?
  /// The source whose handler receives the message. The arguments are in its space.
  package private(set) var receiver: (any DataSource)?

  init(sender: AnyObject?, origin: MessagePlace?, subject: AnyObject? = nil) {
    self.sender = sender
    self.origin = origin
    self.subject = subject
  }

  func received(by source: any DataSource) -> Delivery {
    var delivery = self
    delivery.receiver = source
    return delivery
  }
}
