public import Changesets

extension Mapping {
  /// Shows all items in one section.
  ///
  /// - Parameter name: The name of the section.
  public static func flatten<Item>(name: String? = nil) -> Self where Self == Mappings.Flatten<Item> {
    Self(name: name)
  }
}

extension Mappings {
  /// Shows the items of all sections in one section. If the source has no sections, neither has the transform.
  ///
  /// ```swift
  /// let all = groceries.applying(.flatten(name: "All"))
  /// all.configure { $0.name = "Everything" }   // observers are notified of an update of the section
  /// ```
  public struct Flatten<Item>: IncrementalMapping, SectionReadingMapping {
    /// The name of the section.
    public var name: String? { didSet { if name != oldValue { isSettled = false } } }

    @usableFromInline var counts = SectionCounts()
    @usableFromInline var isSettled = true

    package init(name: String? = nil) { self.name = name }

    public var isLoaded: Bool { counts.count > 0 }

    /// - Complexity: O(*s*), *s* being the number of sections.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = SectionCounts(sources[0])
      isSettled = true
    }

    /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections. If sections were edited,
    ///   O(*s*) more, and the number of items in the edited sections.
    @inlinable public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      let before = numberOfSections
      counts.apply(changes)
      if before == numberOfSections { return UpdateBatch() }
      return UpdateBatch(sections: before == 0 ? Edits(inserts: [0]) : Edits(deletes: [0]))
    }

    /// Updates the section if its name changed.
    ///
    /// - Complexity: O(1).
    @inlinable public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      if isSettled { return UpdateBatch() }
      isSettled = true
      return UpdateBatch(sections: Edits(updates: (0..<numberOfSections).map { PlacePair($0, $0) }))
    }

    /// 1 if the source has sections, else 0.
    @inlinable public var numberOfSections: Int { min(counts.count, 1) }

    /// Returns the number of all items.
    ///
    /// - Complexity: O(1).
    @inlinable public func numberOfItems(inSection section: Int) -> Int { counts.total }

    /// Returns ``name``.
    public func name(ofSection section: Int) -> String? { name }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    @inlinable public func sourcePath(for path: ItemPath) -> SourcePath? {
      guard path.section == 0, let (section, item) = counts.section(at: path.item) else { return nil }
      return SourcePath(source: 0, path: ItemPath(section: section, item: item))
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    @inlinable public func path(for sourcePath: SourcePath) -> ItemPath? {
      guard sourcePath.source == 0 else { return nil }
      return counts.offset(of: sourcePath.path).map { ItemPath(section: 0, item: $0) }
    }

    /// Returns `nil`: the items come from several sections.
    @inlinable public func sourceSection(for section: Int) -> SourceSection? { nil }

    /// Returns `nil`: the section shows the items of several sections.
    @inlinable public func section(for sourceSection: SourceSection) -> Int? { nil }
  }
}
