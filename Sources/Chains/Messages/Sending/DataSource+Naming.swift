public import DataSources
import Foundation

/// The type-erased functions that send an allowed message by its name.
struct Permission {
  /// What messages are about.
  enum Subject {
    case items, section, nothing

    init<Arguments: Routable>(of arguments: Arguments.Type) {
      self = arguments == SectionIndex.self ? .section : arguments.hasPlaces ? .items : .nothing
    }
  }

  let selector: SelectorKey
  let subject: Subject
  /// Returns the result as JSON.
  let send: (any DataSource, _ json: String, _ sender: AnyObject?) throws(MessageError) -> String
  let sendAsync:
    nonisolated(nonsending) (
      any DataSource, _ json: String, _ sender: AnyObject?
    ) async throws(MessageError) -> String
}

extension MessageTable {
  /// Allows a message to be sent by its name, with arguments in JSON, by a browser or a plugin.
  ///
  /// Only allowed messages can be sent by name. The table that counts is that of the source that the message is sent
  /// to, not those of the sources that it is forwarded to.
  ///
  /// - Warning: Messages by name come from outside, with any arguments. Allow only those whose handlers may be called
  ///   by anybody, for any item.
  public func allow<Arguments: Decodable, Result: Encodable>(_ selector: MessageSelector<Arguments, Result>) {
    allow(selector) { try JSON.text(of: $0) }
  }

  /// Allows a message without a result to be sent by its name, with arguments in JSON. Its result is `null`.
  public func allow<Arguments: Decodable>(_ selector: MessageSelector<Arguments, Void>) {
    allow(selector) { _ in "null" }
  }

  /// Revokes the permission to send a message by its name.
  public func disallow<Arguments, Result>(_ selector: MessageSelector<Arguments, Result>) {
    permissions[selector.name] = nil
  }

  /// The names of the allowed messages, sorted.
  public var allowedNames: [String] { permissions.keys.sorted() }

  private func allow<Arguments: Decodable, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ write: @escaping (Result) throws -> String
  ) {
    permissions[selector.name] = Permission(
      selector: selector.key, subject: Permission.Subject(of: Arguments.self)
    ) { source, json, sender throws(MessageError) in
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
  /// Sends a message by its name, with arguments in JSON, as browsers and plugins do.
  ///
  /// ```swift
  /// catalog.messages.allow(.didSelectItem)
  /// let result = try catalog.send(named: "catalog:didSelectItemAtPath:", json: "[0, 2]")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The selector's name, which has to be allowed by the source's ``MessageTable``.
  ///   - json: The arguments.
  ///   - sender: The sender, for handlers that use it.
  /// - Returns: The result as JSON. If there is no handler, the selector's default.
  /// - Throws: ``MessageError`` with the code ``MessageError/Code/notAllowed`` or ``MessageError/Code/badArguments`` if
  ///   no handler was called, ``MessageError/Code/noReceiver`` for an item or section that does not exist,
  ///   ``MessageError/Code/split`` for places of different sources, ``MessageError/Code/badResult`` if the result
  ///   cannot be encoded, and all errors of ``send(_:_:from:)``.
  public func send(
    named name: String, json: String, from sender: AnyObject? = nil
  ) throws(MessageError) -> String { try permission(name).send(self, json, sender) }

  /// Sends a message by its name, with arguments in JSON, and awaits the result of an asynchronous handler.
  ///
  /// - Parameters:
  ///   - name: The selector's name, which has to be allowed by the source's ``MessageTable``.
  ///   - json: The arguments.
  ///   - sender: The sender, for handlers that use it.
  /// - Returns: The result as JSON. If there is no handler, the selector's default.
  /// - Throws: ``MessageError`` as ``send(named:json:from:)``.
  public nonisolated(nonsending) func sendAsync(
    named name: String, json: String, from sender: AnyObject? = nil
  ) async throws(MessageError) -> String { try await permission(name).sendAsync(self, json, sender) }

  private func permission(_ name: String) throws(MessageError) -> Permission {
    if let permission = link.table?.permissions[name] { return permission }
    throw MessageError(
      .notAllowed, selector: name, "“\(name)” cannot be sent by name: it is not on the list of \(link.name).")
  }

  /// Whether any message can be sent to the source by its name.
  package var allowsMessages: Bool { link.table.map { !$0.permissions.isEmpty } ?? false }

  /// Returns the names of the messages that can be sent to the source by their names, and that a handler would answer
  /// if they were about a place. They are sorted.
  ///
  /// - Parameter place: An item or a section; nil for the messages that are about nothing.
  /// - Complexity: For each allowed message, as ``send(_:_:from:)``.
  package func namesOfMessages(answeredAt place: MessagePlace?) -> [String] {
    permissions(for: place).filter { MessageRoute($0.selector, RoutedPlaces(place), from: self).handler != nil }
      .map(\.selector.name).sorted()
  }

  /// Returns the paths that the messages that can be sent to the source by their names would take if they were about a
  /// place: to the handler, or to where it is missing. They are sorted by the names.
  ///
  /// - Parameter place: An item or a section; nil for the messages that are about nothing.
  /// - Complexity: For each allowed message, as ``send(_:_:from:)``.
  package func pathsOfMessages(at place: MessagePlace?) -> [(name: String, path: DeliveryPath)] {
    permissions(for: place).map { permission in
      (permission.selector.name, MessageRoute(permission.selector, RoutedPlaces(place), from: self).path)
    }.sorted { $0.0 < $1.0 }
  }

  /// Returns the permissions of the messages that can be about a place.
  private func permissions(for place: MessagePlace?) -> [Permission] {
    let subject = place.map { $0.path == nil ? Permission.Subject.section : .items } ?? .nothing
    return link.table?.permissions.values.filter { $0.subject == subject } ?? []
  }
}

extension MessageSelector where Arguments: Decodable {
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
  /// Returns the JSON text of an outcome. For external senders, an item or section that does not exist, or a message
  /// whose places belong to different sources, is an error, which a default would hide.
  fileprivate func text<Arguments, Result>(
    of selector: MessageSelector<Arguments, Result>, _ arguments: Arguments, _ outcome: MessageOutcome<Result>,
    _ write: (Result) throws -> String
  ) throws(MessageError) -> String {
    if case .unanswered(let reason) = outcome, reason != .noHandler { throw unanswered(selector, arguments, reason) }
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

/// JSON encoding and decoding. The same value is always encoded to the same bytes.
private enum JSON {
  static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  /// Describes an error and the coding path at which it occurred.
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
