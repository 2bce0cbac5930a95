public import DataSources

/// The message table of a source: a list of handlers for each selector that it responds to.
///
/// It corresponds to the method table of a class, with two differences: it can change at run time, and a message
/// without a handler is forwarded to the source that owns the item or section that it is about. A source without
/// handlers has no table.
public final class MessageTable {
  /// Determines which messages without a handler in this table are forwarded upstream. By default, all are.
  public var forwarding = Forwarding.everything
  /// The handlers of each selector, in the order in which they are tried.
  private var handlers: [SelectorKey: [HandlerRegistration]] = [:]
  private var splitPolicies: [SelectorKey: SplitPolicy] = [:]
  /// The selectors of messages that end here without an answer.
  private var refusedSelectors: Set<SelectorKey> = []
  /// The messages that can be sent by name.
  var permissions: [String: Permission] = [:]

  /// Returns the first handler of a selector whose scope includes a message, or nil if there is none.
  func handler(of selector: SelectorKey, for place: MessagePlace?) -> HandlerRegistration? {
    handlers[selector]?.first {
      !$0.scope.isAcrossSources && $0.scope.kind != .unanswered && $0.accepts(place)
    }
  }

  /// Returns the handler of a message that no source upstream answers, or nil if there is none.
  func handlerOfUnanswered(_ selector: SelectorKey, for place: MessagePlace?) -> HandlerRegistration? {
    // They are the last ones of the list, which few tables have.
    guard let list = handlers[selector], list.last?.scope.kind == .unanswered, !refuses(selector) else { return nil }
    return list.first { $0.scope.kind == .unanswered && $0.accepts(place) }
  }

  /// Returns the handler of messages whose places belong to different sources, or nil if there is none.
  func handlerAcrossSources(of selector: SelectorKey) -> HandlerRegistration? {
    handlers[selector]?.first { $0.scope.isAcrossSources }
  }

  func responds(to selector: SelectorKey) -> Bool { handlers[selector] != nil && !refuses(selector) }

  /// Returns the scopes of the handlers of a selector, in the order in which they are tried.
  func scopes(of selector: SelectorKey) -> [HandlerScope] { handlers[selector]?.map(\.scope) ?? [] }

  func add(_ handler: HandlerRegistration, for selector: SelectorKey) {
    var list = handlers[selector] ?? []
    // In front of those of the same kind: the latest registration is tried first.
    let index = list.firstIndex { $0.scope.kind >= handler.scope.kind } ?? list.endIndex
    list.insert(handler, at: index)
    handlers[selector] = list
    // Only the handler itself calls this closure, and the table references the handler: strong references would be
    // cycles.
    handler.remove = { [weak self, unowned handler] in self?.remove(handler, selector) }
  }

  private func remove(_ handler: HandlerRegistration, _ selector: SelectorKey) {
    // The handler is retained until the table has been changed: releasing it may deallocate objects whose
    // deinitializers call the table again.
    withExtendedLifetime(handler) {
      let list = handlers[selector]?.filter { $0 !== handler } ?? []
      handlers[selector] = list.isEmpty ? nil : list
    }
  }

  /// Sets whether messages end here as if there were no handler: the table's handlers do not receive them, and they are
  /// not forwarded.
  package func setRefuses<Arguments, Result>(_ isRefused: Bool, _ selector: MessageSelector<Arguments, Result>) {
    if isRefused { refusedSelectors.insert(selector.key) } else { refusedSelectors.remove(selector.key) }
  }

  /// Returns whether messages end here as if there were no handler.
  package func refuses<Arguments, Result>(_ selector: MessageSelector<Arguments, Result>) -> Bool {
    refuses(selector.key)
  }

  func refuses(_ selector: SelectorKey) -> Bool { refusedSelectors.contains(selector) }

  /// Sets the policy for messages that are split at the source of this table, instead of the selector's own. Nil
  /// restores that.
  public func setSplitPolicy<Arguments, Result>(
    _ policy: SplitPolicy?, for selector: MessageSelector<Arguments, Result>
  ) { splitPolicies[selector.key] = policy }

  /// Returns the policy for a selector's messages that are split here.
  func splitPolicy(for selector: SelectorKey) -> SplitPolicy { splitPolicies[selector] ?? selector.splitPolicy }
}

/// The messages that a source forwards upstream, by family and by selector.
public struct Forwarding: Hashable, Sendable {
  private var families: Set<SelectorFamily>
  private var areExcluded: Bool
  private var selectors: Set<String>

  private init(_ families: Set<SelectorFamily>, areExcluded: Bool, selectors: Set<String>) {
    self.families = families
    self.areExcluded = areExcluded
    self.selectors = selectors
  }

