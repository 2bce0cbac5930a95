package import Changesets

extension DataSource {
  /// The places that the items at some places here are made of, in a source upstream.
  ///
  /// They are those of ``convert(_:to:)`` where that finds some; and repetitions of an item, which have no place upstream, have that of the
  /// item. Neighbours that come from neighbours are looked for together.
  ///
  /// - Parameters:
  ///   - paths: Places in this source, any of which may be nil.
  ///   - source: This source, or one that it stands on, directly or through others.
  /// - Returns: For each of the places that in the other source; nil where there is none.
  /// - Complexity: That of the conversions of the links between.
  package func origins(of paths: [ItemPath?], in source: any DataSource) -> [ItemPath?] {
    if self === source { return paths }
    var found = [ItemPath?](repeating: nil, count: paths.count)
    guard let derived = asDerived, derived.link.height > source.link.height else { return found }
    let origins = derived.origins(of: paths)
    for (index, upstream) in derived.upstreamSources.enumerated() {
      let places = origins.map { $0?.source == index ? $0?.path : nil }
      guard places.contains(where: { $0 != nil }) else { continue }
      for (offset, place) in upstream.origins(of: places, in: source).enumerated() where place != nil {
        found[offset] = place
      }
    }
    return found
  }
}

extension DerivedSource {
  /// What the items at some places are made of.
  fileprivate func origins(of paths: [ItemPath?]) -> [SourcePath?] {
    // The items that come from neighbours of one that was looked for.
    var (section, run) = (0, 0..<0)
    var first = SourcePath(source: 0, path: ItemPath(section: 0, item: 0))
    return paths.map { path in
      guard let path else { return nil }
      if path.section == section, run.contains(path.item) {
        return SourcePath(
          source: first.source,
          path: ItemPath(section: first.path.section, item: first.path.item + path.item - run.lowerBound))
      }
      guard let origin = sourcePath(for: path) else { return self.origin(of: path) }
      if let around = self.run(around: path) {
        (section, run, first) = (path.section, around, origin)
        first.path.item -= path.item - run.lowerBound
      }
      return origin
    }
  }
}
