/// A section of a director, as a value: what it is called, its models, and what it shows beside them.
///
/// ```swift
/// var section = DirectorSection("fruits", models: [apple, pear])
/// section.headerTitle = "Fruits"
/// try director.append(section)
/// ```
public struct DirectorSection {
  /// What tells the section from others.
  public let identifier: String
  /// The models, of any types that the director has adapters for.
  public var models: [Any]
  /// The title of the header, and the name of the section.
  public var headerTitle: String?
  /// The title of the footer.
  public var footerTitle: String?
  /// The cell that is the header; it wins over the title.
  public var header: SupplementaryCell?
  /// The cell that is the footer; it wins over the title.
  public var footer: SupplementaryCell?
  /// The title in the index of sections.
  public var indexTitle: String?
  /// Whether the models are hidden. They are there nevertheless, and can be changed.
  public var isCollapsed = false

  /// Makes a section.
  ///
  /// - Parameters:
  ///   - identifier: What tells it from others.
  ///   - models: The models.
  ///   - headerTitle: The title of the header.
  ///   - footerTitle: The title of the footer.
  public init(_ identifier: String, models: [Any] = [], headerTitle: String? = nil, footerTitle: String? = nil) {
    self.identifier = identifier
    self.models = models
    self.headerTitle = headerTitle
    self.footerTitle = footerTitle
  }

  /// Whether two sections show the same beside their models.
  func showsTheSame(as other: DirectorSection) -> Bool {
    headerTitle == other.headerTitle && footerTitle == other.footerTitle && indexTitle == other.indexTitle
      && header == other.header && footer == other.footer
  }
}
