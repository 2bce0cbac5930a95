public import Changesets

extension Mapping {
  /// Hides the items that do not satisfy a predicate, which receives a text besides the item.
  ///
  /// - Parameters:
  ///   - filterText: The text that the predicate receives.
  ///   - predicate: Returns whether an item is shown. If it is `nil`, all items are.
  @inlinable public static func filter<Item>(
    filterText: String = "", _ predicate: ((_ item: Item, _ filterText: String) -> Bool)?
  ) -> Self where Self == Mappings.Filter<Item> { Self(filterText: filterText, predicate) }

  /// Hides the items that do not satisfy a predicate.
  ///
  /// - Parameter predicate: Returns whether an item is shown.
  @inlinable public static func filter<Item>(_ predicate: @escaping (Item) -> Bool) -> Self
  where Self == Mappings.Filter<Item> { Self(predicate) }
}

extension Mappings {
  /// Hides the items that do not satisfy a predicate. A section whose items are all hidden stays.
  ///
  /// ```swift
  /// let found = fruits.applying(.filter { fruit, text in text.isEmpty || fruit.name.contains(text) })
  /// found.configure { $0.filterText = "app" }  // observers are notified of the deletes and inserts that this comes to
  /// ```
  ///
  /// It stores a bit for each item of the source.
  public struct Filter<Item>: IncrementalMapping, SectionPreservingMapping {
    /// Returns whether an item is shown, given the filter text. If it is `nil`, all items are.
    public var predicate: ((Item, String) -> Bool)? { didSet { isSettled = false } }
    /// The text that the predicate receives.
    public var filterText: String {
      didSet {
        textCount += 1
        if filterText != oldValue { isSettled = false }
      }
    }

    @usableFromInline var shown = ShownItems()
    @usableFromInline var isSettled = true
    /// The number of times that the text was set.
    private(set) var textCount = 0

    @inlinable package init(filterText: String = "", _ predicate: ((_ item: Item, _ filterText: String) -> Bool)?) {
      self.filterText = filterText
      self.predicate = predicate
    }

    @inlinable package init(_ predicate: @escaping (Item) -> Bool) {
      self.init { item, _ in predicate(item) }
    }

    /// Evaluates the predicate for every item.
    ///
    /// - Complexity: O(*n*), *n* being the number of the source's items.
    @inlinable public mutating func refresh(from sources: [any DataSource<Item>]) {
      shown = ShownItems(of: sources[0]) { [predicate, filterText] in predicate?($0, filterText) ?? true }
      isSettled = true
    }

    /// Evaluates the predicate for new and updated items.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s*) more for *s* sections
    ///   if some were deleted, inserted or moved. An inserted section counts as many edits as it has items.
    @inlinable public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      shown.apply(changes) { [predicate, filterText] in predicate?($0, filterText) ?? true }
      return UpdateBatch()
    }

    /// Evaluates the predicate for every item again, if it or the text changed.
    ///
    /// - Complexity: O(*n*), *n* being the number of the source's items; O(1) if nothing changed.
    @inlinable public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      if isSettled { return UpdateBatch() }
      isSettled = true
      return shown.update(over: sources[0]) { [predicate, filterText] in predicate?($0, filterText) ?? true }
    }

    @inlinable public var numberOfSections: Int { shown.numberOfSections }

    @inlinable public func numberOfItems(inSection section: Int) -> Int { shown.numberOfItems(inSection: section) }

    /// - Complexity: O(log *n*), *n* being the number of items in the section.
    @inlinable public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
      shown.sourceIndex(ofItem: item, inSection: section)
    }

    /// - Complexity: O(log *n*), *n* being the number of items in the section.
    @inlinable public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
      shown.index(ofSourceItem: item, inSection: section)
    }
  }
}

extension Transform {
  /// Sets the filter text after a delay, unless it is set again in the meantime.
  ///
  /// ```swift
  /// Task { await found.setFilterText(field.text, after: .milliseconds(300)) }   // at every keystroke
  /// ```
  ///
  /// The text is not set if, at the end of the delay, the task has been cancelled, this method was called again, or
  /// ``configure(_:)`` set the text.
  ///
  /// - Parameters:
  ///   - text: The text that the predicate will receive.
  ///   - delay: The delay.
  ///   - clock: The clock that measures the delay.
  ///   - isolation: The isolation domain of the chain: that of the caller.
  public func setFilterText<Item>(
    _ text: String, after delay: Duration, clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation
  ) async where M == Mappings.Filter<Item> {
    latestDelay += 1
    let turn = latestDelay
    let textCount = mapping.textCount
    try? await clock.sleep(for: delay)
    guard !Task.isCancelled, turn == latestDelay, textCount == mapping.textCount else { return }
    configure { $0.filterText = text }
  }
}
