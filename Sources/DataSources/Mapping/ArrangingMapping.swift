package import Changesets
import OrderedTrees

/// A mapping whose items are those of its sources as they are there: it decides which of them stand where, and makes none.
package protocol ArrangingMapping: Mapping where Item == SourceItem {
  /// Where all items come from, section by section: the same as item by item, for mappings that find them faster together.
  ///
  /// - Complexity: O(*n*) beside what a mapping says, *n* being the number of items.
  var allSourcePaths: [SourcePath?] { get }
}

extension ArrangingMapping {
  /// The source paths, found one by one.
  ///
  /// - Complexity: *n* times what ``Mapping/sourcePath(for:)`` costs, *n* being the number of items.
  package var allSourcePaths: [SourcePath?] {
    (0..<numberOfSections).flatMap { section in
      (0..<numberOfItems(inSection: section)).map { sourcePath(for: ItemPath(section: section, item: $0)) }
    }
  }

  /// The source paths of a mapping each of whose sections is one of a source, with all of its items as they stand there.
  fileprivate var sourcePathsOfWholeSections: [SourcePath?] {
    (0..<numberOfSections).flatMap { section in
      let origin = sourceSection(for: section)
      return (0..<numberOfItems(inSection: section)).map { item in
        origin.map { SourcePath(source: $0.source, path: ItemPath(section: $0.section, item: item)) }
      }
    }
  }
}

/// A source over sources by an ``ArrangingMapping``.
package protocol ArrangingSource: DataSource {
  /// Where all items come from, section by section, by the mapping.
  var allSourcePaths: [SourcePath?] { get }
}

extension Transform: ArrangingSource where M: ArrangingMapping {
  package var allSourcePaths: [SourcePath?] {
    checkAccess()
    return stored.mapping.allSourcePaths
  }
}

extension Mappings.Collapse: ArrangingMapping {}
extension Mappings.RemoveDuplicates: ArrangingMapping {}
extension Mappings.Flatten: ArrangingMapping {}
extension Mappings.Insert: ArrangingMapping {}
extension Mappings.FilterByKey: ArrangingMapping {}
extension Mappings.Hide: ArrangingMapping {}
extension Mappings.ReplaceEmpty: ArrangingMapping {}
extension Mappings.Filter: ArrangingMapping {}
extension Mappings.Reverse: ArrangingMapping {}
extension Mappings.Select: ArrangingMapping {}
extension Mappings.Switch: ArrangingMapping {}
extension Mappings.Window: ArrangingMapping {}

extension Mappings.Concatenate: ArrangingMapping {
  package var allSourcePaths: [SourcePath?] { sourcePathsOfWholeSections }
}

extension Mappings.RemoveEmptySections: ArrangingMapping {
  package var allSourcePaths: [SourcePath?] { sourcePathsOfWholeSections }
}

extension Mappings.Keep: ArrangingMapping {
  package var allSourcePaths: [SourcePath?] { sourcePathsOfWholeSections }
}

extension Mappings.Notify: ArrangingMapping {
  package var allSourcePaths: [SourcePath?] { sourcePathsOfWholeSections }
}

extension Mappings.SortSections: ArrangingMapping {
  package var allSourcePaths: [SourcePath?] { sourcePathsOfWholeSections }
}

extension Mappings.Group: ArrangingMapping {
  package var allSourcePaths: [SourcePath?] { groups.value.sourcePaths.map { SourcePath(source: 0, path: $0) } }
}

extension Mappings.GroupByEach: ArrangingMapping {
  package var allSourcePaths: [SourcePath?] { groups.value.sourcePaths.map { SourcePath(source: 0, path: $0) } }
}

extension Mappings.Sort: ArrangingMapping {
  package var allSourcePaths: [SourcePath?] {
    sections.enumerated().flatMap { section, items in
      items.order.sourcePositions.map { SourcePath(source: 0, path: ItemPath(section: section, item: $0)) }
    }
  }
}

extension DataSource {
  /// For each section the places of its items in a source upstream, if all links between show its items as they are, though maybe several
  /// times; nil otherwise, and nil for an item that is not of that source.
  ///
  /// - Complexity: O(*n*) in the number of items of this source and of those between, beside what the mappings say.
  package func places(in source: any DataSource) -> [[ItemPath?]]? {
    guard showsItems(of: source) else { return nil }
    var rest = allPlaces(in: source)[...]
    return (0..<numberOfSections).map { section in
      let places = rest.prefix(numberOfItems(inSection: section))
      rest = rest[places.endIndex...]
      return Array(places)
    }
  }

  /// The places of all items in a source whose items are shown as they are, section by section.
  private func allPlaces(in source: any DataSource) -> [ItemPath?] {
    guard self !== source, let arranging = self as? any ArrangingSource else { return paths.map { $0 } }
    let upstream = upstreamSources.map { $0 === source ? nil : $0.placesByPath(in: source) }
    return arranging.allSourcePaths.map { origin in
      guard let origin else { return nil }
      guard let places = upstream[origin.source] else { return origin.path }
      return places.of[places.starts[origin.path.section] + origin.path.item]
    }
  }

  /// The same, and where each section begins among them.
  private func placesByPath(in source: any DataSource) -> (of: [ItemPath?], starts: [Int]) {
    var end = 0
    let starts = (0..<numberOfSections).map { section in
      defer { end += numberOfItems(inSection: section) }
      return end
    }
    return (allPlaces(in: source), starts)
  }

  /// Whether all links from a source to this one show items as they are.
  package func showsItems(of source: any DataSource) -> Bool {
    if self === source { return true }
    guard link.height > source.link.height else { return false }
    return self is any ArrangingSource && upstreamSources.allSatisfy { $0.showsItems(of: source) }
  }
}
