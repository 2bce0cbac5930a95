import Changesets
public import DataSources

extension DataSource {
  /// Returns a problem of the conversions between this source and the sources that it stands on, over any number of
  /// links.
  ///
  /// An item that is shown here and comes from another source has to be found from there, at each of the paths where it
  /// is shown. Conversely, every path that the conversion of an item returns has to show that item.
  ///
  /// - Returns: A sentence that describes the problem, or nil if there is none.
  /// - Complexity: O(*n* · *l*) conversions, *n* being the number of items here and in the sources, and *l* the number
  ///   of links.
  public func brokenConversion() -> String? {
    for source in chain {
      // The paths that each item has here, by the conversions towards the source, against which those back are
      // checked.
      var images: [ItemPath: Set<ItemPath>] = [:]
      for path in paths {
        if let origin = convert(path, to: source) { images[origin, default: []].insert(path) }
      }
      let places = paths.map { convert($0, to: source) }
      if let together = self.places(in: source), Array(together.joined()) != places {
        return """
          The items come from the places \(places) of \(source.link.name) (height \(source.link.height)), and are said together to come from \
          \(together).
          """
      }
      for origin in source.paths {
        let image = convert(origin, from: source)
        let expected = images[origin] ?? []
        let paths = allPaths(of: origin, from: source)
        if paths != expected.sorted() {
          return """
            The item at \(origin) of \(source.link.name) (height \(source.link.height)) is shown at \(expected.sorted()), and is said to be \
            at \(paths).
            """
        }
        guard image.map({ !expected.contains($0) }) ?? !expected.isEmpty else { continue }
        let places = expected.isEmpty ? "not shown" : "shown at \(expected.min().map { "\($0)" } ?? "")"
        return """
          The item at \(origin) of \(source.link.name) (height \(source.link.height)) is \(places), and is said to be at \
          \(image.map { "\($0)" } ?? "no place").
          """
      }
    }
    return nil
  }
}
