public import Changesets
import OrderedTrees

extension Mapping {
  /// Shows all items and sections, until it is configured to hide some.
  public static func hide<Item>() -> Self where Self == Mappings.Hide<Item> { Self() }
}

extension Mappings {
  /// Hides individual items and sections.
  ///
  /// ```swift
  /// let shown = fruits.applying(.hide())
  /// shown.configure { $0.hide(ItemPath(0, 2)) }
  /// fruits.move(from: 2, to: 0)
  /// print(shown.mapping.isHidden(ItemPath(0, 0)))   // true: what is hidden stays hidden, wherever it goes
  /// shown.configure { $0.showAll() }
  /// ```
  ///
  /// Paths are those of the source, hidden or not; paths that do not exist are ignored. An item that was hidden
  /// individually stays hidden when its section is hidden and shown again. When the source is reloaded, nothing is
  /// hidden.
  ///
  /// It stores a bit for each item of the source.
  public struct Hide<Item>: IncrementalMapping {
    /// Whether each of the source's sections is shown.
    var sections = BitSequence()
    /// Whether each item is shown if its section is, for each of the source's sections.
    var items: [BitSequence] = []
    /// The items and sections to hide if they are shown, and to show if they are hidden, with the next update.
    var flippedItems: Set<ItemPath> = []
    var flippedSections: Set<Int> = []

    package init() {}

    public var isLoaded: Bool { !items.isEmpty }

    /// Counts the items of the source. Items at hidden paths are hidden.
    ///
    /// - Complexity: O(*n*), *n* being the number of items.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      let source = sources[0]
      // The former bits, with the changes that wait: `isHidden` returns both together.
      let old = self
      self.sections = BitSequence((0..<source.numberOfSections).lazy.map { !old.isHidden(section: $0) })
      items = (0..<source.numberOfSections).map { section in
        BitSequence(
          (0..<source.numberOfItems(inSection: section)).lazy.map {
            !old.isHidden(ItemPath(section: section, item: $0))
          })
      }
      flippedItems = []
      flippedSections = []
    }

    public var numberOfSections: Int { sections.ones }

    public func numberOfItems(inSection section: Int) -> Int {
      sections.select(section).map { items[$0].ones } ?? 0
    }

    /// - Complexity: O(log *n* + log *s*), *n* being the number of items in the section and *s* that of sections.
    public func sourcePath(for path: ItemPath) -> SourcePath? {
      guard let origin = sourceSection(for: path.section), path.item >= 0,
        let item = items[origin.section].select(path.item)
      else { return nil }
      return SourcePath(source: 0, path: ItemPath(section: origin.section, item: item))
    }

    /// - Complexity: O(log *n* + log *s*), *n* being the number of items in the section and *s* that of sections.
    public func path(for sourcePath: SourcePath) -> ItemPath? {
      let path = sourcePath.path
      guard let section = section(for: SourceSection(source: sourcePath.source, section: path.section)),
        shows(path)
      else { return nil }
      return ItemPath(section: section, item: items[path.section].rank(of: path.item))
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func sourceSection(for section: Int) -> SourceSection? {
      guard section >= 0 else { return nil }
      return sections.select(section).map { SourceSection(source: 0, section: $0) }
    }

    /// - Complexity: O(log *s*), *s* being the number of sections.
    public func section(for sourceSection: SourceSection) -> Int? {
      guard sourceSection.source == 0, shows(section: sourceSection.section) else { return nil }
      return sections.rank(of: sourceSection.section)
    }

    /// Returns whether an item exists and is shown if its section is.
    func shows(_ path: ItemPath) -> Bool { exists(path) && items[path.section][path.item] }

    /// Returns whether a section exists and is shown.
    func shows(section: Int) -> Bool { items.indices.contains(section) && sections[section] }

    func exists(_ path: ItemPath) -> Bool {
      items.indices.contains(path.section) && (0..<items[path.section].count).contains(path.item)
    }
  }
}

// MARK: - Changes

