package import DataSources

/// The order of the rows in each section, as far as the steps of a chain determine it.
package struct RowOrder {
  /// The first field that the rows are sorted by; `nil` if the steps do not determine it.
  package var field: String?
  /// Whether all rows are in one section, as far as the steps determine it.
  package private(set) var hasOneSection: Bool
  /// Whether sections contain others.
  package private(set) var hasNestedSections: Bool

  /// Creates the order of data sets before any steps.
  ///
  /// - Parameters:
  ///   - numberOfDatasets: The number of data sets that are shown, each of which is a section; `nil` if it is not
  ///     known.
  ///   - hasNestedSections: Whether sections contain others.
  package init(numberOfDatasets: Int?, hasNestedSections: Bool = false) {
    hasOneSection = numberOfDatasets == 1
    self.hasNestedSections = hasNestedSections
  }

  /// Returns the order after the steps of a collection's chain.
  package func following(_ collection: CatalogConfiguration.CollectionEntry) -> RowOrder { following(collection.chain) }

  /// Returns the order after the steps of an index.
  package func following(_ index: Documents.Index) -> RowOrder { following(index.chain) }

  private func following(_ steps: [any CatalogStep]) -> RowOrder {
    steps.reduce(into: self) { order, step in step.update(&order) }
  }

  /// Records that the rows of all sections are distributed to other sections, one section after the other.
  mutating func noteSections(areOne: Bool, areNested: Bool = false) {
    if !hasOneSection { field = nil }
    hasNestedSections = areNested
    hasOneSection = areOne
  }
}

extension DataSource {
  /// Names the source's link, for descriptions of the chain, and returns the source.
  package func named(_ name: String) -> Self {
    link.name = name
    return self
  }
}
