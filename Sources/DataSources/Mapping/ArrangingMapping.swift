package import Changesets

/// A mapping whose items are those of its sources as they are there: it decides which of them stand where, and makes none.
package protocol ArrangingMapping: Mapping where Item == SourceItem {}

/// A source over sources by an ``ArrangingMapping``.
package protocol ArrangingSource: DataSource {}

extension Transform: ArrangingSource where M: ArrangingMapping {}

extension Mappings.Collapse: ArrangingMapping {}
extension Mappings.Concatenate: ArrangingMapping {}
extension Mappings.RemoveDuplicates: ArrangingMapping {}
extension Mappings.RemoveEmptySections: ArrangingMapping {}
extension Mappings.Flatten: ArrangingMapping {}
extension Mappings.Group: ArrangingMapping {}
extension Mappings.GroupByEach: ArrangingMapping {}
extension Mappings.Insert: ArrangingMapping {}
extension Mappings.Keep: ArrangingMapping {}
extension Mappings.FilterByKey: ArrangingMapping {}
extension Mappings.Hide: ArrangingMapping {}
extension Mappings.Notify: ArrangingMapping {}
extension Mappings.ReplaceEmpty: ArrangingMapping {}
extension Mappings.Filter: ArrangingMapping {}
extension Mappings.Reverse: ArrangingMapping {}
extension Mappings.SortSections: ArrangingMapping {}
extension Mappings.Select: ArrangingMapping {}
extension Mappings.Sort: ArrangingMapping {}
extension Mappings.Switch: ArrangingMapping {}
extension Mappings.Window: ArrangingMapping {}

extension DataSource {
  /// For each section the places of its items in a source upstream, if all links between show its items as they are, though maybe several
  /// times; nil otherwise, and nil for an item that is not of that source.
  ///
  /// - Complexity: That of the conversions of the links between, for all items.
  package func places(in source: any DataSource) -> [[ItemPath?]]? {
    guard showsItems(of: source) else { return nil }
    var places: [[ItemPath?]] = []
    places.reserveCapacity(numberOfSections)
    // Sections may be short: many are looked for together.
    var paths: [ItemPath] = [], counts: [Int] = []
    for section in 0..<numberOfSections {
      counts.append(numberOfItems(inSection: section))
      paths += (0..<(counts.last ?? 0)).map { ItemPath(section: section, item: $0) }
      guard paths.count >= 1 << 14 || section == numberOfSections - 1 else { continue }
      var rest = origins(of: paths, in: source)[...]
      for count in counts {
        places.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      (paths, counts) = ([], [])
    }
    return places
  }

  /// Whether all links from a source to this one show items as they are.
  package func showsItems(of source: any DataSource) -> Bool {
    if self === source { return true }
    guard link.height > source.link.height else { return false }
    return self is any ArrangingSource && upstreamSources.allSatisfy { $0.showsItems(of: source) }
  }
}
