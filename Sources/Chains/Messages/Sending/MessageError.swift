import DataSources

/// The reason why a message was not answered, or why a handler's answer is an error.
///
/// `"\(error)"` is a sentence for people, with the route of the message.
public struct MessageError: Error {
  /// The kind of an error. Kinds may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind from a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The kind of the error.
  public var code: Code
  /// The selector's name.
  public var selector: String
  /// A sentence that describes the error.
  public var message: String
  /// The route of the message, from the source that it was sent to, to the one where it ended.
  public internal(set) var route: [DeliveryPath.Hop] = []
  /// The error that the handler or the coder threw.
  public var underlying: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - selector: The selector's name.
  ///   - message: A sentence that describes the error.
  ///   - underlying: The error that the handler or the coder threw.
  public init(_ code: Code, selector: String, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.selector = selector
    self.message = message
    self.underlying = underlying
  }
}

extension MessageError.Code {
  /// An item or section that the message is about does not exist.
  public static let noReceiver = Self(rawValue: "message/no-receiver")
  /// There is no handler, and the selector has no default.
  public static let noHandler = Self(rawValue: "message/no-handler")
  /// The message is about places that belong to different sources.
  public static let split = Self(rawValue: "message/split")
  /// The handler is asynchronous, and the message was sent synchronously.
  public static let asynchronous = Self(rawValue: "message/asynchronous")
  /// The handler threw an error.
  public static let failed = Self(rawValue: "message/failed")
  /// The handler's result is a place that is hidden from the sender.
  public static let hiddenResult = Self(rawValue: "message/hidden-result")
  /// Several handlers answered, and the selector has no merge for their results.
  public static let severalAnswers = Self(rawValue: "message/several-answers")
  /// The source does not allow the selector to be sent by name.
  public static let notAllowed = Self(rawValue: "message/not-allowed")
  /// The arguments are not valid JSON, or not of the selector's type.
  public static let badArguments = Self(rawValue: "message/bad-arguments")
  /// The result cannot be encoded as JSON.
  public static let badResult = Self(rawValue: "message/bad-result")
}

extension MessageError: CustomStringConvertible {
  /// The message, and the route if there is one.
  public var description: String {
    route.isEmpty ? message : "\(message) The message went to \(route.map(\.description).joined(separator: " → "))."
  }
}

extension MessageError {
  static func asynchronous(_ selector: String) -> Self {
    Self(
      .asynchronous, selector: selector,
      "The handler of “\(selector)” takes its time. Send the message with “sendAsync”, and wait for it.")
  }

  /// Returns an error about an asynchronous handler with the method that waits for it in the place of `sendAsync`,
  /// which is for those who send messages themselves. Any other error is returned as it is.
  package func naming(_ method: String) -> Self {
    guard code == .asynchronous else { return self }
    var error = self
    error.message = "The handler of “\(selector)” takes its time. Call “\(method)”, and wait for it."
    return error
  }

  static func failed(_ selector: String, _ error: any Error) -> Self {
    let reason = "\(error)"
    return Self(
      .failed, selector: selector,
      "A handler of “\(selector)” failed: \(reason.hasSuffix(".") ? reason : reason + ".")", underlying: error)
  }

  /// Returns the error with another source at the beginning of its route.
  func prependingHop(_ hop: DeliveryPath.Hop) -> Self {
    var error = self
    error.route.insert(hop, at: 0)
    return error
  }
}
