public import DataSources
import Foundation

/// What one may do with a selector by its name.
struct Permission {
  /// The answer, or why there is none, as JSON.
  let send: (any DataSource, _ json: String, _ sender: AnyObject?) throws(MessageError) -> String
  let sendAsync:
    nonisolated(nonsending) (
      any DataSource, _ json: String, _ sender: AnyObject?
    ) async throws(MessageError) -> String
}

extension MessageTable {
  /// Lets a message be sent by its name, with arguments in JSON: from a browser, or by a plugin.
  ///
  /// Only what is on this list can be. It is that of the source which the message is sent to, not of those that it is forwarded to.
  public func allow<Arguments: Decodable, Result: Encodable>(_ selector: Selector<Arguments, Result>) {
    allow(selector) { try JSON.text(of: $0) }
  }

  /// Lets a message without a result be sent by its name, with arguments in JSON. Its result is `null`.
  public func allow<Arguments: Decodable>(_ selector: Selector<Arguments, Void>) {
    allow(selector) { _ in "null" }
  }

  /// Takes a message off the list of those that can be sent by name.
  public func disallow<Arguments, Result>(_ selector: Selector<Arguments, Result>) {
    permissions[selector.name] = nil
  }

  /// The names that can be sent, in order.
  public var allowedNames: [String] { permissions.keys.sorted() }

  private func allow<Arguments: Decodable, Result>(
    _ selector: Selector<Arguments, Result>, _ write: @escaping (Result) throws -> String
  ) {
    permissions[selector.name] = Permission { source, json, sender throws(MessageError) in
      let arguments = try selector.arguments(json)
      let outcome = try source.deliver(selector, arguments, from: sender)
      return try source.text(of: selector, arguments, outcome, write)
    } sendAsync: { source, json, sender throws(MessageError) in
      let arguments = try selector.arguments(json)
      let outcome = try await source.deliverAsync(selector, arguments, from: sender)
      return try source.text(of: selector, arguments, outcome, write)
    }
  }
}

extension DataSource {
  /// Sends a message by its name, with arguments in JSON: the door for browsers and plugins.
  ///
  /// ```swift
  /// catalog.messages.allow(Selectors.didSelectItem)
  /// try catalog.send(named: "catalog:didSelectItemAtPath:", json: "[0, 2]")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The selector's name, which has to be on the list of the source's ``MessageTable``.
  ///   - json: The arguments.
  ///   - sender: Who sends it, for handlers that want to know.
  /// - Returns: The result as JSON; where nobody responds, the selector's default.
  /// - Throws: ``MessageError``: of the codes ``MessageError/Code/unknownSelector``, ``MessageError/Code/notAllowed`` and
  ///   ``MessageError/Code/badArguments`` if nothing was called; ``MessageError/Code/noReceiver`` for a place that does not exist, and all
  ///   that ``send(_:_:from:)`` throws.
  public func send(
    named name: String, json: String, from sender: AnyObject? = nil
  ) throws(MessageError) -> String {
    try permission(name).send(self, json, sender)
  }

  /// Sends a message by its name, with arguments in JSON, and waits for a handler that takes its time.
  ///
  /// - Parameters:
  ///   - name: The selector's name, which has to be on the list of the source's ``MessageTable``.
  ///   - json: The arguments.
  ///   - sender: Who sends it, for handlers that want to know.
  /// - Returns: The result as JSON; where nobody responds, the selector's default.
  /// - Throws: ``MessageError`` as ``send(named:json:from:)``.
  public nonisolated(nonsending) func sendAsync(
    named name: String, json: String, from sender: AnyObject? = nil
  ) async throws(MessageError) -> String {
    try await permission(name).sendAsync(self, json, sender)
  }

  private func permission(_ name: String) throws(MessageError) -> Permission {
    if let permission = link.table?.permissions[name] { return permission }
    // Selectors that nobody has used yet are known, too, as far as they are listed.
    guard Selectors.names.contains(name) || SignatureRegistry.knows(name) else {
      throw MessageError(.unknownSelector, selector: name, "There is no selector “\(name)”.")
    }
    throw MessageError(
      .notAllowed, selector: name, "“\(name)” cannot be sent by name: it is not on the list of \(link.name).")
  }
}

extension Selector where Arguments: Decodable {
  fileprivate func arguments(_ json: String) throws(MessageError) -> Arguments {
    do {
      return try JSON.value(json)
    } catch {
      throw MessageError(
        .badArguments, selector: name, "The arguments of “\(name)” are not \(Arguments.self): \(JSON.explain(error)).",
        underlying: error)
    }
  }
}

extension DataSource {
  /// Who sends from outside learns of a place that does not exist; a default would hide it.
  fileprivate func text<Arguments, Result>(
    of selector: Selector<Arguments, Result>, _ arguments: Arguments, _ outcome: Outcome<Result>,
    _ write: (Result) throws -> String
  ) throws(MessageError) -> String {
    if case .unanswered(.noReceiver) = outcome { throw unanswered(selector, arguments, .noReceiver) }
    let result = try result(of: selector, arguments, outcome)
    do {
      return try write(result)
    } catch {
      throw MessageError(
        .badResult, selector: selector.name,
        "The result of “\(selector)” cannot be written as JSON: \(JSON.explain(error)).",
        underlying: error)
    }
  }
}

/// Values as JSON, the same bytes for the same value.
private enum JSON {
  static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  /// What is wrong, and where.
  static func explain(_ error: any Error) -> String {
    let (path, text) =
      switch error {
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
        (context.codingPath, context.debugDescription)
      case EncodingError.invalidValue(_, let context): (context.codingPath, context.debugDescription)
      default: ([], "\(error)")
      }
    let place = path.isEmpty ? "" : "at \(path.map(\.stringValue).joined(separator: ".")): "
    return place + (text.hasSuffix(".") ? String(text.dropLast()) : text)
  }
}
