public import Changesets
import OrderedTrees

extension Mapping {
  /// Replaces every reload of the source by what is different.
  ///
  /// - Parameter updater: What items are matched and compared by, and when they are.
  public static func diffReloads<Items: Matching>(_ updater: DeltaUpdater<Items>) -> Self
  where Self == Mappings.DiffReloads<Items> {
    Self(updater)
  }
}

extension Mappings {
  /// Says what changed where its source only says that everything is new.
  ///
  /// ```swift
  /// let found = search.applying(DeltaUpdater<IdentifiableMatching<Fruit>>())
  /// search.reload(results)               // observers of `found` are notified of the deletes, inserts, moves and updates
  /// try found.setSources([otherSearch])  // and here, too
  /// ```
  ///
  /// It keeps the items and the names of its source. When the source is reloaded, or is another one, it compares what it kept with what
  /// there is now, by a ``DeltaUpdater``. All other updates pass through. Where items are objects, an item that was changed in
  /// place cannot be told from what was kept.
  public struct DiffReloads<Items: Matching>: Mapping {
    /// What items are matched and compared by, and when they are. Changing it changes no item.
    public var updater: DeltaUpdater<Items>

    /// For each section, its name and its items.
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

    package init(_ updater: DeltaUpdater<Items>) {
      self.updater = updater
    }

    /// Whether the sources were read and have sections.
    public var remembersSources: Bool { !sections.isEmpty }

    /// Keeps all items and names.
    ///
    /// - Complexity: O(*n*), *n* being the number of items.
    public mutating func refresh(from sources: [any DataSource<Items.Element>]) {
      sections = (0..<sources[0].numberOfSections).map { Section($0, of: sources[0]) }
    }

    /// Lets the batch through, and keeps what is new; or compares what was kept with what there is.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items, and O(*s*) more for *s* sections where some were
    ///   deleted, inserted or moved. After a reload, that of ``DeltaUpdater/batch(from:to:)``.
    public mutating func update(_ changes: SourceChanges<Items.Element>) -> UpdateBatch {
      guard let batch = changes.onlyBatch else { return reload(over: changes.sources) }
      let source = changes.sources[0]
      for path in batch.removals { sections[path.section].items.remove(at: path.item) }
      batch.sections.apply(to: &sections) { Section($0, of: source) }
      for path in batch.insertions { sections[path.section].items.insert(source.item(at: path), at: path.item) }
      for path in batch.replacements { sections[path.section].items[path.item] = source.item(at: path) }
      for section in batch.sections.updates.lazy.map(\.after) {
        sections[section].name = source.name(ofSection: section)
      }
      return batch
    }

    /// Compares what was kept with what there is.
    ///
    /// - Complexity: That of ``DeltaUpdater/batch(from:to:)``.
    public mutating func reload(over sources: [any DataSource<Items.Element>]) -> UpdateBatch {
      let old = sections.map(\.state)
      refresh(from: sources)
      return updater.batch(from: old, to: sections.map(\.state))
    }

    /// Changes nothing but how the next reload is taken.
    public mutating func configure(
      over sources: [any DataSource<Items.Element>], _ change: (inout Self) -> Void
    ) -> UpdateBatch {
      change(&self)
      return UpdateBatch()
    }

    /// The number of the source's sections.
    public var numberOfSections: Int { sections.count }

    /// The number of the section's items.
    public func numberOfItems(inSection section: Int) -> Int { sections[section].items.count }

    /// The same place in the source.
    public func sourcePath(for path: ItemPath) -> SourcePath? {
      exists(path) ? SourcePath(source: 0, path: path) : nil
    }

    /// The items of the source's section.
    ///
    /// - Complexity: O(*k*) beside reading the source, *k* being the number of items.
    public func items(inSection section: Int, from sources: [any DataSource<Items.Element>]) -> [Items.Element] {
      sourceItems(inSection: section, from: sources)
    }

    /// The same place.
    public func path(for sourcePath: SourcePath) -> ItemPath? {
      sourcePath.source == 0 && exists(sourcePath.path) ? sourcePath.path : nil
    }

    /// The same section of the source.
    public func sourceSection(for section: Int) -> SourceSection? {
      sections.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
    }

    /// The same section.
    public func section(for sourceSection: SourceSection) -> Int? {
      sourceSection.source == 0 && sections.indices.contains(sourceSection.section) ? sourceSection.section : nil
    }

    private func exists(_ path: ItemPath) -> Bool {
      sections.indices.contains(path.section) && (0..<sections[path.section].items.count).contains(path.item)
    }
  }
}

extension DataSource {
  /// This source, with an updater that finds out what changed when it is reloaded.
  ///
  /// - Parameter updater: What items are matched and compared by, and when they are.
  public func applying<Items: Matching>(_ updater: DeltaUpdater<Items>) -> Transform<Mappings.DiffReloads<Items>>
  where Items.Element == Item {
    applying(Mappings.DiffReloads(updater))
  }
}