  /// All messages.
  public static let everything = Forwarding([], areExcluded: true, selectors: [])

  /// Only the messages of some families, and those with some selector names.
  public static func only(_ families: Set<SelectorFamily>, andSelectors selectors: Set<String> = []) -> Self {
    Self(families, areExcluded: false, selectors: selectors)
  }

  /// All messages except those of some families. Those with some selector names are forwarded nevertheless.
  public static func everything(but families: Set<SelectorFamily>, andSelectors selectors: Set<String> = []) -> Self {
    Self(families, areExcluded: true, selectors: selectors)
  }

  /// Returns whether messages with a selector are forwarded.
  public func includes<Arguments, Result>(_ selector: MessageSelector<Arguments, Result>) -> Bool {
    includes(selector.key)
  }

  func includes(_ selector: SelectorKey) -> Bool {
    if families.isEmpty && areExcluded { return true }
    return families.contains(selector.family) != areExcluded || selectors.contains(selector.name)
  }
}

extension ChainLink {
  /// The message table of the link's source, or nil if it has none.
  var table: MessageTable? { responder as? MessageTable }
}

extension DataSource {
  /// The source's message table, which is created when it is first accessed.
  public var messages: MessageTable {
    if let table = link.table { return table }
    let table = MessageTable()
    link.responder = table
    return table
  }

  /// Registers a handler of a message.
  ///
  /// ```swift
  /// fruits.on(.didSelectItem) { fruits, path in open(fruits.item(at: path)) }
  /// vegetables.on(.didSelectItem, in: .section(named: "Roots")) { _, path in dig(path) }
  /// ```
  ///
  /// One handler answers a message. A second one with an equal scope takes the place of the first, and does not add
  /// to it.
  ///
  /// - Warning: The source retains the closure. If it captures the source, or an object that owns the source, both
  ///   are never released: use the passed source, and capture other objects weakly.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: The messages that the handler is for.
  ///   - answer: Called with the source and the arguments in its space. The closure should use the passed source
  ///     instead of capturing it.
  /// - Returns: A registration, which can be used to remove the handler.
  @discardableResult public func on<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer: @escaping (_ source: Self, _ arguments: Arguments) throws -> Result
  ) -> HandlerRegistration {
    // The unowned reference is valid, as a message retains the sources on its path.
    register(selector, scope, .sync { [unowned self] arguments, _ in try answer(self, arguments) })
  }

  /// Registers a handler of a message that uses the sender.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: The messages that the handler is for.
  ///   - answer: Called with the source, the arguments in its space, and further information about the message. The
  ///     closure should use the passed source instead of capturing it.
  /// - Returns: A registration, which can be used to remove the handler.
  @discardableResult public func on<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer: @escaping (_ source: Self, _ arguments: Arguments, _ delivery: Delivery) throws -> Result
  ) -> HandlerRegistration {
    register(selector, scope, .sync { [unowned self] in try answer(self, $0, $1.received(by: self)) })
  }

  /// Registers a handler that does not use the source.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: The messages that the handler is for.
  ///   - answer: Called with the arguments in the source's space. The source retains the closure, which should
  ///     therefore not capture the source.
  /// - Returns: A registration, which can be used to remove the handler.
  @discardableResult public func on<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer: @escaping (_ arguments: Arguments) throws -> Result
  ) -> HandlerRegistration { register(selector, scope, .sync { arguments, _ in try answer(arguments) }) }

  /// Registers an asynchronous handler. It only answers messages that are sent by ``sendAsync(_:_:from:)`` or
  /// ``deliverAsync(_:_:from:)``.
  ///
  /// Read what the paths name before the first `await`: afterwards, they may name other items.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: The messages that the handler is for.
  ///   - answer: Called with the source, the arguments in its space as of when the message was sent, and further
  ///     information about the message.
  /// - Returns: A registration, which can be used to remove the handler.
  @discardableResult public func onAsync<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer:
      nonisolated(nonsending) @escaping (
        _ source: Self, _ arguments: Arguments, _ delivery: Delivery
      ) async throws -> Result
  ) -> HandlerRegistration {
    let asyncAnswer: Handler<Arguments, Result>.AsyncAnswer = { [unowned self] in
      try await answer(self, $0, $1.received(by: self))
    }
    return register(selector, scope, .async(asyncAnswer))
  }

  private func register<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ scope: HandlerScope, _ answer: Handler<Arguments, Result>.Answer
  ) -> HandlerRegistration {
    let includes = scope.includes.map { includes in { [unowned self] (place: MessagePlace) in includes(self, place) } }
    let handler = Handler(scope, includes: includes, answer)
    messages.add(handler, for: selector.key)
    return handler
  }
}
