import Datasets
import Diagnostics

extension Documents {
  /// A mapping with `objects`, `indexes`, `facets`, `letters`, `feed`, `sitemap`, `search` and `json`.
  ///
  /// - Parameters:
  ///   - node: The mapping.
  ///   - pages: How indexes are cut into pages that say nothing about it.
  ///   - hasAddress: Whether it is said where the catalog will be found.
  init(_ node: YAMLNode, pages: Pagination, hasAddress: Bool) {
    let keys = ["objects", "indexes", "facets", "letters", "feed", "sitemap", "search", "json"]
    for (key, value) in node.mapping(keys) {
      switch key.text {
      case "objects": objects = value.boolean ?? objects
      case "indexes":
        for (name, value) in value.mapping() { add(Index(name: name, value: value, pages: pages), value) }
      case "facets":
        for element in value.elements { if let facet = Index(facet: element, pages: pages) { add(facet, element) } }
      case "letters":
        if let field = value.name { add(.letters(of: field, at: key.location, pages: pages), value) }
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
  /// `FIELD`, or a mapping with `field`, `title` and `order`.
  fileprivate init?(facet node: YAMLNode, pages: Pagination) {
    var field = node.isMapping ? nil : node.name
    var title: String?
    var order = TermOrder.name
    if node.isMapping {
      for (key, value) in node.mapping(["field", "title", "order"]) {
        switch key.text {
        case "field": field = value.name
        case "title": title = value.string
        default: order = value.choice() ?? order
        }
      }
      field = node.required(field, "field")
    }
    guard let field else { return nil }
    self = .facet(field, title: title ?? Dataset.title(fromName: field.text), pages: pages)
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
