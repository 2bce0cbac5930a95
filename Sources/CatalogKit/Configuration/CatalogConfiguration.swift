public import Diagnostics

/// What a `catalog.yml` says, or what is inferred for a bare data file.
public struct CatalogConfiguration: Sendable {
  /// A name that somebody wrote in a file or as an option, with the place to point at when it is wrong.
  public struct Name: Hashable, Sendable {
    /// The name.
    public var text: String
    /// Where it is written.
    public var location: Diagnostic.Location

    /// Makes a name.
    public init(_ text: String, at location: Diagnostic.Location = .init()) {
      self.text = text
      self.location = location
    }
  }

  /// The catalog's title.
  public var title: String
  /// The catalog's language, as a BCP 47 tag.
  public var language = "en"
  /// What stands at the head of the home page, in Markdown.
  public var introduction = ""
  /// Where the catalog will be found: an `https` or `http` address without a slash at its end. Feeds, sitemaps and the page
  /// for what is not found need it.
  public var address: Name?
  /// The data sets.
  public var datasets: [DatasetEntry] = []
  /// Which cells show which records, over what the data sets say; the first that matches wins.
  public var cells: [CellRule] = []
  /// The links of the chain, from the data sets down to the document.
  public var chain: [ChainStep] = []
  /// How sections are cut into pages.
  public var pages = Pagination()
  /// What there is beside the home page and the sections.
  public var documents = Documents()
  /// The formats that are rendered.
  public var formats = [FormatEntry(name: Name("html"))]
  /// The files and folders that are copied as they are, relative to the catalog's folder: paths, or patterns with `*` and `?`.
  public var assets: [Name] = []

  /// Makes a configuration without data.
  public init(title: String) { self.title = title }
}
