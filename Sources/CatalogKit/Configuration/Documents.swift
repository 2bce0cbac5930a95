import Diagnostics

/// What a catalog has beside its home page and its sections.
struct Documents: Sendable {
  /// A list of all objects in an order of its own.
  struct Index: Sendable {
    /// The name, which its address is made of.
    var name: CatalogConfiguration.Name
    /// What people call it.
    var title: String
    /// The steps for rows that follow those of the catalog, once each object stands there once.
    var chain: [any CatalogStep]
    /// The cells of the entries; those of the catalog's listings unless given.
    var card: CatalogConfiguration.Name?
    /// How its sections are cut into pages.
    var pages: Pagination

    /// Makes an index.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - title: What people call it.
    ///   - chain: The steps for rows that follow those of the catalog.
    ///   - card: The cells of the entries.
    ///   - pages: How its sections are cut into pages.
    init(
      name: CatalogConfiguration.Name, title: String, chain: [any CatalogStep], card: CatalogConfiguration.Name? = nil,
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
  struct Feed: Hashable, Sendable {
    /// The title; the catalog's unless given.
    var title: String?
    /// The field with the date of an entry. Objects without one are left out.
    var date: CatalogConfiguration.Name
    /// The field with what is said of an entry.
    var summary: CatalogConfiguration.Name?
    /// How many entries there are at the most.
    var limit = 20

    /// Makes a feed.
    ///
    /// - Parameter date: The field with the date of an entry.
    init(date: CatalogConfiguration.Name) { self.date = date }
  }

  /// Something that is made of some fields.
  struct Selection: Hashable, Sendable {
    /// The fields; without any, it is left to the program.
    var fields: [CatalogConfiguration.Name]

    /// Makes a selection of fields.
    init(fields: [CatalogConfiguration.Name] = []) { self.fields = fields }
  }

  /// An export of the objects as JSON.
  struct JSON: Hashable, Sendable {
    /// The fields that are exported; without any, all of them.
    var fields: [CatalogConfiguration.Name] = []
    /// Whether joined rows are written into each row that they go with; if not, their data sets and keys are.
    var hasJoinedRows = false
    /// Whether all objects are in one file.
    var isWhole = false

    /// Makes an export of all fields.
    init() {}
  }

  /// Whether each object has a page of its own.
  var objects = true
  /// The indexes, those by the values of a field and by letters among them.
  var indexes: [Index] = []
  /// The feed.
  var feed: Feed?
  /// Whether there is a list of all pages for search engines.
  var sitemap = false
  /// The index that readers search in the page: nothing where there is no search.
  var search: Selection?
  /// The export of the objects as JSON: nothing where there is none.
  var json: JSON?

  /// Makes documents that are objects only.
  init() {}
}

extension Documents.Index {
  /// An index with a section for each value of a field; for each element, where a value is a list.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - title: What people call the index.
  ///   - pages: How its sections are cut into pages.
  static func facet(_ field: CatalogConfiguration.Name, title: String, pages: Pagination) -> Self {
    let group = GroupStep(field: field, key: .element, order: .sorted)
    return Self(name: field, title: title, chain: [group], pages: pages)
  }

  /// An index from A to Z, by the first letters of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - location: Where the index is asked for.
  ///   - pages: How its sections are cut into pages.
  static func letters(
    of field: CatalogConfiguration.Name, at location: Diagnostic.Location, pages: Pagination
  ) -> Self {
    let group = GroupStep(field: field, key: .firstLetter, order: .sorted)
    return Self(
      name: CatalogConfiguration.Name("letters", at: location), title: "A–Z",
      chain: [group, SortStep([.init(field)])], pages: pages)
  }
}
