import Datasets
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
    /// The field whose values name its sections, or those around them; nil for an index of another kind.
    var termField: CatalogConfiguration.Name?
    /// The number of rows from which on a section is shown.
    var minimum = 1
    /// The number of sections that are shown at the most, those with the most rows; of sections within others, of the outermost.
    var limit: Int?
    /// Whether pages lead to the list of its sections.
    var isListed = true

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
  ///   - inner: The fields by whose values each section has others within it, the outermost first.
  ///   - title: What people call the index.
  ///   - pages: How its sections are cut into pages.
  static func facet(
    _ field: CatalogConfiguration.Name, within inner: [CatalogConfiguration.Name] = [], title: String, pages: Pagination
  ) -> Self {
    var group = GroupStep(field: field, key: .element, order: .sorted)
    group.inner = inner.map { GroupStep(field: $0, key: .element, order: .sorted) }
    var index = Self(name: field, title: title, chain: [group], pages: pages)
    index.name.text = ([field] + inner).map(\.text).joined(separator: " ")
    index.termField = field
    return index
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

extension Documents {
  /// A mapping with `objects`, `indexes`, `facets`, `letters`, `feed`, `sitemap`, `search` and `json`.
  ///
  /// - Parameters:
  ///   - node: The mapping.
  ///   - pages: How indexes are cut into pages that say nothing about it.
  ///   - labels: What people call fields: the titles of facets that have none.
  ///   - hasAddress: Whether it is said where the catalog will be found.
  init(_ node: YAMLNode, pages: Pagination, labels: [String: String], hasAddress: Bool) {
    let keys = ["objects"] + Self.indexKeys + ["feed", "sitemap", "search", "json"]
    for (key, value) in node.mapping(keys) {
      switch key.text {
      case "objects": objects = value.boolean ?? objects
      case "indexes", "facets", "letters": addIndexes(key, value, pages: pages, labels: labels)
      case "feed": feed = Feed(value)
      case "sitemap": sitemap = value.boolean ?? sitemap
      case "search": search = Selection(value)
      default: json = JSON(value)
      }
      if !hasAddress, key.text == "feed" || key.text == "sitemap" && sitemap {
        value.report(
          "catalog/no-address", "the “\(key.text)” needs the address of the catalog",
          hint: "Write `address: https://…` at the top of the file.")
      }
    }
  }

  /// The keys that say which indexes there are.
  static let indexKeys = ["indexes", "facets", "letters"]

  /// Adds what one of the ``indexKeys`` says.
  mutating func addIndexes(
    _ key: CatalogConfiguration.Name, _ value: YAMLNode, pages: Pagination, labels: [String: String]
  ) {
    switch key.text {
    case "indexes":
      for (name, value) in value.mapping() { add(Index(name: name, value: value, pages: pages), value) }
    case "facets":
      for element in value.elements {
        if let facet = Index(facet: element, pages: pages, labels: labels) { add(facet, element) }
      }
    default:
      if let field = value.name { add(.letters(of: field, at: key.location, pages: pages), value) }
    }
  }

  private mutating func add(_ index: Index, _ node: YAMLNode) {
    guard !index.name.text.isEmpty, !indexes.contains(where: { $0.name.text == index.name.text }) else {
      node.report(
        "documents/duplicate-index", "there are two indexes “\(index.name.text)”", hint: "Give each a name of its own.")
      return
    }
    indexes.append(index)
  }
}

extension Documents.Index {
  /// `FIELD`, a list of fields, or a mapping with `field`, `title`, `order`, `minimum` and `limit`.
  fileprivate init?(facet node: YAMLNode, pages: Pagination, labels: [String: String]) {
    var fields = node.isMapping ? nil : node.fields(\.name)
    var title: String?
    var order = TermOrder.name
    var minimum = 1
    var limit: Int?
    if node.isMapping {
      for (key, value) in node.mapping(["field", "title", "order", "minimum", "limit"]) {
        switch key.text {
        case "field": fields = value.fields(\.name)
        case "title": title = value.string
        case "minimum": minimum = value.count(from: 1) ?? minimum
        case "limit": limit = value.count(from: 1)
        default: order = value.choice() ?? order
        }
      }
      fields = node.required(fields, "field")
    }
    guard let fields else { return nil }
    let names = fields.map { labels[$0.text] ?? Dataset.title(fromName: $0.text) }
    self = .facet(
      fields[0], within: Array(fields.dropFirst()), title: title ?? names.joined(separator: " › "), pages: pages)
    self.minimum = minimum
    self.limit = limit
    if order == .size { chain.append(SortSectionsStep(by: .size, descending: true)) }
  }

  /// What the values of a facet are sorted by in their list.
  private enum TermOrder: String, CaseIterable {
    case name, size
  }

  /// The name, and a mapping with `title`, `chain`, `card` and `pages`.
  fileprivate init(name: CatalogConfiguration.Name, value: YAMLNode, pages: Pagination) {
    self.init(name: name, title: Dataset.title(fromName: name.text), chain: [], pages: pages)
    for (key, value) in value.mapping(["title", "chain", "card", "pages"]) {
      switch key.text {
      case "title": title = value.string ?? title
      case "card": card = value.name
      case "pages": self.pages.readSections(value)
      default:
        for element in value.elements {
          guard let step = CatalogSteps.read(element) else { continue }
          if !type(of: step).isAllowedInIndexes {
            element.report(
              "documents/step", "“\(type(of: step).key)” cannot stand in the chain of an index",
              hint: "Move it to the catalog's chain.")
          } else {
            chain.append(step)
          }
        }
      }
    }
  }
}

extension Documents.Feed {
  /// A mapping with `title`, `date`, `summary` and `limit`.
  fileprivate init?(_ node: YAMLNode) {
    self.init(date: CatalogConfiguration.Name(""))
    var date: CatalogConfiguration.Name?
    for (key, value) in node.mapping(["title", "date", "summary", "limit"]) {
      switch key.text {
      case "title": title = value.string
      case "date": date = value.name
      case "summary": summary = value.name
      default: limit = value.count(from: 1) ?? limit
      }
    }
    guard let date = node.required(date, "date") else { return nil }
    self.date = date
  }
}

extension Documents.Selection {
  /// `true`, `false`, or a mapping with `fields`.
  fileprivate init?(_ node: YAMLNode) {
    self.init()
    guard node.isMapping else {
      guard node.boolean == true else { return nil }
      return
    }
    for (_, value) in node.mapping(["fields"]) { fields = value.names }
  }
}

extension Documents.JSON {
  /// `true`, `false`, or a mapping with `fields`, `joined` and `whole`.
  fileprivate init?(_ node: YAMLNode) {
    self.init()
    guard node.isMapping else {
      guard node.boolean == true else { return nil }
      return
    }
    for (key, value) in node.mapping(["fields", "joined", "whole"]) {
      switch key.text {
      case "fields": fields = value.names
      case "joined": hasJoinedRows = value.boolean ?? hasJoinedRows
      default: isWhole = value.boolean ?? isWhole
      }
    }
  }
}
