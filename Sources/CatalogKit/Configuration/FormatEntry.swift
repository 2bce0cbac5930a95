/// A format that is rendered, with what is decided about it.
struct FormatEntry: Hashable, Sendable {
  /// The name of the format.
  var name: CatalogConfiguration.Name
  /// The folder of a theme of one's own, relative to the catalog's folder: of HTML.
  var theme: CatalogConfiguration.Name?
  /// The document class: of LaTeX.
  var documentClass: CatalogConfiguration.Name?
  /// The packages that are loaded beside the usual ones: of LaTeX.
  var packages: [CatalogConfiguration.Name] = []
  /// The section of the manual, 1 to 9: of man.
  var section: Int?

  /// Makes an entry that decides nothing.
  init(name: CatalogConfiguration.Name) { self.name = name }
}
