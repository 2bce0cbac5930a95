/// What a section may show beside its items.
public enum SupplementaryKind: String, Hashable, Sendable, CaseIterable {
  /// Above the section's items.
  case header
  /// Below the section's items.
  case footer
}
