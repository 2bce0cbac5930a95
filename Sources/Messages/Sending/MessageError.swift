/// Why a message got no answer, or why a handler's answer is an error.
///
/// `"\(error)"` is a sentence for people, with the way that the message took.
public struct MessageError: Error {
  /// What kind of mistake it is. Kinds may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What kind of mistake it is.
  public var code: Code
  /// The selector's name.
  public var selector: String
  /// What is wrong, as a sentence.
  public var message: String
  /// The way that the message took, from the source that it was sent to to the one where it ended.
  public var route: [MessageRoute.Hop]
  /// What the handler threw, or the decoder.
  public var underlying: (any Error)?

  /// Makes an error.
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
    route = []
  }
}

extension MessageError.Code {
  /// A name has two signatures.
  public static let signatureConflict = Self(rawValue: "message/signature-conflict")
  /// A place that the message is about does not exist.
  public static let noReceiver = Self(rawValue: "message/no-receiver")
  /// Nobody responds, and the selector has no default.
  public static let noHandler = Self(rawValue: "message/no-handler")
  /// The message is about places that belong to different sources.
  public static let parted = Self(rawValue: "message/parted")
  /// The handler takes its time, and the sender does not wait.
  public static let asynchronous = Self(rawValue: "message/asynchronous")
  /// The handler threw an error.
  public static let failed = Self(rawValue: "message/failed")
  /// The handler's answer is about a place that its downstream does not show.
  public static let hiddenResult = Self(rawValue: "message/hidden-result")
  /// Several answers came, and the selector does not say how they become one.
  public static let severalAnswers = Self(rawValue: "message/several-answers")
  /// No selector has the name.
  public static let unknownSelector = Self(rawValue: "message/unknown-selector")
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
