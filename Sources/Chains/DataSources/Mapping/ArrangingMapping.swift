package import Changesets
import OrderedTrees

/// A mapping whose items are unchanged items of its sources: it decides which of them are shown, and where, and creates
/// none.
package protocol ArrangingMapping: Mapping where Item == SourceItem {
  /// The source paths of all items, section by section.
  ///
  /// The result is that of ``Mapping/sourcePath(for:)`` for each item, but many mappings find it faster for all items
  /// together.
  ///
  /// - Complexity: O(*n*) unless a mapping states another cost, *n* being the number of items.
  var allSourcePaths: [SourcePath?] { get }
}

extension ArrangingMapping {
  /// The source paths, found one by one.
  ///
  /// - Complexity: *n* times the cost of ``Mapping/sourcePath(for:)``, *n* being the number of items.
  package var allSourcePaths: [SourcePath?] {
    (0..<numberOfSections).flatMap { section in
      (0..<numberOfItems(inSection: section)).map { sourcePath(for: ItemPath(section: section, item: $0)) }
    }
  }

}

/// An arranging mapping whose sections are whole sections of its sources, with the items in the same order.
package protocol SectionwiseArrangingMapping: ArrangingMapping {}

extension SectionwiseArrangingMapping {
  package var allSourcePaths: [SourcePath?] {
    (0..<numberOfSections).flatMap { section in
      let origin = sourceSection(for: section)
      return (0..<numberOfItems(inSection: section)).map { item in
        origin.map { SourcePath(source: $0.source, path: ItemPath(section: $0.section, item: item)) }
      }
    }
  }
}

/// A transform by an ``ArrangingMapping``.
package protocol ArrangingSource: DataSource {
  /// The source paths of all items, section by section.
  var allSourcePaths: [SourcePath?] { get }
}

extension Transform: ArrangingSource where M: ArrangingMapping {
  package var allSourcePaths: [SourcePath?] {
    checkAccess()
    return state.stored.mapping.allSourcePaths
  }
}

extension Mappings.Collapse: ArrangingMapping {}
extension Mappings.RemoveDuplicates: ArrangingMapping {}
extension Mappings.Flatten: ArrangingMapping {}
extension Mappings.Insert: ArrangingMapping {}
extension Mappings.FilterByKey: ArrangingMapping {}
extension Mappings.Hide: ArrangingMapping {}
extension Mappings.ShowPlaceholder: ArrangingMapping {}
extension Mappings.Filter: ArrangingMapping {}
extension Mappings.Reverse: ArrangingMapping {}
extension Mappings.Select: ArrangingMapping {}
extension Mappings.Switch: ArrangingMapping {}
extension Mappings.Window: ArrangingMapping {}

extension Mappings.Concatenate: SectionwiseArrangingMapping {}
extension Mappings.RemoveEmptySections: SectionwiseArrangingMapping {}
extension Mappings.Keep: SectionwiseArrangingMapping {}
extension Mappings.Notify: SectionwiseArrangingMapping {}
extension Mappings.SortSections: SectionwiseArrangingMapping {}

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
  /// Returns for each section the paths of its items in an upstream source, or `nil` if a link in between does not show
  /// its items unchanged. A link may show them several times. The path is `nil` for an item that does not come from
  /// that source.
  ///
  /// - Complexity: O(*n*) in the number of items of this source and of those in between, beside the cost of the
  ///   mappings' ``ArrangingMapping/allSourcePaths``.
  package func places(in source: any DataSource) -> [[ItemPath?]]? {
    guard showsItems(of: source) else { return nil }
    // All paths are found at once, and cut into sections afterwards.
    var rest = allPlaces(in: source)[...]
    return (0..<numberOfSections).map { section in
      let places = rest.prefix(numberOfItems(inSection: section))
      rest = rest[places.endIndex...]
      return Array(places)
    }
  }

  /// Returns the paths of all items in an upstream source whose items are shown unchanged, section by section.
  private func allPlaces(in source: any DataSource) -> [ItemPath?] {
    guard self !== source, let arranging = self as? any ArrangingSource else { return paths.map { $0 } }
    // `nil` for the source itself, whose paths are the result.
    let upstream = upstreamSources.map { $0 === source ? nil : $0.placesByPath(in: source) }
    return arranging.allSourcePaths.map { origin in
      guard let origin else { return nil }
      guard let places = upstream[origin.source] else { return origin.path }
      return places.of[places.starts[origin.path.section] + origin.path.item]
    }
  }

  /// Returns the same paths, and the offset at which each section begins among them.
  private func placesByPath(in source: any DataSource) -> (of: [ItemPath?], starts: [Int]) {
    var end = 0
    let starts = (0..<numberOfSections).map { section in
      defer { end += numberOfItems(inSection: section) }
      return end
    }
    return (allPlaces(in: source), starts)
  }

  /// Returns whether all links from a source to this one show items unchanged.
  package func showsItems(of source: any DataSource) -> Bool {
    if self === source { return true }
    guard link.height > source.link.height else { return false }
    return self is any ArrangingSource && upstreamSources.allSatisfy { $0.showsItems(of: source) }
  }
}
