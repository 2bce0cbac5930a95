/// What a template finds values in, by name.
public protocol MustacheObject: Sendable {
  /// The value of a name.
  ///
  /// - Parameter name: A name as the template writes it, or one of the parts between its dots.
  /// - Returns: Nothing where the name is unknown: the search goes on further down the context stack.
  func value(for name: String) -> MustacheValue?
}
