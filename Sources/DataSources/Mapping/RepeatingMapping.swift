package import Changesets

/// A mapping that may show an item of its source at several places.
///
/// All of these have the item as their source path; ``Mapping/path(for:)`` is the first of them.
package protocol RepeatingMapping: IncrementalMapping {
  /// Returns the places at which an item of a source is shown, in order; none if it is hidden.
  func appearances(of sourcePath: SourcePath) -> [Appearance]
}

/// One of the places at which an item is shown.
package struct Appearance {
  /// What tells it from the item's other ones, also after a change: the number of a key, for example.
  let id: Int
  let path: ItemPath
}

extension RepeatingMapping {
  /// Carries the mapping over, with all appearances of the items that were edited.
  public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    if changes.needComparison { return takeOver(changes) }
    // The places that are translated are not those of appearances, but numbers of items: the first that is asked for, the second, ...
    var before: [[Appearance]] = [], after: [[Appearance]] = []
    let translation = Translation(
      changes.batches,
      path: {
        before.append(appearances(of: $0))
        return ItemPath(section: 0, item: before.count - 1)
      }, section: { section(for: $0) })
    let own = apply(changes)
    let batch = translation.batch(
      of: changes.batches,
      path: {
        after.append(appearances(of: $0))
        return ItemPath(section: 0, item: after.count - 1)
      }, section: { section(for: $0) },
      numberOfItems: { changes.sources[$0.source].numberOfItems(inSection: $0.section) },
      ordersByContent: Self.ordersByContent, own: UpdateBatch(sections: own.sections))
    var edits = own.items
    batch.items.forEachEdit { kind, items in
      edits.append(
        kind, from: kind == .insert ? [] : before[items.before.item], to: kind == .delete ? [] : after[items.after.item]
      )
    }
    return UpdateBatch(sections: batch.sections, items: edits).followed(by: settle(over: changes.sources))
  }
}

extension Edits<ItemPath> {
  /// Adds what happened to an item. One that is shown once before and after is the same, wherever it is; else those of the same identity are.
  fileprivate mutating func append(_ kind: Kind, from before: [Appearance], to after: [Appearance]) {
    if before.count == 1, after.count == 1 { return append(kind, Pair(before[0].path, after[0].path)) }
    var rest = Dictionary(uniqueKeysWithValues: after.map { ($0.id, $0.path) })
    for appearance in before {
      if let target = rest.removeValue(forKey: appearance.id) {
        append(kind, Pair(appearance.path, target))
      } else {
        append(.delete, Pair(appearance.path, appearance.path))
      }
    }
    for path in rest.values { append(.insert, Pair(path, path)) }
  }
}

// MARK: - Places

/// A source over sources by a ``RepeatingMapping``.
private protocol RepeatingSource: DataSource {
  func appearances(of sourcePath: SourcePath) -> [Appearance]
}

extension Transform: RepeatingSource where M: RepeatingMapping {
  fileprivate func appearances(of sourcePath: SourcePath) -> [Appearance] {
    checkAccess()
    return stored.mapping.appearances(of: sourcePath)
  }
}

extension DataSource {
  /// Whether the source may show items several times.
  var repeatsItems: Bool { self is any RepeatingSource }

  /// Returns all places of an item of a source, in order: one at most, unless the source shows items several times.
  package func allPaths(for sourcePath: SourcePath) -> [ItemPath] {
    if let source = self as? any RepeatingSource { return source.appearances(of: sourcePath).map(\.path) }
    return path(for: sourcePath).map { [$0] } ?? []
  }
}
