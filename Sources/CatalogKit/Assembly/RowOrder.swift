import Datasets
import Rendering

/// What the rows of each section are sorted by, as far as the steps of a chain tell.
struct RowOrder {
  /// The field that comes first; nil where the steps do not tell.
  private(set) var field: String?
  private var hasOneSection: Bool

  /// The order of data sets that have gone through no steps.
  ///
  /// - Parameter numberOfDatasets: The number of data sets that are shown, each of which is a section.
  init(numberOfDatasets: Int) { hasOneSection = numberOfDatasets == 1 }

  /// The order behind some more steps.
  func following(_ steps: [ChainStep]) -> RowOrder {
    var order = self
    for step in steps { order.follow(step) }
    return order
  }

  private mutating func follow(_ step: ChainStep) {
    switch step {
    case .concatenate(let names): self = RowOrder(numberOfDatasets: names.count)
    case .sort(let fields): field = fields.first?.field.text
    case .group, .flatten:
      // Rows of several sections meet, one section after the other.
      if !hasOneSection { field = nil }
      if case .flatten = step { hasOneSection = true } else { hasOneSection = false }
    case .step: (field, hasOneSection) = (nil, false)
    case .filter, .intersect, .except, .distinct, .sortSections, .reverse, .limit, .insert, .placeholder: break
    }
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
