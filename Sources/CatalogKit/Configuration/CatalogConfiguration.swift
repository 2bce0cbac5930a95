import Cells
public import Datasets
public import Diagnostics
public import Rendering

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

  /// A data file and how it is read.
  public struct DatasetEntry: Sendable {
    /// The name, by which the rest of the configuration refers to the data set.
    public var name: Name
    /// The file, relative to the catalog's folder.
    public var file: Name
    /// What people call the data set; made from its name unless given.
    public var title: String?
    /// The field that the keys come from.
    public var key: Name?
    /// The field that the titles come from.
    public var titleField: Name?
    /// The types of fields that are not to be inferred.
    public var types: [String: FieldType] = [:]
    /// The kind of the cells that show the records in listings.
    public var card = Name(DefaultLayout.card.rawValue)
    /// The kind of the cells that show the records on pages of their own.
    public var page = Name(DefaultLayout.page.rawValue)
    /// The field that holds the colour of a record's cells.
    public var accent: Name?

    /// Makes an entry that has everything inferred.
    public init(name: Name, file: Name) {
      self.name = name
      self.file = file
    }
  }

  /// The catalog's title.
  public var title: String
  /// The catalog's language, as a BCP 47 tag.
  public var language = "en"
  /// What stands at the head of the home page, in Markdown.
  public var introduction = ""
  /// The data sets.
  public var datasets: [DatasetEntry] = []
  /// The links of the chain, from the data sets down to the document.
  public var chain: [ChainStep] = []
  /// How the document is cut into pages.
  public var layout = PageLayout()
  /// The formats that are rendered.
  public var formats = [Name("html")]

  /// Makes a configuration without data.
  public init(title: String) { self.title = title }
}
