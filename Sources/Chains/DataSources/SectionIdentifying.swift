/// A source whose sections have identifiers, which stay the same when sections are moved or renamed.
public protocol SectionIdentifying: DataSource {
  /// The type of the sections' identifiers.
  associatedtype SectionID: Hashable

  /// Returns the identifier of a section, or `nil` if the section does not exist.
  func sectionIdentifier(for section: Int) -> SectionID?
}

extension DataSource {
  /// Returns the identifier of a section, as the first source upstream whose sections have identifiers defines it.
  ///
  /// - Returns: The identifier, or `nil` if there is no such source, or if the section shows none or several of its
  ///   sections.
  /// - Complexity: The sum of the costs of the conversions of the links in between.
  public func identity(ofSection section: Int) -> AnyHashable? {
    if let source = self as? any SectionIdentifying { return source.anyIdentifier(for: section) }
    guard let owner = owner(ofSection: section) else { return nil }
    return owner.source.identity(ofSection: owner.section)
  }
}

extension SectionIdentifying {
  fileprivate func anyIdentifier(for section: Int) -> AnyHashable? {
    sectionIdentifier(for: section).map { AnyHashable($0) }
  }
}
