/// What a message came to.
public enum Outcome<Result> {
  /// A handler answered.
  case answered(Result)
  /// Nobody did.
  case unanswered(UnansweredReason)

  /// The result, if somebody answered.
  public var result: Result? {
    if case .answered(let result) = self { result } else { nil }
  }
}

/// Why nobody answered a message.
public enum UnansweredReason: Hashable, Sendable {
  /// A place that the message is about does not exist.
  case noReceiver
  /// Those who own what the message is about have no handler for it, or it is not forwarded to them.
  case noHandler
  /// The message is about places that belong to different sources.
  case parted
}

extension Outcome: Equatable where Result: Equatable {}
extension Outcome: Sendable where Result: Sendable {}
