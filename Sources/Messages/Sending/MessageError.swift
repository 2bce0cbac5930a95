import DataSources

/// Why a message was not answered, or why a handler's answer is an error.
///
/// `"\(error)"` is a sentence for people, with the path of the message.
public struct MessageError: Error {
  /// What kind of mistake it is. Kinds may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What kind of mistake it is.
  public var code: Code
  /// The selector's name.
  public var selector: String
  /// What is wrong, as a sentence.
  public var message: String
  /// The path of the message, from the source that it was sent to to the one where it ended.
  public internal(set) var route: [DeliveryPath.Hop] = []
  /// What the handler threw, or the decoder.
  public var underlying: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: What kind of mistake it is.
  ///   - selector: The selector's name.
  ///   - message: What is wrong, as a sentence.
  ///   - underlying: What the handler threw, or the decoder.
  public init(_ code: Code, selector: String, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.selector = selector
    self.message = message
    self.underlying = underlying
  }
}

extension MessageError.Code {
  /// A place that the message is about does not exist.
  public static let noReceiver = Self(rawValue: "message/no-receiver")
  /// Nothing responds, and the selector has no default.
  public static let noHandler = Self(rawValue: "message/no-handler")
  /// The message is about places that belong to different sources.
  public static let split = Self(rawValue: "message/split")
  /// The handler is asynchronous, and the sender does not wait.
  public static let asynchronous = Self(rawValue: "message/asynchronous")
  /// The handler threw an error.
  public static let failed = Self(rawValue: "message/failed")
  /// The handler's result is a place that is hidden from the sender.
  public static let hiddenResult = Self(rawValue: "message/hidden-result")
  /// Several handlers answered, and the selector does not say how their results become one.
  public static let severalAnswers = Self(rawValue: "message/several-answers")
  /// The receiver does not let the selector be sent by name.
  public static let notAllowed = Self(rawValue: "message/not-allowed")
  /// The arguments are no JSON, or not what the selector takes.
  public static let badArguments = Self(rawValue: "message/bad-arguments")
  /// The result cannot be written as JSON.
  public static let badResult = Self(rawValue: "message/bad-result")
}

extension MessageError: CustomStringConvertible {
  /// The message, and the route if there is one.
  public var description: String {
    route.isEmpty ? message : "\(message) The message went to \(route.map(\.description).joined(separator: " → "))."
  }
}

extension MessageError {
  /// The handler is asynchronous.
  static func asynchronous(_ selector: String) -> Self {
    Self(
      .asynchronous, selector: selector,
      "The handler of “\(selector)” takes its time. Send the message with “sendAsync”, and wait for it.")
  }

  /// The handler failed.
  static func failed(_ selector: String, _ error: any Error) -> Self {
    let reason = "\(error)"
    return Self(
      .failed, selector: selector,
      "A handler of “\(selector)” failed: \(reason.hasSuffix(".") ? reason : reason + ".")", underlying: error)
  }

  /// The error with another source at the beginning of its path.
  func passed(_ hop: DeliveryPath.Hop) -> Self {
    var error = self
    error.route.insert(hop, at: 0)
    return error
  }
}
