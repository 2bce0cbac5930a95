public import DataSources

/// What a source answers messages by: a handler for each selector that it responds to.
///
/// It is to a source what the method table is to a class, with two differences: it can change while the program runs, and what it does not
/// answer is forwarded to the source that owns what the message is about. A source that never got a handler has no table.
public final class MessageTable {
  /// Which of the messages that the table does not answer go to the sources that its own stands on: all, unless it is set.
  public var forwarding = Forwarding.everything {
    didSet {
      forwardsEverything = forwarding == .everything
      Link.forgetRoutes()
    }
  }
  private var forwardsEverything = true
  private var lists: [Int: AnyHandlers] = [:]
  private var rules: [Int: PartingRule] = [:]
  /// What may be sent by name.
  var permissions: [String: Permission] = [:]

  /// The handlers of a selector.
  func handlers<Arguments, Result>(
    of selector: Selector<Arguments, Result>
  ) -> Handlers<Arguments, Result>? {
    lists[selector.signature.id]?.handlers(of: selector)
  }

  func add<Arguments, Result>(_ handler: Handler<Arguments, Result>, for selector: Selector<Arguments, Result>) {
    let id = selector.signature.id
    let list = handlers(of: selector) ?? Handlers()
    list.add(handler)
    set(list, id)
    handler.remove = { [weak self, unowned handler] in self?.remove(handler, id) }
  }

  private func remove(_ handler: HandlerRegistration, _ id: Int) {
    guard let list = lists[id] else { return }
    list.remove(handler)
    set(list.isEmpty ? nil : list, id)
  }

  private func set(_ list: AnyHandlers?, _ id: Int) {
    lists[id] = list
    Link.forgetRoutes()
  }

  /// Sets what becomes of messages that part at the source of this table, in the place of the selector's own rule.
  public func setRule<Arguments, Result>(_ rule: PartingRule?, for selector: Selector<Arguments, Result>) {
    rules[selector.signature.id] = rule
  }

  /// What becomes of a selector's messages that part here.
  func rule<Arguments, Result>(for selector: Selector<Arguments, Result>) -> PartingRule {
    rules[selector.signature.id] ?? selector.signature.partingRule
  }

  /// Whether the table forwards a selector.
  func forwards<Arguments, Result>(_ selector: Selector<Arguments, Result>) -> Bool {
    forwardsEverything || forwarding.includes(selector)
  }
}

extension MessageTable {
  /// What a link has to answer messages with, as a table.
  static func table(_ responder: AnyObject) -> MessageTable {
    // Safe: nobody but `tableToFill` puts anything there.
    unsafeDowncast(responder, to: MessageTable.self)
  }
}

extension Link {
  /// The table of the link's source, if it has one.
  var table: MessageTable? { responder.map(MessageTable.table) }

  /// The table of the link's source, which has one from now on.
  var tableToFill: MessageTable {
    if let table { return table }
    let table = MessageTable()
    responder = table
    return table
  }
}

extension DataSource {
  /// What the source answers messages by.
  public var messages: MessageTable { link.tableToFill }

