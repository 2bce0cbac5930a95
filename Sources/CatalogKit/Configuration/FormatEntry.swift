/// A format that is rendered, with what is decided about it.
public struct FormatEntry: Hashable, Sendable {
  /// The name of the format.
  public var name: CatalogConfiguration.Name
  /// The folder of a theme of one's own, relative to the catalog's folder: of HTML.
  public var theme: CatalogConfiguration.Name?
  /// The document class: of LaTeX.
  public var documentClass: CatalogConfiguration.Name?
  /// The packages that are loaded beside the usual ones: of LaTeX.
  public var packages: [CatalogConfiguration.Name] = []
  /// The section of the manual, 1 to 9: of man.
  public var section: Int?

  /// Makes an entry that decides nothing.
  public init(name: CatalogConfiguration.Name) { self.name = name }
}
