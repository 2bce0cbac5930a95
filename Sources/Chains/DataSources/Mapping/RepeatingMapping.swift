package import Changesets

/// A mapping that may show an item of its source at several paths.
///
/// All of these paths have the same source path; ``Mapping/path(for:)`` returns the first of them.
package protocol RepeatingMapping: IncrementalMapping {
  /// Returns the appearances of an item of a source, in order, or an empty array if it is hidden.
  func appearances(of sourcePath: SourcePath) -> [Appearance]
}

/// One of the paths at which an item is shown.
package struct Appearance {
  /// The identity of the appearance among those of its item, which stays the same in updates: the number of a key, for
  /// example.
  let id: Int
  let path: ItemPath
}

extension RepeatingMapping {
  /// Updates the mapping, with all appearances of the edited items.
  public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    if changes.needComparison { return compare(changes) }
    // Translation expects one path for each item. It gets the number of the request instead: item 0 for the first item
    // that it requests, 1 for the second, and so on. The appearances are looked up by these numbers below.
    var before: [[Appearance]] = [], after: [[Appearance]] = []
    var translation = Translation(
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
      // The paths in this batch are numbers of requests. An inserted item has made none before, and a deleted one
      // none after.
      edits.append(
        kind, from: kind == .insert ? [] : before[items.before.item], to: kind == .delete ? [] : after[items.after.item]
      )
    }
    return UpdateBatch(sections: batch.sections, items: edits).followed(by: settle(over: changes.sources))
  }
}

extension Edits<ItemPath> {
  /// Adds the edits of an item's appearances. An item that is shown once before and once after is the same appearance.
  /// Otherwise, appearances with equal identities are the same.
  fileprivate mutating func append(_ kind: Kind, from before: [Appearance], to after: [Appearance]) {
    // Its identity may differ: an item with the keys “a”, and later “b”, is moved from one group to the other.
    if before.count == 1, after.count == 1 { return append(kind, PlacePair(before[0].path, after[0].path)) }
    var rest = Dictionary(uniqueKeysWithValues: after.map { ($0.id, $0.path) })
    for appearance in before {
      if let target = rest.removeValue(forKey: appearance.id) {
        append(kind, PlacePair(appearance.path, target))
      } else {
        append(.delete, PlacePair(appearance.path, appearance.path))
      }
    }
    for path in rest.values { append(.insert, PlacePair(path, path)) }
  }
}

// MARK: - Paths

/// A transform by a ``RepeatingMapping``.
private protocol RepeatingSource: DataSource {
  func appearances(of sourcePath: SourcePath) -> [Appearance]
}

extension Transform: RepeatingSource where M: RepeatingMapping {
  fileprivate func appearances(of sourcePath: SourcePath) -> [Appearance] {
    checkAccess()
    return state.stored.mapping.appearances(of: sourcePath)
  }
}

extension DataSource {
  /// Whether the source may show items several times.
  var repeatsItems: Bool { self is any RepeatingSource }

  /// Returns all paths of an item of a source, in order: one at most, unless the source shows items several times.
  package func allPaths(for sourcePath: SourcePath) -> [ItemPath] {
    if let source = self as? any RepeatingSource { return source.appearances(of: sourcePath).map(\.path) }
    return path(for: sourcePath).map { [$0] } ?? []
  }
}
