/// Shows the one of several sources that is chosen.
///
/// ```swift
/// let list = Transform(of: [fruits, nuts, roots], by: Segmented(selection: 0))
/// list.configure { $0.selection = 2 }   // the sections of fruits are deleted, those of roots inserted
/// ```
///
/// Where there is no such source, there are no sections.
public struct Segmented<Item>: SelectingMapping {
  /// What the sources provide.
  public typealias SourceItem = Item

  /// The index of the source that is shown.
  public var selection: Int?

  var shown = ShownSource()

  /// Makes the mapping.
  ///
  /// - Parameter selection: The index of the source that is shown; nothing shows none.
  public init(selection: Int? = 0) { self.selection = selection }

  var selectedSource: Int? { selection }
}
