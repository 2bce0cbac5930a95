public import Changesets

extension ManualFilter {
  /// Whether an item is hidden by itself. Its section may be hidden without that.
  ///
  /// - Parameter path: The item's place in the source.
  public func isHidden(_ path: ItemPath) -> Bool {
    (exists(path) && !shows(path)) != flippedItems.contains(path)
  }

  /// Whether a section is hidden.
  ///
  /// - Parameter section: The section's index in the source.
  public func isHidden(section: Int) -> Bool {
    (items.indices.contains(section) && !shows(section: section)) != flippedSections.contains(section)
  }

  /// Hides an item.
  ///
  /// - Parameter path: The item's place in the source.
  public mutating func hide(_ path: ItemPath) { hide(CollectionOfOne(path)) }

  /// Shows an item, where its section is shown.
  ///
  /// - Parameter path: The item's place in the source.
  public mutating func show(_ path: ItemPath) { show(CollectionOfOne(path)) }

  /// Hides items; those that are hidden stay so.
  ///
  /// - Parameter paths: The items' places in the source.
  public mutating func hide(_ paths: some Sequence<ItemPath>) {
    for path in paths where !isHidden(path) { flippedItems.formSymmetricDifference(CollectionOfOne(path)) }
  }

  /// Shows items, where their sections are shown; those that are not hidden stay so.
  ///
  /// - Parameter paths: The items' places in the source.
  public mutating func show(_ paths: some Sequence<ItemPath>) {
    for path in paths where isHidden(path) { flippedItems.formSymmetricDifference(CollectionOfOne(path)) }
  }

  /// Hides a section with all its items.
  ///
  /// - Parameter section: The section's index in the source.
  public mutating func hide(section: Int) { hide(sections: CollectionOfOne(section)) }

  /// Shows a section with those of its items that are not hidden by themselves.
  ///
  /// - Parameter section: The section's index in the source.
  public mutating func show(section: Int) { show(sections: CollectionOfOne(section)) }

  /// Hides sections with all their items; those that are hidden stay so.
  ///
  /// - Parameter sections: The sections' indexes in the source.
  public mutating func hide(sections: some Sequence<Int>) {
    for section in sections where !isHidden(section: section) {
      flippedSections.formSymmetricDifference(CollectionOfOne(section))
    }
  }

  /// Shows sections with those of their items that are not hidden by themselves; those that are not hidden stay so.
  ///
  /// - Parameter sections: The sections' indexes in the source.
  public mutating func show(sections: some Sequence<Int>) {
    for section in sections where isHidden(section: section) {
      flippedSections.formSymmetricDifference(CollectionOfOne(section))
    }
  }

  /// Shows all items and sections.
  ///
  /// - Complexity: O(*n*), *n* being the number of the source's items.
  public mutating func showAll() {
    (flippedItems, flippedSections) = ([], [])
    for section in items.indices {
      if !sections[section] { flippedSections.insert(section) }
      guard items[section].ones < items[section].count else { continue }
      for item in 0..<items[section].count where !items[section][item] {
        flippedItems.insert(ItemPath(section: section, item: item))
      }
    }
  }
}
