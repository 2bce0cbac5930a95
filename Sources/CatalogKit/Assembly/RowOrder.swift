import DataSources
import Datasets
import Rendering

/// What the rows of each section are sorted by, as far as the steps of a chain tell.
struct RowOrder {
  /// The field that comes first; nil where the steps do not tell.
  var field: String?
  /// Whether all rows stand in one section, as far as the steps tell.
  private(set) var hasOneSection: Bool
  /// Whether sections stand within others.
  private(set) var hasNestedSections: Bool

  /// Describes the order of data sets that have gone through no steps.
  ///
  /// - Parameters:
  ///   - numberOfDatasets: The number of data sets that are shown, each of which is a section; nil where it is not known.
  ///   - hasNestedSections: Whether sections stand within others.
  init(numberOfDatasets: Int?, hasNestedSections: Bool = false) {
    hasOneSection = numberOfDatasets == 1
    self.hasNestedSections = hasNestedSections
  }

  /// Returns the order behind some more steps.
  func following(_ steps: [any CatalogStep]) -> RowOrder {
    var order = self
    for step in steps { step.update(&order) }
    return order
  }

  /// Notes that the rows of all sections are put into other ones, one section after the other.
  mutating func noteSections(areOne: Bool, areNested: Bool = false) {
    if !hasOneSection { field = nil }
    hasNestedSections = areNested
    hasOneSection = areOne
  }

  /// What a row is found by among pages with guide words: the value of the field; nil for its title.
  var guideWord: ((any DocumentObject) -> String?)? {
    guard let field else { return nil }
    return { object in
      let text = (object as? Record)?[field]?.plainText ?? ""
      return text.isEmpty ? nil : text
    }
  }
}

extension DataSource {
  /// The source, whose link people know by a name from now on.
  func named(_ name: String) -> Self {
    link.name = name
    return self
  }
}
