public import Changesets

extension Mapping {
  /// Hides the items that do not pass a predicate, which is given a text beside the item.
  ///
  /// - Parameters:
  ///   - filterText: What the predicate is given, beside the item.
  ///   - predicate: Whether an item is shown; without a predicate, all are.
  @inlinable public static func filter<Item>(
    filterText: String = "", _ predicate: ((_ item: Item, _ filterText: String) -> Bool)?
  ) -> Self where Self == Mappings.Filter<Item> {
    Self(filterText: filterText, predicate)
  }

  /// Hides the items that do not pass a predicate.
  ///
  /// - Parameter predicate: Whether an item is shown.
  @inlinable public static func filter<Item>(_ predicate: @escaping (Item) -> Bool) -> Self
  where Self == Mappings.Filter<Item> {
    Self(predicate)
  }
}

extension Mappings {
  /// Hides the items that do not pass a predicate. A section whose items are all hidden stays.
  ///
  /// ```swift
  /// let found = fruits.applying(.filter { fruit, text in text.isEmpty || fruit.name.contains(text) })
  /// found.configure { $0.filterText = "app" }   // observers are notified of the deletes and inserts that this comes to
  /// ```
  ///
  /// It remembers a bit for each item of the source.
  public struct Filter<Item>: IncrementalMapping, SectionPreservingMapping {
    /// Whether an item is shown, given the filter text; without a predicate, all are.
    public var predicate: ((Item, String) -> Bool)? {
      didSet { isSettled = false }
    }
    /// What the predicate is given, beside the item.
    public var filterText: String {
      didSet {
        textCount += 1
        if filterText != oldValue { isSettled = false }
      }
    }

    @usableFromInline var shown = ShownItems()
    @usableFromInline var isSettled = true
    /// How often the text was set.
    private(set) var textCount = 0

    @inlinable package init(filterText: String = "", _ predicate: ((_ item: Item, _ filterText: String) -> Bool)?) {
      self.filterText = filterText
      self.predicate = predicate
    }

    @inlinable package init(_ predicate: @escaping (Item) -> Bool) {
      self.init { item, _ in predicate(item) }
    }

    /// Asks the predicate about every item.
    ///
    /// - Complexity: O(*n*), *n* being the number of the source's items.
    @inlinable public mutating func refresh(from sources: [any DataSource<Item>]) {
      shown = ShownItems(of: sources[0]) { [predicate, filterText] in predicate?($0, filterText) ?? true }
      isSettled = true
    }

    /// Asks the predicate about new and updated items.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s*) more for *s* sections where some were
    ///   deleted, inserted or moved.
    @inlinable public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      shown.apply(changes) { [predicate, filterText] in predicate?($0, filterText) ?? true }
      return UpdateBatch()
    }

    /// Asks the predicate about every item again, if it is another one.
    ///
    /// - Complexity: O(*n*), *n* being the number of the source's items; O(1) if nothing changed.
    @inlinable public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      if isSettled { return UpdateBatch() }
      isSettled = true
      return shown.update(over: sources[0]) { [predicate, filterText] in predicate?($0, filterText) ?? true }
    }

    /// The number of the source's sections.
    @inlinable public var numberOfSections: Int { shown.numberOfSections }

    /// The number of items that pass.
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
  /// Sets the filter text once nobody has typed for a while.
  ///
  /// ```swift
  /// Task { await found.setFilterText(field.text, after: .milliseconds(300)) }   // at every keystroke
  /// ```
  ///
  /// The text is not set if, when the delay is over, the task has been cancelled, or this was called again, or the text was set at once by
  /// ``configure(_:)``.
  ///
  /// - Parameters:
  ///   - text: What the predicate will be given.
  ///   - delay: How long to wait.
  ///   - clock: What to wait by.
  ///   - isolation: Where the chain lives: where this is called.
  public func setFilterText<Item>(
    _ text: String, after delay: Duration, clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation
  ) async where M == Mappings.Filter<Item> {
    latestDelay += 1
    let (turn, textCount) = (latestDelay, mapping.textCount)
    try? await clock.sleep(for: delay)
    guard !Task.isCancelled, turn == latestDelay, textCount == mapping.textCount else { return }
    configure { $0.filterText = text }
  }
}
