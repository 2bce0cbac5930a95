package import Diagnostics

/// What a `catalog.yml` says, or what is inferred for a bare data file.
package struct CatalogConfiguration: Sendable {
  /// A name that somebody wrote in a file or as an option, with the place to point at when it is wrong.
  package struct Name: Hashable, Sendable {
    /// The name.
    package var text: String
    /// Where it is written.
    package var location: Diagnostic.Location

    /// Makes a name.
    package init(_ text: String, at location: Diagnostic.Location = .init()) {
      self.text = text
      self.location = location
    }
  }

  /// The catalog's title.
  var title: String
  /// The catalog's language, as a BCP 47 tag.
  var language = "en"
  /// What stands at the head of the home page, in Markdown.
  var introduction = ""
  /// Where the catalog will be found: an `https` or `http` address without a slash at its end. Feeds, sitemaps and the page
  /// for what is not found need it.
  var address: Name?
  /// The data sets.
  var datasets: [DatasetEntry] = []
  /// Which cells show which records, over what the data sets say; the first that matches wins.
  var cells: [CellRule] = []
  /// The links of the chain, from the data sets down to the document.
  var chain: [any CatalogStep] = []
  /// How sections are cut into pages.
  var pages = Pagination()
  /// What there is beside the home page and the sections.
  var documents = Documents()
  /// The formats that are rendered.
  var formats = [FormatEntry(name: Name("html"))]
  /// The files and folders that are copied as they are, relative to the catalog's folder: paths, or patterns with `*` and `?`.
  var assets: [Name] = []

  /// Makes a configuration without data.
  init(title: String) { self.title = title }
}
