package import DataSources

/// The registration of one handler, which cancels it.
///
/// It may be discarded: a handler stays as long as its source.
public class HandlerRegistration {
  /// What the handler is for.
  public let scope: HandlerScope
  /// Whether a place is in the scope; nil where all are.
  private let includes: ((Place) -> Bool)?
  var remove: () -> Void = {}

  init(_ scope: HandlerScope, includes: ((Place) -> Bool)?) {
    self.scope = scope
    self.includes = includes
  }

  /// Whether the scope includes the place that a message is about, if it is about one.
  func accepts(_ place: Place?) -> Bool {
    guard let includes else { return true }
    return place.map(includes) ?? false
  }

  /// Removes the handler. A message that has already found it is still delivered.
  public func cancel() {
    let remove = remove
    self.remove = {}
    remove()
  }
}

/// What answers a message.
final class Handler<Arguments: Routable, Result>: HandlerRegistration {
  typealias AsyncAnswer = nonisolated(nonsending) (Arguments, Delivery) async throws -> Result

  enum Answer {
    case sync((Arguments, Delivery) throws -> Result)
    case async(AsyncAnswer)
  }

  let answer: Answer

  init(_ scope: HandlerScope, includes: ((Place) -> Bool)?, _ answer: Answer) {
    self.answer = answer
    super.init(scope, includes: includes)
  }
}

/// What a handler can know of a message apart from its arguments.
public struct Delivery {
  /// The sender, such as what shows the cells; nil if it did not say.
  public let sender: AnyObject?
  /// The first place that the message is about, in the space of the source that it was sent to; nil if it has no places.
  public let origin: Place?
  /// The object that the message is about, where the sender has one that cannot be found by its place, such as a cell that is not
  /// shown any more.
  public let subject: AnyObject?
  /// The source whose handler has the message: the arguments' places are those of it.
  package private(set) var receiver: (any DataSource)?

  init(sender: AnyObject?, origin: Place?, subject: AnyObject? = nil) {
    self.sender = sender
    self.origin = origin
    self.subject = subject
  }

  /// The same for a handler of a source.
  func received(by source: any DataSource) -> Delivery {
    var delivery = self
    delivery.receiver = source
    return delivery
  }
}