  /// Registers a handler of a message.
  ///
  /// ```swift
  /// fruits.on(Selectors.didSelectItem) { fruits, path in open(fruits.object(at: path)) }
  /// vegetables.on(Selectors.didSelectItem, in: .section(named: "Roots")) { _, path in dig(path) }
  /// ```
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: What the handler is for.
  ///   - answer: Gets the source, which it should not hold by itself, and the arguments in the source's own space.
  /// - Returns: What takes the handler back before the source is gone.
  @discardableResult public func on<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer: @escaping (_ source: Self, _ arguments: Arguments) throws -> Result
  ) -> HandlerRegistration {
    on(selector, in: scope) { source, arguments, _ in try answer(source, arguments) }
  }

  /// Registers a handler that never throws.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: What the handler is for.
  ///   - answer: Gets the source, which it should not hold by itself, and the arguments in the source's own space.
  /// - Returns: What takes the handler back before the source is gone.
  @inlinable @discardableResult public func on<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer: @escaping (_ source: Self, _ arguments: Arguments) -> Result
  ) -> HandlerRegistration {
    register(
      selector, scope,
      plain: { [weak self] arguments in
        guard let self else { return nil }
        return answer(self, arguments)
      })
  }

  /// Registers a handler of a message that wants to know who sent it.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: What the handler is for.
  ///   - answer: Gets the source, which it should not hold by itself, the arguments in the source's own space, and what else is known.
  /// - Returns: What takes the handler back before the source is gone.
  @discardableResult public func on<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer: @escaping (_ source: Self, _ arguments: Arguments, _ delivery: Delivery) throws -> Result
  ) -> HandlerRegistration {
    register(selector, scope) { [weak self] arguments, delivery in
      guard let self else { throw SourceIsGone() }
      return try answer(self, arguments, delivery)
    }
  }

  /// Registers a handler that needs no source.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: What the handler is for.
  ///   - answer: Gets the arguments in the source's own space. It should not hold the source, which holds it.
  /// - Returns: What takes the handler back before the source is gone.
  @discardableResult public func on<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer: @escaping (_ arguments: Arguments) throws -> Result
  ) -> HandlerRegistration {
    register(selector, scope) { arguments, _ in try answer(arguments) }
  }

  /// Registers a handler that needs no source, and never throws: those are the quickest to reach.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: What the handler is for.
  ///   - answer: Gets the arguments in the source's own space. It should not hold the source, which holds it.
  /// - Returns: What takes the handler back before the source is gone.
  @inlinable @discardableResult public func on<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer: @escaping (_ arguments: Arguments) -> Result
  ) -> HandlerRegistration {
    register(selector, scope, plain: { arguments in answer(arguments) })
  }

  /// Registers a handler that takes its time. It answers only those who wait, see ``sendAsync(_:_:from:)``.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - scope: What the handler is for.
  ///   - answer: Gets the source, the arguments in the source's own space as they were when the message was sent, and what else is known.
  /// - Returns: What takes the handler back before the source is gone.
  @discardableResult public func onAsync<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, in scope: HandlerScope = .everything,
    _ answer:
      nonisolated(nonsending) @escaping (
        _ source: Self, _ arguments: Arguments, _ delivery: Delivery
      ) async throws -> Result
  ) -> HandlerRegistration {
    let later: Handler<Arguments, Result>.AsyncAnswer = { [weak self] arguments, delivery in
      guard let self else { throw SourceIsGone() }
      return try await answer(self, arguments, delivery)
    }
    let handler = Handler(scope, includes: includes(scope), later: later)
    messages.add(handler, for: selector)
    return handler
  }

  @usableFromInline func register<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ scope: HandlerScope, plain: @escaping (Arguments) -> Result?
  ) -> HandlerRegistration {
    let now: (Arguments, Delivery) throws -> Result = { arguments, _ in
      guard let result = plain(arguments) else { throw SourceIsGone() }
      return result
    }
    let handler = Handler(scope, includes: includes(scope), now: now, plain: plain)
    messages.add(handler, for: selector)
    return handler
  }

  private func register<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ scope: HandlerScope,
    _ answer: @escaping (Arguments, Delivery) throws -> Result
  ) -> HandlerRegistration {
    let handler = Handler(scope, includes: includes(scope), now: answer)
    messages.add(handler, for: selector)
    return handler
  }

  /// What tells whether a place is in a scope; nothing where all are.
  private func includes(_ scope: HandlerScope) -> ((Place) -> Bool)? {
    guard let includes = scope.includes else { return nil }
    return { [weak self] place in self.map { includes($0, place) } ?? false }
  }
}

/// What a handler throws whose source is gone, though its link is still there.
struct SourceIsGone: Error {}
