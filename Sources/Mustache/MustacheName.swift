/// A name that an object is asked for: what a tag of a template holds, or one of the parts between its dots.
public struct MustacheName: Sendable {
  /// The name.
  public let text: String
  /// The place of the name in the template's vocabulary; nothing where it is not in there.
  public let number: Int?
}
