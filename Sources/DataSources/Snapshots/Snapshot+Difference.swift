public import Changesets

extension Snapshot {
  /// The batch that leads from an older snapshot to this one.
  ///
  /// Sections and items are told apart by their identifiers. The items marked in this snapshot as reloaded or
  /// reconfigured are the batch's updates, and so are the sections marked as reloaded, as far as they are in the older
  /// snapshot, too.
  ///
  /// - Parameters:
  ///   - older: The state before.
  ///   - options: How the diff is made.
  /// - Returns: A batch in normal form, or a reload where a limit of the options is exceeded.
  /// - Throws: `CancellationError` if the options say so.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* out of
  ///   order.
  public func difference(from older: Self, options: DiffOptions = DiffOptions()) throws -> UpdateBatch {
    try diff(
      from: older.sectionsToCompare, to: sectionsToCompare, sections: SectionMatching(reloaded: reloadedSections),
      items: \.items, matching: ItemMatching(reloaded: reloadedItems, reconfigured: reconfiguredItems),
      options: options)
  }

  /// The batch under default options, with which a diff does not throw.
  func differenceWithDefaultOptions(from older: Self) -> UpdateBatch {
    diffWithDefaultOptions(
      from: older.sectionsToCompare, to: sectionsToCompare, sections: SectionMatching(reloaded: reloadedSections),
      items: \.items, matching: ItemMatching(reloaded: reloadedItems, reconfigured: reconfiguredItems))
  }

  private struct ComparedSection {
    let identifier: Section
    let items: [Item]
  }

  /// Sections match by identifier. The identifier is all that is known of a section, so the marks tell what changed.
  private struct SectionMatching: Matching {
    let reloaded: Marks<Section>

    func id(of section: ComparedSection) -> Section { section.identifier }

    func hasSameContent(_ old: ComparedSection, _ new: ComparedSection) -> Bool { !reloaded.contains(new.identifier) }
  }

  /// Items match by identifier, and the marks tell what changed.
  private struct ItemMatching: Matching {
    let reloaded: Marks<Item>
    let reconfigured: Marks<Item>

    func id(of item: Item) -> Item { item }

    func hasSameContent(_ old: Item, _ new: Item) -> Bool { !reloaded.contains(new) && !reconfigured.contains(new) }
  }

  private var sectionsToCompare: [ComparedSection] {
    order.compactMap { contents[$0.offset] }.map { ComparedSection(identifier: $0.identifier, items: $0.items) }
  }
}
