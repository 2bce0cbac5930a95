public import DataSources

/// The handlers of a source: one list for each selector that it responds to.
///
/// It is to a source what the method table is to a class, with two differences: it can change while the program runs, and what it does not
/// answer is forwarded to the source that owns what the message is about. A source without handlers has no table.
public final class MessageTable {
  /// Which of the messages that the table does not answer go to the sources that its own stands on: all, unless it is set.
  public var forwarding = Forwarding.everything
  /// The handlers of each selector, in the order in which they are asked.
  private var handlers: [SelectorKey: [HandlerRegistration]] = [:]
  private var splitPolicies: [SelectorKey: SplitPolicy] = [:]
  /// The selectors whose messages end here without an answer.
  private var refusedSelectors: Set<SelectorKey> = []
  /// What may be sent by name.
  var permissions: [String: Permission] = [:]

  /// The first handler of a selector whose scope a message is in.
  ///
  /// - Parameter place: The first place that the message is about.
  func handler(of selector: SelectorKey, for place: Place?) -> HandlerRegistration? {
    handlers[selector]?.first { !$0.scope.isAcrossSources && $0.accepts(place) }
  }

  /// The handler of messages whose places belong to different sources.
  func handlerAcrossSources(of selector: SelectorKey) -> HandlerRegistration? {
    handlers[selector]?.first { $0.scope.isAcrossSources }
  }

  /// Whether there is a handler of a selector.
  func responds(to selector: SelectorKey) -> Bool { handlers[selector] != nil && !refuses(selector) }

  /// The scopes of the handlers of a selector, in the order in which they are asked.
  func scopes(of selector: SelectorKey) -> [HandlerScope] { handlers[selector]?.map(\.scope) ?? [] }

  func add(_ handler: HandlerRegistration, for selector: SelectorKey) {
    var list = handlers[selector] ?? []
    let index = list.firstIndex { $0.scope.kind >= handler.scope.kind } ?? list.endIndex
    list.insert(handler, at: index)
    handlers[selector] = list
    handler.remove = { [weak self, unowned handler] in self?.remove(handler, selector) }
  }

  private func remove(_ handler: HandlerRegistration, _ selector: SelectorKey) {
    // Held until the table is not being changed any more: to release what a handler references may run code that comes back here.
    withExtendedLifetime(handler) {
      let list = handlers[selector]?.filter { $0 !== handler } ?? []
      handlers[selector] = list.isEmpty ? nil : list
    }
  }

  /// Sets whether messages end here as if nothing responded: no handler of the table gets them, and they are not forwarded.
  package func setRefuses<Arguments, Result>(_ isRefused: Bool, _ selector: MessageSelector<Arguments, Result>) {
    if isRefused { refusedSelectors.insert(selector.key) } else { refusedSelectors.remove(selector.key) }
  }

  /// Whether messages end here as if nothing responded.
  package func refuses<Arguments, Result>(_ selector: MessageSelector<Arguments, Result>) -> Bool {
    refuses(selector.key)
  }

  func refuses(_ selector: SelectorKey) -> Bool { refusedSelectors.contains(selector) }

  /// Sets what happens to messages that are split at the source of this table, in place of the selector's own policy.
  public func setSplitPolicy<Arguments, Result>(
    _ policy: SplitPolicy?, for selector: MessageSelector<Arguments, Result>
  ) {
    splitPolicies[selector.key] = policy
  }

  /// What happens to a selector's messages that are split here.
  func splitPolicy(for selector: SelectorKey) -> SplitPolicy { splitPolicies[selector] ?? selector.splitPolicy }
}

/// Which messages a source forwards to those that it stands on: by family, and by selector.
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

  /// Only the messages of some families, and some others by name.
  public static func only(_ families: Set<SelectorFamily>, andSelectors selectors: Set<String> = []) -> Self {
    Self(families, areExcluded: false, selectors: selectors)
  }

  /// All messages but those of some families, of which some are forwarded nevertheless by name.
  public static func everything(but families: Set<SelectorFamily>, andSelectors selectors: Set<String> = []) -> Self {
    Self(families, areExcluded: true, selectors: selectors)
  }

  /// Whether a selector is forwarded.
  public func includes<Arguments, Result>(_ selector: MessageSelector<Arguments, Result>) -> Bool {
    includes(selector.key)
  }

  func includes(_ selector: SelectorKey) -> Bool {
    if families.isEmpty && areExcluded { return true }
    return families.contains(selector.family) != areExcluded || selectors.contains(selector.name)
  }
}

extension ChainLink {
  /// The table of the link's source, if it has one.
  var table: MessageTable? { responder as? MessageTable }
}

extension DataSource {
  /// What the source answers messages by.
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
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: What the handler is for.
  ///   - answer: Called with the source, which it should not reference by itself, and the arguments in the source's own space.
  /// - Returns: A registration that removes the handler before the source is deallocated.
  @discardableResult public func on<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer: @escaping (_ source: Self, _ arguments: Arguments) throws -> Result
  ) -> HandlerRegistration {
    // A message retains the sources on its path.
    register(selector, scope, .sync { [unowned self] arguments, _ in try answer(self, arguments) })
  }

  /// Registers a handler of a message that uses the sender.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: What the handler is for.
  ///   - answer: Called with the source, which it should not reference by itself, the arguments in the source's own space, and what else is
  ///     known.
  /// - Returns: A registration that removes the handler before the source is deallocated.
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
  ///   - scope: What the handler is for.
  ///   - answer: Called with the arguments in the source's own space. It should not reference the source, which references it.
  /// - Returns: A registration that removes the handler before the source is deallocated.
  @discardableResult public func on<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer: @escaping (_ arguments: Arguments) throws -> Result
  ) -> HandlerRegistration {
    register(selector, scope, .sync { arguments, _ in try answer(arguments) })
  }

  /// Registers an asynchronous handler. It answers only messages that are sent by ``sendAsync(_:_:from:)``.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: What the handler is for.
  ///   - answer: Called with the source, the arguments in the source's own space as they were when the message was sent, and what else is
  ///     known.
  /// - Returns: A registration that removes the handler before the source is deallocated.
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
    let includes = scope.includes.map { includes in { [unowned self] (place: Place) in includes(self, place) } }
    let handler = Handler(scope, includes: includes, answer)
    messages.add(handler, for: selector.key)
    return handler
  }
}
