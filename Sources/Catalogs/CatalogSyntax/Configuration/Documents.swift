import Datasets
package import Diagnostics

/// The documents of a catalog in addition to its home page and its sections.
package struct Documents: Sendable {
  /// A listing of all objects in another order.
  package struct Index: Sendable {
    /// The name, from which its address is derived.
    package var name: LocatedText
    /// The title.
    package var title: String
    /// The steps that are applied to the records of the catalog, each of which occurs once.
    var chain: [any CatalogStep]
    /// The kind of its cells; that of the catalog's listings unless given.
    package var card: LocatedText?
    /// The pagination of its sections.
    package var pages = Pagination()
    /// The field whose values name its sections, or the outermost sections if they are nested; `nil` for an index of
    /// another kind.
    package var termField: LocatedText?
    /// The minimum number of rows in a section that is shown.
    var minimum = 1
    /// The maximum number of sections, of which those with the most rows are shown; for nested sections, of the
    /// outermost ones.
    package var limit: Int?
    /// Whether pages link to the list of its sections.
    package var isListed = true
  }

  /// An Atom feed of the catalog's objects, the newest first.
  package struct Feed: Hashable, Sendable {
    /// The title; that of the catalog unless given.
    package var title: String?
    /// The field with the date of an entry. Objects without a date are left out.
    package var date: LocatedText
    /// The field with the summary of an entry.
    package var summary: LocatedText?
    /// The maximum number of entries.
    package var limit = 20
  }

  /// A selection of fields.
  package struct Selection: Hashable, Sendable {
    /// The fields; chosen by the program if empty.
    package var fields: [LocatedText]
  }

  /// An export of the objects as JSON.
  package struct JSON: Hashable, Sendable {
    /// The fields that are exported; all fields if empty.
    package var fields: [LocatedText] = []
    /// Whether joined rows are included in the rows that they are attached to. If not, only their data sets and keys
    /// are.
    package var hasJoinedRows = false
    /// Whether a single file contains all objects.
    package var isWhole = false
  }

  /// Whether each object has its own page.
  package var objects = true
  /// The indexes, including those by the values of a field and by letters.
  package var indexes: [Index] = []
  /// The feed; `nil` if there is none.
  package var feed: Feed?
  /// Whether there is a list of all pages for search engines.
  package var sitemap = false
  /// The search in the pages; `nil` if there is none.
  package var search: Selection?
  /// The export of the objects as JSON; `nil` if there is none.
  package var json: JSON?
  /// The address of a map that coordinates link to; `nil` if they link to none.
  package var map: LinkTemplate?
}

extension Documents.Index {
  /// Returns an index with a section for each value of a field, or for each element of values that are lists.
  ///
  /// - Parameter inner: The fields whose values form nested sections, the outermost first.
  static func facet(_ field: LocatedText, within inner: [LocatedText] = [], title: String, pages: Pagination) -> Self {
    var group = GroupStep(field: field, key: .element, order: .sorted)
    group.inner = inner.map { GroupStep(field: $0, key: .element, order: .sorted) }
    let name = ([field] + inner).map(\.text).joined(separator: " ")
    return Self(
      name: LocatedText(name, at: field.location), title: title, chain: [group], pages: pages, termField: field)
  }

  static func letters(of field: LocatedText, at location: Diagnostic.Location, pages: Pagination) -> Self {
    let group = GroupStep(field: field, key: .firstLetter, order: .sorted)
    return Self(
      name: LocatedText("letters", at: location), title: "A–Z", chain: [group, SortStep([.init(field)])], pages: pages)
  }

  /// Whether the sections distinguish records with the same title.
  package var distinguishesRecords: Bool {
    chain.contains { ($0 as? GroupStep).map { $0.records != .byTitle } ?? false }
  }

  /// Gives each row that a field refers to its own section, if the outermost sections are those of the field.
  fileprivate mutating func makeTitlesDistinct(of field: String) {
    for (index, step) in chain.enumerated() {
      guard var group = step as? GroupStep, group.field.text == field, group.inner.isEmpty else { continue }
      group.records = .each
      chain[index] = group
    }
  }

  /// Returns an unlisted index of the rows that refer to a row, with a section for each of those with more referring
  /// rows than its page lists.
  fileprivate static func listing(of field: String, named name: String, beyond limit: Int, pages: Pagination) -> Self {
    let field = LocatedText(field)
    return Self(
      name: LocatedText(name), title: Dataset.title(fromName: field.text),
      chain: [GroupStep(field: field, key: .element, order: .sorted, records: .only)], pages: pages, termField: field,
      minimum: limit + 1, isListed: false)
  }
}

extension CatalogConfiguration {
  /// Returns the configuration with an index for every reference that has a back reference. It lists all rows that
  /// refer to a row, if the page of that row has no room for all of them. In an existing index by the field, rows with
  /// the same title get separate sections.
  ///
  /// - Parameter references: Returns the fields of a data set with back references, and the number of rows that these
  ///   list.
  package func adding(listingsOf references: (_ dataset: String) -> [(field: String, limit: Int)])
    -> CatalogConfiguration
  {
    var configuration = self
    for dataset in datasets.map(\.name.text) {
      for (field, limit) in references(dataset) {
        var indexes = configuration.collection(of: dataset).indexes
        if let place = indexes.firstIndex(where: { $0.termField?.text == field }) {
          indexes[place].makeTitlesDistinct(of: field)
        } else {
          var name = datasetsWithOwnChain.contains(dataset) ? "by \(field)" : "\(dataset) by \(field)"
          // An index with the same name may be unrelated.
          while indexes.contains(where: { $0.name.text == name }) { name += " too" }
          let pages = configuration.collection(of: dataset).pages
          indexes.append(.listing(of: field, named: name, beyond: limit, pages: pages))
        }
        configuration.setIndexes(indexes, ofCollectionOf: dataset)
      }
    }
    return configuration
  }

