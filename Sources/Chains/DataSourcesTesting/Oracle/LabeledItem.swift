/// An item without an identity of its own, labelled with one that follows from its position.
public struct LabeledItem: Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// The identity among all items of a state.
  public let id: String
  /// The content of the item. A change of it requires an update.
  public let content: String

  /// Creates a labelled item.
  public init(id: String, content: String) {
    self.id = id
    self.content = content
  }

  /// `id: content`.
  public var description: String { "\(id): \(content)" }
}
