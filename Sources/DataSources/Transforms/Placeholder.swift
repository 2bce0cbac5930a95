/// Shows the second source where the first has no items at all: sources are `[main, placeholder]`.
///
/// ```swift
/// let list = Transform(of: [found, ArraySource(["Nothing found."])], by: Placeholder())
/// ```
///
/// When the first item of main comes, all sections of the placeholder are deleted, and all of main inserted; when the
/// last one goes, the other way round. Without a second source, there are no sections in place of a main source without
/// items.
///
/// - Complexity: O(log *s*) for an item edit that does not change which source is shown, *s* being the number of
///   sections.
public struct Placeholder<Item>: SelectingMapping {
  /// What the sources provide.
  public typealias SourceItem = Item

  var shown = ShownSource()

  /// Makes the mapping.
  public init() {}

  var selectedSource: Int? { shown.counts.first.map { $0.total == 0 ? 1 : 0 } }
}