  private mutating func setIndexes(_ indexes: [Documents.Index], ofCollectionOf dataset: String) {
    if let place = datasets.firstIndex(where: { $0.name.text == dataset && $0.collection != nil }) {
      datasets[place].collection?.indexes = indexes
    } else {
      documents.indexes = indexes
    }
  }
}

extension Documents {
  /// The documents that make no sense without pages of the objects.
  package var findings: [Diagnostic] {
    guard !objects else { return [] }
    let places = [("feed", feed?.date.location), ("search", search.map { $0.fields.first?.location ?? .init() })]
    return places.compactMap { name, location in
      location.map {
        Diagnostic(
          code: "documents/no-objects", "the \(name) leads to the pages of the rows, and there are none", at: $0,
          hint: "Delete `objects: false`, or the \(name).")
      }
    }
  }

  /// Reads a mapping with `objects`, `indexes`, `facets`, `letters`, `feed`, `sitemap`, `search`, `json` and `map`.
  ///
  /// - Parameters:
  ///   - pages: The pagination that indexes inherit.
  ///   - labels: The labels of fields, which are the default titles of facets.
  ///   - hasAddress: Whether the configuration has the public address of the catalog.
  init(_ node: YAMLNode, pages: Pagination, labels: [String: String], hasAddress: Bool) {
    let keys = ["objects"] + Self.indexKeys + ["feed", "sitemap", "search", "json", "map"]
    for (key, value) in node.mapping(keys) {
      switch key.text {
      case "objects": objects = value.boolean ?? objects
      case "indexes", "facets", "letters": addIndexes(key, value, pages: pages, labels: labels)
      case "feed": feed = Feed(value)
      case "sitemap": sitemap = value.boolean ?? sitemap
      case "search": search = Selection(value)
      case "map": map = LinkTemplate(map: value)
      default: json = JSON(value)
      }
      if !hasAddress, key.text == "feed" || key.text == "sitemap" && sitemap {
        value.report(
          "catalog/no-address", "the “\(key.text)” needs the address of the catalog",
          hint: "Write `address: https://…` at the top of the file.")
      }
    }
  }

  static let indexKeys = ["indexes", "facets", "letters"]

  mutating func addIndexes(_ key: LocatedText, _ value: YAMLNode, pages: Pagination, labels: [String: String]) {
    switch key.text {
    case "indexes": for (name, value) in value.mapping() { add(Index(name: name, value: value, pages: pages), value) }
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
        "documents/duplicate-index", "there are two indexes “\(index.name.text)”",
        hint: "Give each one a different name.")
      return
    }
    indexes.append(index)
  }
}

extension Documents.Index {
  /// Reads a facet: `FIELD`, a list of fields, or a mapping with `field`, `title`, `order`, `minimum` and `limit`.
  fileprivate init?(facet node: YAMLNode, pages: Pagination, labels: [String: String]) {
    let values = node.shorthand(["field", "title", "order", "minimum", "limit"])
    let title = values["title"]?.string
    let order: SortSectionsStep.KeyWord? = values["order"]?.choice()
    let minimum = values["minimum"]?.count(from: 1) ?? 1
    let limit = values["limit"]?.count(from: 1)
    guard let fields = node.required(values["field"]?.fields(\.name), "field") else { return nil }
    let names = fields.map { labels[$0.text] ?? Dataset.title(fromName: $0.text) }
    self = .facet(
      fields[0], within: Array(fields.dropFirst()), title: title ?? names.joined(separator: " › "), pages: pages)
    self.minimum = minimum
    self.limit = limit
    if order == .size { chain.append(SortSectionsStep(by: .size, .descending)) }
  }

  fileprivate init(name: LocatedText, value: YAMLNode, pages: Pagination) {
    let values = value.mapping(["title", "chain", "card", "pages"])
    self.init(
      name: name, title: values["title"]?.string ?? Dataset.title(fromName: name.text), chain: [],
      card: values["card"]?.name, pages: pages)
    if let node = values["pages"] { self.pages.readSections(node) }
    for element in values["chain"]?.elements ?? [] {
      guard let step = CatalogSteps.read(element) else { continue }
      if !type(of: step).isAllowedInIndexes {
        element.report(
          "documents/step", "“\(type(of: step).key)” cannot be used in the chain of an index",
          hint: "Move it to the catalog's chain.")
      } else {
        chain.append(step)
      }
    }
  }
}

extension Documents.Feed {
  fileprivate init?(_ node: YAMLNode) {
    let values = node.mapping(["title", "date", "summary", "limit"])
    title = values["title"]?.string
    summary = values["summary"]?.name
    limit = values["limit"]?.count(from: 1) ?? limit
    guard let date = node.required(values["date"]?.name, "date") else { return nil }
    self.date = date
  }
}

extension Documents.Selection {
  /// Reads `true`, `false`, or a mapping with `fields`.
  fileprivate init?(_ node: YAMLNode) {
    guard node.isMapping || node.boolean == true else { return nil }
    fields = (node.isMapping ? node.mapping(["fields"]) : [])["fields"]?.names ?? []
  }
}

extension Documents.JSON {
  /// Reads `true`, `false`, or a mapping with `fields`, `joined` and `whole`.
  fileprivate init?(_ node: YAMLNode) {
    guard node.isMapping || node.boolean == true else { return nil }
    let values = node.isMapping ? node.mapping(["fields", "joined", "whole"]) : []
    fields = values["fields"]?.names ?? []
    hasJoinedRows = values["joined"]?.boolean ?? false
    isWhole = values["whole"]?.boolean ?? false
  }
}
