public import Changesets

/// A link of a catalog's chain, as a person writes it.
public enum ChainStep: Sendable {
  /// The sections of several data sets, one after the other.
  case concatenate([CatalogConfiguration.Name])
  /// Only the records that match.
  case filter(RecordPredicate)
  /// Only the records that have a match in another data set.
  case intersect(DatasetMatch)
  /// Only the records that have no match in another data set.
  case except(DatasetMatch)
  /// Only the first record with the same values in some fields.
  case distinct([CatalogConfiguration.Name])
  /// A section for each value of a field.
  case group(Grouping)
  /// All records in one section.
  case flatten(name: String)
  /// The records of each section in the order of the first field, then of the second, and so on.
  case sort([SortField])
  /// The sections in another order.
  case sortSections(SectionOrder)
  /// The records of each section from the last to the first; the sections too, if wanted.
  case reverse(sections: Bool)
  /// So many records of each section, after those that are skipped.
  case limit(Int, skip: Int)
  /// A step that the program defines: see ``CatalogExtension``.
  case step(CatalogConfiguration.Name)
  /// A cell that shows no record, at a place among those that do.
  case insert(cell: CatalogConfiguration.Name, at: ItemPath)
  /// A cell that stands where there is nothing to show.
  case placeholder(cell: CatalogConfiguration.Name)
}

extension ChainStep {
  /// The name of the kind of step, as a person writes it.
  var kind: Kind {
    switch self {
    case .concatenate: .concatenate
    case .filter: .filter
    case .intersect: .intersect
    case .except: .except
    case .distinct: .distinct
    case .group: .group
    case .flatten: .flatten
    case .sort: .sort
    case .sortSections: .sortSections
    case .reverse: .reverse
    case .limit: .limit
    case .step: .step
    case .insert: .insert
    case .placeholder: .placeholder
    }
  }

  /// The kinds of steps, by the names that a person writes.
  enum Kind: String, CaseIterable {
    case concatenate, filter, intersect, except, distinct, group, flatten, sort
    case sortSections = "sort_sections"
    case reverse, limit, step, insert, placeholder
  }

  /// The cell that the step adds, if it comes after the records have become cells.
  var cell: CatalogConfiguration.Name? {
    switch self {
    case .insert(let cell, _), .placeholder(let cell): cell
    default: nil
    }
  }

  /// Whether the step may show a record several times.
  var repeatsRecords: Bool {
    switch self {
    case .group(let grouping): grouping.key == .element
    case .step: true
    default: false
    }
  }
}
