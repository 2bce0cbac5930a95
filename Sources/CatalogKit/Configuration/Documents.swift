public import Diagnostics

/// What a catalog has beside its home page and its sections.
public struct Documents: Sendable {
  /// A list of all objects in an order of its own.
  public struct Index: Sendable {
    /// The name, which its address is made of.
    public var name: CatalogConfiguration.Name
    /// What people call it.
    public var title: String
    /// The steps for rows that follow those of the catalog, once each object stands there once.
    public var chain: [ChainStep]
    /// The cells of the entries; those of the catalog's listings unless given.
    public var card: CatalogConfiguration.Name?
    /// How its sections are cut into pages.
    public var pages: Pagination

    /// Makes an index.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - title: What people call it.
    ///   - chain: The steps for rows that follow those of the catalog.
    ///   - card: The cells of the entries.
    ///   - pages: How its sections are cut into pages.
    public init(
      name: CatalogConfiguration.Name, title: String, chain: [ChainStep], card: CatalogConfiguration.Name? = nil,
      pages: Pagination = Pagination()
    ) {
      self.name = name
      self.title = title
      self.chain = chain
      self.card = card
      self.pages = pages
    }
  }

  /// News of the catalog in Atom, the latest first.
  public struct Feed: Hashable, Sendable {
    /// The title; the catalog's unless given.
    public var title: String?
    /// The field with the date of an entry. Objects without one are left out.
    public var date: CatalogConfiguration.Name
    /// The field with what is said of an entry.
    public var summary: CatalogConfiguration.Name?
    /// How many entries there are at the most.
    public var limit = 20

    /// Makes a feed.
    ///
    /// - Parameter date: The field with the date of an entry.
    public init(date: CatalogConfiguration.Name) { self.date = date }
  }

  /// Something that is made of some fields.
  public struct Selection: Hashable, Sendable {
    /// The fields; without any, it is left to the program.
    public var fields: [CatalogConfiguration.Name]

    /// Makes a selection of fields.
    public init(fields: [CatalogConfiguration.Name] = []) { self.fields = fields }
  }

  /// An export of the objects as JSON.
  public struct JSON: Hashable, Sendable {
    /// The fields that are exported; without any, all of them.
    public var fields: [CatalogConfiguration.Name] = []
    /// Whether joined rows are written into each row that they go with; if not, their data sets and keys are.
    public var hasJoinedRows = false
    /// Whether all objects are in one file.
    public var isWhole = false

    /// Makes an export of all fields.
    public init() {}
  }

  /// Whether each object has a page of its own.
  public var objects = true
  /// The indexes, those by the values of a field and by letters among them.
  public var indexes: [Index] = []
  /// The feed.
  public var feed: Feed?
  /// Whether there is a list of all pages for search engines.
  public var sitemap = false
  /// The index that readers search in the page: nothing where there is no search.
  public var search: Selection?
  /// The export of the objects as JSON: nothing where there is none.
  public var json: JSON?

  /// Makes documents that are objects only.
  public init() {}
}

extension Documents.Index {
  /// An index with a section for each value of a field; for each element, where a value is a list.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - title: What people call the index.
  ///   - pages: How its sections are cut into pages.
  public static func facet(_ field: CatalogConfiguration.Name, title: String, pages: Pagination) -> Self {
    let group = ChainStep.group(Grouping(field: field, key: .element, order: .sorted))
    return Self(name: field, title: title, chain: [group], pages: pages)
  }

  /// An index from A to Z, by the first letters of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - location: Where the index is asked for.
  ///   - pages: How its sections are cut into pages.
  public static func letters(
    of field: CatalogConfiguration.Name, at location: Diagnostic.Location, pages: Pagination
  ) -> Self {
    let group = ChainStep.group(Grouping(field: field, key: .firstLetter, order: .sorted))
    return Self(
      name: CatalogConfiguration.Name("letters", at: location), title: "A–Z",
      chain: [group, .sort([SortField(field: field)])], pages: pages)
  }
}
