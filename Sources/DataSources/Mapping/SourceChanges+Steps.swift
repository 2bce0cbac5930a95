public import Changesets

/// What happened to the first source, which is the only one of most mappings, as steps: see the extension of ``UpdateBatch``.
extension SourceChanges {
  /// Calls a closure with every place to take an item out of, the last one first. Places in sections that are deleted may be among them.
  @inlinable func forEachRemoval(_ body: (ItemPath) -> Void) {
    guard let edit else { return batches[0].forEachRemoval(body) }
    if edit.source == 0, let path = edit.removal { body(path) }
  }

  /// What happened to the sections.
  @inlinable var sections: Edits<Int> { edit == nil ? batches[0].sections : Edits() }

  /// Calls a closure with every place to put an item into, the first one first; without those in sections that are inserted.
  @inlinable func forEachInsertion(_ body: (ItemPath) -> Void) {
    guard let edit else { return batches[0].forEachInsertion(body) }
    if edit.source == 0, let path = edit.insertion { body(path) }
  }

  /// Calls a closure with the place of every item that was updated; perhaps without those that were put in.
  @inlinable func forEachUpdate(_ body: (ItemPath) -> Void) {
    guard let edit else { return batches[0].items.updates.forEach { body($0.after) } }
    if edit.source == 0, let path = edit.update { body(path) }
  }
}

extension SectionCounts {
  /// Makes the counts of a source those after some changes.
  @inlinable mutating func apply<Item>(_ changes: SourceChanges<Item>, ofSource source: Int = 0) {
    guard let edit = changes.edit else { return apply(changes.batches[source], changes.sources[source]) }
    if edit.source == source { apply(edit) }
  }

  /// Makes the counts those after a single edit of their source.
  @usableFromInline mutating func apply(_ edit: SourceEdit) {
    if let path = edit.insertion { add(1, to: path.section) }
    if let path = edit.removal { add(-1, to: path.section) }
  }
}
