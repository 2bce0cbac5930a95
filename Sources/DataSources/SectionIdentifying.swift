/// A source whose sections have identities, by which they are known wherever they stand, and whatever they are called.
public protocol SectionIdentifying: DataSource {
  /// What tells sections apart.
  associatedtype SectionID: Hashable

  /// What tells a section from all others; nil if there is no such section.
  func sectionIdentifier(for section: Int) -> SectionID?
}

extension DataSource {
  /// The identity of a section: that of the first source on its way up whose sections have identities.
  ///
  /// - Returns: Nil if there is no such source, or if the section does not come from a single one of it.
  /// - Complexity: That of the conversions of the links between.
  public func identity(ofSection section: Int) -> AnyHashable? {
    if let source = self as? any SectionIdentifying { return source.anyIdentifier(for: section) }
    guard let owner = owner(ofSection: section) else { return nil }
    return owner.source.identity(ofSection: owner.section)
  }
}

extension SectionIdentifying {
  fileprivate func anyIdentifier(for section: Int) -> AnyHashable? {
    guard let identifier = sectionIdentifier(for: section) else { return nil }
    return AnyHashable(identifier)
  }
}
