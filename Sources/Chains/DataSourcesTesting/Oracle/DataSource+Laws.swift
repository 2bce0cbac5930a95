import Changesets
public import DataSources

extension DataSource {
  /// Returns a problem of the source's conversions in its present state.
  ///
  /// These are the laws:
  ///
  /// - The upstream sources are those of the links that the source's own link stands on.
  /// - A shown item maps to its source and back.
  /// - A source's item has a path exactly if it is shown there.
  /// - A section that comes from a section of a source maps there and back.
  /// - Paths and sections one step beyond each bound map to nil.
  ///
  /// Items of the source's own, which come from no other source, are not checked.
  ///
  /// - Returns: A sentence that describes the problem, or nil if the laws hold.
  /// - Complexity: O(*n*) conversions, *n* being the number of sections and items here and in the sources.
  public func brokenLaw() -> String? { lawProblem()?.message }

  func lawProblem() -> Problem? {
    (upstreamProblem() ?? shownItemProblem() ?? hiddenItemProblem() ?? sectionProblem() ?? edgeProblem())
      .map { Problem(.brokenLaw, $0) }
  }

  /// A source that updates this one without being listed gets no messages. One that is listed without being upstream
  /// sends no updates.
  private func upstreamProblem() -> String? {
    let listed = upstreamSources.map(\.link)
    if let link = link.upstream.first(where: { link in !listed.contains { $0 === link } }) {
      return "The link is downstream of “\(link.name)”, which is not among the upstream sources."
    }
    if let source = listed.first(where: { source in !link.upstream.contains { $0 === source } }) {
      return "“\(source.name)” is among the upstream sources, and the link is not downstream of its link."
    }
    return nil
  }

  /// Returns the problem of an item that comes from a path that does not exist, so that reading it would trap.
  func danglingItem() -> Problem? {
    let counts = upstreamSources.map(\.counts)
    for path in paths {
      if let origin = sourcePath(for: path), !origin.exists(in: counts) { return .dangling(path, origin) }
    }
    return nil
  }

  private func shownItemProblem() -> String? {
    let counts = upstreamSources.map(\.counts)
    for path in paths {
      guard let origin = sourcePath(for: path) else { continue }
      if !origin.exists(in: counts) { return Problem.dangling(path, origin).message }
      let back = allPaths(for: origin)
      if !back.contains(path) {
        let places = back.isEmpty ? "no place" : back.map { "\($0)" }.joined(separator: ", ")
        return "The item at \(path) comes from \(origin), which reports the position \(places)."
      }
    }
    return nil
  }

  /// The inverse of `shownItemProblem()`: every path that an item of a source has must show that item.
  private func hiddenItemProblem() -> String? {
    for (index, source) in upstreamSources.enumerated() {
      for section in 0..<source.numberOfSections {
        for item in 0..<source.numberOfItems(inSection: section) {
          let origin = SourcePath(source: index, path: ItemPath(section: section, item: item))
          let paths = allPaths(for: origin)
          if path(for: origin) != paths.first || zip(paths, paths.dropFirst()).contains(where: { $0 >= $1 }) {
            return "The item of \(origin) has a first position that differs from the first of \(paths)."
          }
          if let path = paths.first(where: { sourcePath(for: $0) != origin }) {
            return "The item of \(origin) reports the position \(path), where another item is."
          }
        }
      }
    }
    return nil
  }

  private func sectionProblem() -> String? {
    for section in 0..<numberOfSections {
      guard let origin = sourceSection(for: section) else { continue }
      let back = self.section(for: origin)
      if back != section {
        return
          "Section \(section) is \(origin), which reports \(back.map { "section \($0)" } ?? "no section")."
      }
    }
    for (index, source) in upstreamSources.enumerated() {
      for section in 0..<source.numberOfSections {
        let origin = SourceSection(source: index, section: section)
        if let image = self.section(for: origin), sourceSection(for: image) != origin {
          return "The section of \(origin) reports section \(image), which shows another one."
        }
      }
    }
    return nil
  }

  private func edgeProblem() -> String? {
    for path in self.placesBeyond where sourcePath(for: path) != nil {
      return "There is no place \(path), and it has a source path."
    }
    for section in [-1, numberOfSections] where sourceSection(for: section) != nil {
      return "There is no section \(section), and it has a source section."
    }
    for (index, source) in upstreamSources.enumerated() {
      for path in source.placesBeyond {
        let origin = SourcePath(source: index, path: path)
        if self.path(for: origin) != nil { return "There is no item at \(origin), and it has a place." }
      }
    }
    return nil
  }

  /// The paths one step beyond each bound.
  fileprivate var placesBeyond: [ItemPath] {
    (-1...numberOfSections).flatMap { section in
      let count = (0..<numberOfSections).contains(section) ? numberOfItems(inSection: section) : 0
      return [ItemPath(section: section, item: -1), ItemPath(section: section, item: count)]
    }
  }

  var counts: [Int] { (0..<numberOfSections).map(numberOfItems(inSection:)) }

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

extension Problem {
  static func dangling(_ path: ItemPath, _ origin: SourcePath) -> Problem {
    Problem(.brokenLaw, "The item at \(path) comes from \(origin), where there is none.")
  }
}

extension SourcePath {
  /// Returns whether there is an item at the path, given the number of items in each section of each source.
  func exists(in counts: [[Int]]) -> Bool {
    counts.indices.contains(source) && counts[source].indices.contains(path.section)
      && (0..<counts[source][path.section]).contains(path.item)
  }
}
