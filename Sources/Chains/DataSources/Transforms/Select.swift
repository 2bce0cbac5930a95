extension Mapping {
  /// Shows one of several sources.
  ///
  /// - Parameter selection: The index of the source that is shown; `nil` shows none.
  public static func select<Item>(selection: Int? = 0) -> Self where Self == Mappings.Select<Item> {
    Self(selection: selection)
  }
}

extension Mappings {
  /// Shows the selected one of several sources.
  ///
  /// ```swift
  /// let list = Transform(of: [fruits, nuts, roots], by: .select(selection: 0))
  /// list.configure { $0.selection = 2 }   // the sections of fruits are deleted, those of roots inserted
  /// ```
  ///
  /// If there is no source with the selected index, there are no sections.
  public struct Select<Item>: SelectingMapping {
    public typealias SourceItem = Item

    /// The index of the source that is shown.
    public var selection: Int?

    var shown = ShownSource()

    package init(selection: Int? = 0) { self.selection = selection }

    var selectedSource: Int? { selection }
  }
}

extension Mapping {
  /// Shows the source, or no sections at all.
  ///
  /// - Parameter isOn: Whether the source is shown.
  public static func `switch`<Item>(isOn: Bool = true) -> Self where Self == Mappings.Switch<Item> {
    Self(isOn: isOn)
  }
}

extension Mappings {
  /// Shows its source, or no sections at all.
  ///
  /// ```swift
  /// let details = Transform(of: [articles], by: .switch(isOn: false))
  /// details.configure { $0.isOn = true }   // observers are notified of all sections as inserted
  /// ```
  ///
  /// Setting ``isOn`` to its present value has no effect. While it is `false`, changes of the source are not passed on.
  public struct Switch<Item>: SelectingMapping {
    public typealias SourceItem = Item

    /// Whether the source is shown.
    public var isOn: Bool

    var shown = ShownSource()

    package init(isOn: Bool = true) { self.isOn = isOn }

    var selectedSource: Int? { isOn ? 0 : nil }
  }
}

extension Mapping {
  /// Shows the second source while the first has no items.
  public static func showPlaceholder<Item>() -> Self where Self == Mappings.ShowPlaceholder<Item> { Self() }
}

extension Mappings {
  /// Shows the second source while the first has no items. The sources are `[main, placeholder]`.
  ///
  /// ```swift
  /// let list = Transform(of: [found, ArraySource(["Nothing found."])], by: .showPlaceholder())
  /// ```
  ///
  /// When the main source gets its first item, all sections of the placeholder are deleted, and all of the main source
  /// inserted; when it loses its last item, the other way round. Without a second source, there are no sections while
  /// the main source has no items.
  ///
  /// - Complexity: O(log *s*) for an item edit that does not change which source is shown, *s* being the number of
  ///   sections.
  public struct ShowPlaceholder<Item>: SelectingMapping {
    public typealias SourceItem = Item

    var shown = ShownSource()

    package init() {}

    var selectedSource: Int? { shown.counts.first.map { $0.total == 0 ? 1 : 0 } }
  }
}
