public import Changesets

/// A link of a catalog's chain, as a person writes it.
public enum ChainStep: Sendable {
  /// The order of the sections that a group makes.
  public enum GroupOrder: Sendable {
    /// As the values first appear.
    case appearance
    /// By value.
    case sorted
    /// As listed; others come after, as they first appear.
    case listed([String])
  }

  /// The sections of several data sets, one after the other.
  case concatenate([CatalogConfiguration.Name])
  /// Only the records that match.
  case filter(RecordPredicate)
  /// A section for each value of a field.
  case group(by: CatalogConfiguration.Name, order: GroupOrder)
  /// The records of each section in the order of a field's values.
  case sort(by: CatalogConfiguration.Name, descending: Bool)
  /// A cell that shows no record, at a place among those that do.
  case insert(cell: CatalogConfiguration.Name, at: ItemPath)
  /// A cell that stands where there is nothing to show.
  case placeholder(cell: CatalogConfiguration.Name)
}
