/// What a template finds values in, by name.
///
/// It is a class, so that values are small, however much an object holds.
package protocol MustacheObject: AnyObject, Sendable {
  /// The value of a name.
  ///
  /// - Parameter name: A name as the template writes it, or one of the parts between its dots. An object whose names are in the template's
  ///   vocabulary tells it by its number.
  /// - Returns: Nothing where the name is unknown: the search goes on further down the context stack.
  func value(for name: MustacheName) -> MustacheValue?
}
