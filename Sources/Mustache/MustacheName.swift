/// A name that an object is asked for: what a tag of a template holds, or one of the parts between its dots.
package struct MustacheName: Sendable {
  /// The name.
  package let text: String
  /// The place of the name in the template's vocabulary; nothing where it is not in there.
  package let number: Int?
}
