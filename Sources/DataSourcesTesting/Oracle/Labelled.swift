/// An item that does not know who it is, with what tells it apart where it stands.
public struct Labelled: Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// What tells it from all others of a state.
  public let id: String
  /// What is in it: where it changes, there has to be an update.
  public let content: String

  /// Makes a labelled item.
  public init(id: String, content: String) {
    self.id = id
    self.content = content
  }

  /// `id: content`.
  public var description: String { "\(id): \(content)" }
}
