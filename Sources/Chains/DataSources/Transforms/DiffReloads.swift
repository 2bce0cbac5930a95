public import Changesets
import OrderedTrees

extension Mapping {
  /// Replaces every reload of the source with the differences.
  ///
  /// - Parameter updater: The criteria by which items are matched and compared, and the cases in which they are.
  public static func diffReloads<Items: Matching>(_ updater: DeltaUpdater<Items>) -> Self
  where Self == Mappings.DiffReloads<Items> { Self(updater) }
}

extension Mappings {
  /// Replaces the reloads of its source with the differences between the two states.
  ///
  /// ```swift
  /// let found = search.applying(DeltaUpdater<IdentifiableMatching<Fruit>>())
  /// search.reload(results)  // observers of `found` are notified of the deletes, inserts, moves and updates
  /// try found.setSources([otherSearch])  // and here, too
  /// ```
  ///
  /// It stores the items and the names of its source. When the source is reloaded or replaced, the stored state is
  /// compared with the present one by a ``DeltaUpdater``. All other updates pass unchanged. If items are objects,
  /// changes that were made in place cannot be found, because the stored item is the same object.
  public struct DiffReloads<Items: Matching>: SectionPreservingMapping, SectionReadingMapping {
    /// The criteria by which items are matched and compared, and the cases in which they are. Changing it updates no
    /// items.
    public var updater: DeltaUpdater<Items>

    /// The name and the items of each section.
    private var sections: [Section] = []

    private struct Section {
      var name: String?
      var items: ChunkedArray<Items.Element>

      init(_ section: Int, of source: any DataSource<Items.Element>) {
        name = source.name(ofSection: section)
        items = ChunkedArray(source.items(inSection: section))
      }

      var state: SectionState<String?, Items.Element> {
        SectionState(name, items: (0..<items.count).map { items[$0] })
      }
    }

    package init(_ updater: DeltaUpdater<Items>) { self.updater = updater }

    /// Stores all items and names.
    ///
    /// - Complexity: O(*n*), *n* being the number of items.
    public mutating func refresh(from sources: [any DataSource<Items.Element>]) {
      sections = (0..<sources[0].numberOfSections).map { Section($0, of: sources[0]) }
    }

    /// Passes the batch on, and stores what is new; or compares the stored state with the present one.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items, and O(*s*) more for *s*
    ///   sections if some were deleted, inserted or moved. An inserted section counts as many edits as it has items.
    ///   After a reload, that of ``DeltaUpdater/batch(from:to:)``.
    public mutating func update(_ changes: SourceChanges<Items.Element>) -> UpdateBatch {
      guard let batch = changes.onlyBatch else { return reload(over: changes.sources) }
      let source = changes.sources[0]
      // The steps of a batch, in their order: see ``UpdateBatch/removals``.
      for path in batch.removals { sections[path.section].items.remove(at: path.item) }
      batch.sections.apply(to: &sections) { Section($0, of: source) }
      for path in batch.insertions { sections[path.section].items.insert(source.item(at: path), at: path.item) }
      for path in batch.replacements { sections[path.section].items[path.item] = source.item(at: path) }
      for section in batch.sections.updates.lazy.map(\.after) {
        sections[section].name = source.name(ofSection: section)
      }
      return batch
    }

    /// Compares the stored state with the present one.
    ///
    /// - Complexity: That of ``DeltaUpdater/batch(from:to:)``.
    public mutating func reload(over sources: [any DataSource<Items.Element>]) -> UpdateBatch {
      let old = sections.map(\.state)
      refresh(from: sources)
      return updater.batch(from: old, to: sections.map(\.state))
    }

    /// Changes the updater, which takes effect with the next reload.
    public mutating func configure(
      over sources: [any DataSource<Items.Element>], _ change: (inout Self) -> Void
    ) -> UpdateBatch {
      change(&self)
      return UpdateBatch()
    }

    public var numberOfSections: Int { sections.count }

    public func numberOfItems(inSection section: Int) -> Int { sections[section].items.count }

    public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
      sections[section].items.indices.contains(item) ? item : nil
    }

    public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
      sections[section].items.indices.contains(item) ? item : nil
    }
  }
}

extension DataSource {
  /// Returns a transform of this source that determines the differences when it is reloaded.
  ///
  /// - Parameter updater: The criteria by which items are matched and compared, and the cases in which they are.
  public func applying<Items: Matching>(_ updater: DeltaUpdater<Items>) -> Transform<Mappings.DiffReloads<Items>>
  where Items.Element == Item { applying(Mappings.DiffReloads(updater)) }
}
