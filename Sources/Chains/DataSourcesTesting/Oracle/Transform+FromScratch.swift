import Changesets
import DataSources

extension Transform: RebuildableSource {
  var passesItemsOn: Bool { M.Item.self == M.SourceItem.self }

  func differenceFromScratch(comparingItems: Bool) -> Problem? {
    let mapping = mapping
    let reader = ItemReader<M.Item>(), sourceCounts = sources.map(\.counts)
    var fresh = mapping
    fresh.refresh(from: sources)
    func problem(_ what: String, _ old: some Any, _ new: some Any) -> Problem {
      Problem(.differentFromScratch, "\(what) \(old); from scratch, \(new).")
    }
    guard mapping.numberOfSections == fresh.numberOfSections else {
      return problem("The number of sections is", mapping.numberOfSections, fresh.numberOfSections)
    }
    for section in 0..<mapping.numberOfSections {
      let (count, freshCount) = (mapping.numberOfItems(inSection: section), fresh.numberOfItems(inSection: section))
      guard count == freshCount else {
        return problem("The number of items in section \(section) is", count, freshCount)
      }
      let (name, freshName) = (mapping.name(ofSection: section), fresh.name(ofSection: section))
      guard name == freshName else {
        return problem("The name of section \(section) is", name ?? "–", freshName ?? "–")
      }
      let (origin, freshOrigin) = (mapping.sourceSection(for: section), fresh.sourceSection(for: section))
      guard origin == freshOrigin else {
        return problem("Section \(section) is", origin?.description ?? "its own", freshOrigin?.description ?? "its own")
      }
      for item in 0..<count {
        let path = ItemPath(section: section, item: item)
        let (origin, freshOrigin) = (mapping.sourcePath(for: path), fresh.sourcePath(for: path))
        guard origin == freshOrigin else {
          return problem(
            "The item at \(path) comes from", origin?.description ?? "nowhere", freshOrigin?.description ?? "nowhere")
        }
        if let origin {
          if !origin.exists(in: sourceCounts) { return .dangling(path, origin) }
          // Items of the same origin are usually the same.
          if passesItemsOn && !comparingItems { continue }
        }
        let (shown, freshShown) = (mapping.item(at: path, from: sources), fresh.item(at: path, from: sources))
        guard reader.digest(shown) == reader.digest(freshShown) else {
          return problem("The item at \(path) is", shown, freshShown)
        }
      }
      if comparingItems, let problem = problemOfReading(section, reader) { return problem }
    }
    return nil
  }

  /// Returns a problem if reading the items of a section together differs from reading them one by one.
  private func problemOfReading(_ section: Int, _ reader: ItemReader<M.Item>) -> Problem? {
    let together = items(inSection: section)
    let single = (0..<numberOfItems(inSection: section)).map { item(at: ItemPath(section: section, item: $0)) }
    if together.map(reader.digest) == single.map(reader.digest) { return nil }
    return Problem(
      .brokenLaw, "Read together, the items of section \(section) are \(together); one by one, \(single).")
  }
}

/// A source that can be compared with a new one over the same sources.
protocol RebuildableSource: DataSource {
  /// Returns the first difference from a new source over the same sources, or nil if there is none.
  ///
  /// - Parameter comparingItems: Whether items are also compared if both come from the same path.
  func differenceFromScratch(comparingItems: Bool) -> Problem?

  /// Whether the source passes on the items of its sources as they are.
  var passesItemsOn: Bool { get }
}
