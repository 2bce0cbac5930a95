package import Changesets

extension Mapping {
  /// Shows the items that repetitions are made of.
  ///
  /// - Parameter source: The source of the ``Mappings/Repeat``.
  package static func restoreOriginals<Original, Key>(of source: any DataSource<Original>) -> Self
  where Self == Mappings.RestoreOriginals<Original, Key> {
    Self(of: source)
  }
}

extension Mappings {
  /// Shows the items that repetitions are made of: as `Mappings.Map(\.item)` does behind a ``Mappings/Repeat``, and without asking an item for its keys again.
  ///
  /// ```swift
  /// let byTag = articles.applying(.repeat { $0.tags }).applying(.group { $0.key }).applying(.restoreOriginals(of: articles))
  /// ```
  package struct RestoreOriginals<Original, Key>: OneToOneMapping, OriginalsMapping {
    /// What is repeated. The repetitions stand on it, so that it has had its turn before they have theirs.
    private let source: any DataSource<Original>
    var counts = SectionCounts()

    package init(of source: any DataSource<Original>) { self.source = source }

    var original: any DataSource { source }

    /// Passes the source's batch on as it is.
    package mutating func update(_ changes: SourceChanges<Repeated<Original, Key>>) -> UpdateBatch {
      guard let batch = changes.onlyBatch else {
        refresh(from: changes.sources)
        return .reload
      }
      _ = apply(changes)
      return batch
    }

    package func item(at path: ItemPath, from sources: [any DataSource<Repeated<Original, Key>>]) -> Original {
      items(at: [path], from: sources)[0]
    }

    package func items(
      inSection section: Int, from sources: [any DataSource<Repeated<Original, Key>>]
    ) -> [Original] {
      items(at: (0..<counts[section]).map { ItemPath(section: section, item: $0) }, from: sources)
    }

    private func items(
      at paths: [ItemPath], from sources: [any DataSource<Repeated<Original, Key>>]
    ) -> [Original] {
      zip(paths, sources[0].origins(of: paths, in: source)).map { path, origin in
        origin.map { source.item(at: $0) } ?? sources[0].item(at: path).item
      }
    }
  }
}

/// A mapping that shows the items that repetitions are made of.
protocol OriginalsMapping: Mapping {
  /// What is repeated.
  var original: any DataSource { get }
}
