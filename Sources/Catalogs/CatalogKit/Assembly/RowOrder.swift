import DataSources
import Datasets
import Rendering

/// The order of the rows in each section, as far as the steps of a chain determine it.
struct RowOrder {
  /// The first field that the rows are sorted by; `nil` if the steps do not determine it.
  var field: String?
  /// Whether all rows are in one section, as far as the steps determine it.
  private(set) var hasOneSection: Bool
  /// Whether sections contain others.
  private(set) var hasNestedSections: Bool

  /// Creates the order of data sets before any steps.
  ///
  /// - Parameters:
  ///   - numberOfDatasets: The number of data sets that are shown, each of which is a section; `nil` if it is not known.
  ///   - hasNestedSections: Whether sections contain others.
  init(numberOfDatasets: Int?, hasNestedSections: Bool = false) {
    hasOneSection = numberOfDatasets == 1
    self.hasNestedSections = hasNestedSections
  }

  /// Returns the order after further steps.
  func following(_ steps: [any CatalogStep]) -> RowOrder {
    var order = self
    for step in steps { step.update(&order) }
    return order
  }

  /// Records that the rows of all sections are distributed to other sections, one section after the other.
  mutating func noteSections(areOne: Bool, areNested: Bool = false) {
    if !hasOneSection { field = nil }
    hasNestedSections = areNested
    hasOneSection = areOne
  }

  /// A function that returns the guide word of a row: the value of the field. `nil` for the titles as guide words.
  var guideWord: ((any DocumentObject) -> String?)? {
    guard let field else { return nil }
    return { object in
      let text = (object as? Record)?[field]?.plainText ?? ""
      return text.isEmpty ? nil : text
    }
  }
}

extension DataSource {
  /// Names the source's link, for descriptions of the chain, and returns the source.
  func named(_ name: String) -> Self {
    link.name = name
    return self
  }
}
