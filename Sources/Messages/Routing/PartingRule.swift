/// What becomes of a message about two places, such as a move, where they belong to different sources, or the second is of an item that is
/// a source's own.
///
/// Before the rule applies, the source where the ways part is asked for a handler of the scope ``HandlerScope/acrossSources``; and its table
/// may have another rule for a selector, see ``MessageTable/setRule(_:for:)``.
public enum PartingRule: Hashable, Sendable {
  /// Nobody gets the message.
  case refuse
  /// The owner of the first place gets it. Each other place of an item becomes the nearest one that belongs to the same owner, on the way
  /// to the first. Where the other is a section, nobody gets the message.
  ///
  /// - Complexity: O(*d*) conversions of places, *d* being the distance to that place.
  case clamp
}
