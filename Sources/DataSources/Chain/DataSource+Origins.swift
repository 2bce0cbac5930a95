package import Changesets

extension DataSource {
  /// The places that the items at some places here are made of, in a source upstream.
  ///
  /// They are those of ``convert(_:to:)`` where that finds some; and repetitions of an item, which have no place upstream, have that of the
  /// item. Many places at once are found faster than one by one.
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
      guard origins.contains(where: { $0?.source == index }) else { continue }
      let places = upstream.origins(of: origins.map { $0?.source == index ? $0?.path : nil }, in: source)
      for (offset, place) in places.enumerated() where place != nil { found[offset] = place }
    }
    return found
  }
}
