/// The registration of one handler, to take it back with.
///
/// It may be thrown away: a handler stays as long as its source.
public class HandlerRegistration {
  /// What the handler is for.
  public let scope: HandlerScope
  var remove: () -> Void = {}
  /// How many messages are with the handler, which they do not hold; more than ``retired`` where it has been taken out of its table.
  // Unchecked for speed: it is only read and set as a whole.
  @exclusivity(unchecked) @usableFromInline final var calls = 0
  @usableFromInline static var retired: Int { 1 << 32 }

  init(_ scope: HandlerScope) { self.scope = scope }

  /// Lets the handler stay until the messages that are with it are done: its table is about to let it go.
  func retire() {
    guard calls > 0, calls < Self.retired else { return }
    calls += Self.retired
    _ = Unmanaged.passRetained(self)
  }

  /// Lets the handler go that was retired.
  @usableFromInline func finish() { Unmanaged.passUnretained(self).release() }

  /// Takes the handler back. A message that is with it already is not disturbed.
  public func cancel() {
    remove()
    remove = {}
  }
}

/// What answers a message.
@usableFromInline final class Handler<Arguments: Routable, Result>: HandlerRegistration {
  @usableFromInline typealias AsyncAnswer = nonisolated(nonsending) (Arguments, Delivery) async throws -> Result

  /// What answers at once; nothing for a handler that takes its time.
  let now: ((Arguments, Delivery) throws -> Result)?
  /// The same, where it never throws, and needs no more than the arguments and the source. Nothing comes of it where the source is gone.
  @usableFromInline let plain: ((Arguments) -> Result?)?
  /// What takes its time.
  let later: AsyncAnswer?
  /// Whether a place is in the scope; nothing where all are.
  let includes: ((Place) -> Bool)?

  @usableFromInline init(
    _ scope: HandlerScope, includes: ((Place) -> Bool)?, now: ((Arguments, Delivery) throws -> Result)? = nil,
    plain: ((Arguments) -> Result?)? = nil, later: AsyncAnswer? = nil
  ) {
    self.includes = includes
    self.now = now
    self.plain = plain
    self.later = later
    super.init(scope)
  }
}

extension Handler {
  /// Answers at once, without being held: it stays while it answers, also where it is taken out of its table meanwhile, or its source goes.
  /// To count a reference would cost more than all the rest of a message.
  ///
  /// - Parameter handler: A handler of these types.
  /// - Returns: Nothing if the handler needs to know more, or if its source is gone.
  @inlinable @inline(__always) static func answer(_ handler: Unmanaged<AnyObject>, _ arguments: Arguments) -> Result? {
    handler._withUnsafeGuaranteedRef { object in
      // Safe: whoever calls this has found the object by the number of a selector of these types.
      let handler = unsafeDowncast(object, to: Handler.self)
      handler.calls &+= 1
      // Called where it is: taken out first, it would be counted.
      let result = handler.plain?(arguments) ?? nil
      handler.calls &-= 1
      if handler.calls == retired { handler.finish() }
      return result
    }
  }
}

/// The handlers of a selector, whatever it is.
class AnyHandlers {
  var isEmpty: Bool { true }
  func remove(_ registration: HandlerRegistration) {}

  /// The handlers, with the types of the selector that they are for.
  func handlers<Arguments, Result>(
    of selector: Selector<Arguments, Result>
  ) -> Handlers<Arguments, Result> {
    // Safe: a table has handlers by the number of their selector, which belongs to one signature for the life of the program.
    unsafeDowncast(self, to: Handlers<Arguments, Result>.self)
  }
}

/// A source's handlers of one selector, in the order that they are asked in.
final class Handlers<Arguments: Routable, Result>: AnyHandlers {
  private(set) var handlers: [Handler<Arguments, Result>] = []
  /// The handler that has every message, whatever it is about: the first, if it is for everything.
  private(set) var only: Handler<Arguments, Result>?
  /// The handlers of messages that part here.
  private(set) var acrossSources: [Handler<Arguments, Result>] = []

  override var isEmpty: Bool { handlers.isEmpty && acrossSources.isEmpty }

  func add(_ handler: Handler<Arguments, Result>) {
    if handler.scope.isAcrossSources {
      acrossSources.insert(handler, at: 0)
    } else {
      let index = handlers.firstIndex { $0.scope.kind >= handler.scope.kind } ?? handlers.endIndex
      handlers.insert(handler, at: index)
    }
    findOnly()
  }

  deinit { for handler in handlers + acrossSources { handler.retire() } }

  override func remove(_ registration: HandlerRegistration) {
    registration.retire()
    handlers.removeAll { $0 === registration }
    acrossSources.removeAll { $0 === registration }
    findOnly()
  }

  private func findOnly() {
    only = handlers.first.flatMap { $0.includes == nil ? $0 : nil }
  }

  /// The first handler whose scope a place is in.
  func first(for place: Place?) -> Handler<Arguments, Result>? {
    handlers.first { handler in
      guard let includes = handler.includes else { return true }
      return place.map(includes) ?? false
    }
  }
}