extension Mappings.Hide {
  /// Shows new items and sections; retained ones stay shown or hidden.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; O(*s*) more for *s* sections if
  ///   some were deleted, inserted or moved.
  public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
    carryOver(changes.batches[0], changes.sources[0])
    return UpdateBatch()
  }

  private mutating func carryOver(_ batch: UpdateBatch, _ source: any DataSource<Item>) {
    // Hidden items that move, by their paths after, noted before the bits are edited. All others that arrive are
    // shown.
    let hiddenArrivals = Set(batch.items.moves.filter { !shows($0.before) }.map(\.after))
    for path in batch.removals { items[path.section].remove(at: path.item) }
    batch.sections.apply(to: &items) { section in
      var bits = BitSequence(repeating: true, count: source.numberOfItems(inSection: section))
      for path in hiddenArrivals where path.section == section { bits.set(false, at: path.item) }
      return bits
    }
    sections.apply(batch.sections) { _ in true }
    for path in batch.insertions { items[path.section].insert(!hiddenArrivals.contains(path), at: path.item) }
  }

  /// Hides and shows the items and sections that were configured.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of items and sections to hide and to show, and *n* that of
  ///   items.
  public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
    if flippedItems.isEmpty && flippedSections.isEmpty { return UpdateBatch() }
    let paths = flippedItems.filter(exists).sorted()
    let indexes = flippedSections.filter(items.indices.contains).sorted()
    // Items are hidden and shown together with their section.
    func areInSteadySection(_ path: ItemPath) -> Bool { !flippedSections.contains(path.section) }
    var batch = UpdateBatch()
    // What is shown before the flips is deleted, and what is shown after them is inserted: an element that flips is
    // one or the other.
    batch.sections.deletes += indexes.compactMap { section(for: SourceSection(source: 0, section: $0)) }
    batch.items.deletes += paths.filter(areInSteadySection).compactMap { path(for: SourcePath(source: 0, path: $0)) }
    for index in indexes { sections.set(!sections[index], at: index) }
    for path in paths { items[path.section].set(!items[path.section][path.item], at: path.item) }
    batch.sections.inserts += indexes.compactMap { section(for: SourceSection(source: 0, section: $0)) }
    batch.items.inserts += paths.filter(areInSteadySection).compactMap { path(for: SourcePath(source: 0, path: $0)) }
    flippedItems = []
    flippedSections = []
    return batch
  }

  /// Updates which items and sections are hidden. If the source was replaced or reloaded, all are shown.
  public mutating func update(_ changes: SourceChanges<Item>) -> UpdateBatch {
    guard changes.needComparison else { return translate(changes) }
    let old = self
    if let batch = changes.onlyBatch {
      carryOver(batch, changes.sources[0])
    } else {
      self = Mappings.Hide()
      refresh(from: changes.sources)
    }
    return changes.isSingleReload ? .reload : changes.batch(from: old, to: self)
  }

  /// Returns whether an item is hidden individually, regardless of its section.
  ///
  /// - Parameter path: The path of the item in the source.
  public func isHidden(_ path: ItemPath) -> Bool {
    (exists(path) && !shows(path)) != flippedItems.contains(path)
  }

  /// Returns whether a section is hidden.
  ///
  /// - Parameter section: The index of the section in the source.
  public func isHidden(section: Int) -> Bool {
    (items.indices.contains(section) && !shows(section: section)) != flippedSections.contains(section)
  }

  /// Hides an item.
  ///
  /// - Parameter path: The path of the item in the source.
  public mutating func hide(_ path: ItemPath) { hide(CollectionOfOne(path)) }

  /// Shows an item, if its section is shown.
  ///
  /// - Parameter path: The path of the item in the source.
  public mutating func show(_ path: ItemPath) { show(CollectionOfOne(path)) }

  /// Hides items. Hidden ones stay hidden.
  ///
  /// - Parameter paths: The paths of the items in the source.
  public mutating func hide(_ paths: some Sequence<ItemPath>) {
    for path in paths where !isHidden(path) { flippedItems.formSymmetricDifference(CollectionOfOne(path)) }
  }

  /// Shows items, if their sections are shown. Items that are not hidden stay shown.
  ///
  /// - Parameter paths: The paths of the items in the source.
  public mutating func show(_ paths: some Sequence<ItemPath>) {
    for path in paths where isHidden(path) { flippedItems.formSymmetricDifference(CollectionOfOne(path)) }
  }

  /// Hides a section with all its items.
  ///
  /// - Parameter section: The index of the section in the source.
  public mutating func hide(section: Int) { hide(sections: CollectionOfOne(section)) }

  /// Shows a section with those of its items that are not hidden individually.
  ///
  /// - Parameter section: The index of the section in the source.
  public mutating func show(section: Int) { show(sections: CollectionOfOne(section)) }

  /// Hides sections with all their items. Hidden ones stay hidden.
  ///
  /// - Parameter sections: The indexes of the sections in the source.
  public mutating func hide(sections: some Sequence<Int>) {
    for section in sections where !isHidden(section: section) {
      flippedSections.formSymmetricDifference(CollectionOfOne(section))
    }
  }

  /// Shows sections with those of their items that are not hidden individually. Sections that are not hidden stay
  /// shown.
  ///
  /// - Parameter sections: The indexes of the sections in the source.
  public mutating func show(sections: some Sequence<Int>) {
    for section in sections where isHidden(section: section) {
      flippedSections.formSymmetricDifference(CollectionOfOne(section))
    }
  }

  /// Shows all items and sections.
  ///
  /// - Complexity: O(*n*), *n* being the number of the source's items.
  public mutating func showAll() {
    flippedItems = []
    flippedSections = []
    for section in items.indices {
      if !sections[section] { flippedSections.insert(section) }
      guard items[section].ones < items[section].count else { continue }
      for item in 0..<items[section].count where !items[section][item] {
        flippedItems.insert(ItemPath(section: section, item: item))
      }
    }
  }
}
