import Changesets
import DataSources
import DataSourcesTesting

/// A mapping that reports other changes than those that happened.
struct Lying<Base: Mapping>: Mapping where Base.Item == Base.SourceItem {
  var base: Base
  /// Returns the batch to report, given the correct one.
  let lie: (UpdateBatch) -> UpdateBatch

  init(_ base: Base, _ lie: @escaping (UpdateBatch) -> UpdateBatch) {
    self.base = base
    self.lie = lie
  }

  mutating func refresh(from sources: [any DataSource<Base.SourceItem>]) { base.refresh(from: sources) }
  var numberOfSections: Int { base.numberOfSections }
  func numberOfItems(inSection section: Int) -> Int { base.numberOfItems(inSection: section) }
  func sourcePath(for path: ItemPath) -> SourcePath? { base.sourcePath(for: path) }
  func path(for sourcePath: SourcePath) -> ItemPath? { base.path(for: sourcePath) }
  func sourceSection(for section: Int) -> SourceSection? { base.sourceSection(for: section) }
  func section(for sourceSection: SourceSection) -> Int? { base.section(for: sourceSection) }
  func name(ofSection section: Int) -> String? { base.name(ofSection: section) }

  mutating func update(_ changes: SourceChanges<Base.SourceItem>) -> UpdateBatch { lie(base.update(changes)) }
}

/// The sources' sections as they are, with wrong origins of items.
struct Misplaced: Mapping {
  /// The kind of error.
  enum Flaw { case isOutdated, forgetsTheWayBack, showsOneTooMany, hasItemsBeyondTheEnd, readsInAnotherOrder }

  let flaw: Flaw
  private var counts: [Int] = []

  init(_ flaw: Flaw) { self.flaw = flaw }

  mutating func refresh(from sources: [any DataSource<SampleItem>]) {
    counts = (0..<sources[0].numberOfSections).map(sources[0].numberOfItems(inSection:))
    if flaw == .showsOneTooMany, let count = counts.last, count > 2 { counts[counts.count - 1] += 1 }
  }

  mutating func update(_ changes: SourceChanges<SampleItem>) -> UpdateBatch {
    let batch = changes.batch(ofSource: 0)
    let isForgotten = flaw == .isOutdated && batch.sections.isEmpty && batch.items.deletes.count == 1
    if !isForgotten { refresh(from: changes.sources) }
    return batch
  }

  var numberOfSections: Int { counts.count }
  func numberOfItems(inSection section: Int) -> Int { counts[section] }

  private func exists(_ path: ItemPath) -> Bool {
    counts.indices.contains(path.section)
      && (0..<counts[path.section] + (flaw == .hasItemsBeyondTheEnd ? 1 : 0)).contains(path.item)
  }

  func sourcePath(for path: ItemPath) -> SourcePath? { exists(path) ? SourcePath(source: 0, path: path) : nil }

  func path(for sourcePath: SourcePath) -> ItemPath? {
    if flaw == .forgetsTheWayBack, sourcePath.path.item == 2 { return nil }
    return sourcePath.source == 0 && exists(sourcePath.path) ? sourcePath.path : nil
  }

  func items(inSection section: Int, from sources: [any DataSource<SampleItem>]) -> [SampleItem] {
    let items = sources[0].items(inSection: section)
    return flaw == .readsInAnotherOrder ? items.reversed() : Array(items.prefix(counts[section]))
  }

  func sourceSection(for section: Int) -> SourceSection? {
    counts.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && counts.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }
}
