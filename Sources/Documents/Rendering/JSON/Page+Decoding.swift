import Cells
import DocumentModel
package import JSONValues

extension Page {
  /// Creates a page from JSON that was written with bodies as trees, and with addresses that start from the root of the catalog.
  ///
  /// The result is `nil` if the kind, the identifier or the title is missing, or if the introduction or an element of a list cannot be
  /// read.
  ///
  /// - Parameters:
  ///   - json: The page.
  ///   - catalog: The catalog that the page is part of.
  package init?(json: JSONValue, catalog: CatalogInfo) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init),
      let path = PagePath(json["id"], root: json["root"]?.string),
      let title = json["title"]?.string
    else { return nil }
    let sections = json.list("sections") { Section(json: $0) }
    let introduction = json["introduction"].map { [Block](json: $0) } ?? []
    guard let sections, let introduction, let breadcrumbs = json.list("breadcrumbs", Link.init),
      let parts = json.list("parts", Part.init), let indexes = json.list("indexes", Link.init),
      let terms = json.list("terms", Term.init)
    else { return nil }
    self.init(
      kind: kind, path: path, title: title, catalog: catalog, breadcrumbs: breadcrumbs,
      previous: json["previous"].flatMap(Link.init), next: json["next"].flatMap(Link.init),
      position: json["position"].flatMap(Position.init), guide: json["guide"].flatMap(GuideWords.init), parts: parts,
      indexes: indexes, destination: json["destination"].flatMap(Link.init), introduction: introduction,
      sections: sections, terms: terms, entryCount: json["entryCount"]?.integer,
      sectionCount: json["sectionCount"]?.integer, article: json["article"].flatMap(Cell.init))
  }
}

extension JSONValue {
  /// Returns the elements of a member, or an empty array if there is no such member. Returns `nil` if one of the elements cannot be read.
  fileprivate func list<Element>(_ name: String, _ read: (JSONValue) -> Element?) -> [Element]? {
    guard let elements = self[name]?.array else { return [] }
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      guard let element = read(element) else { return nil }
      result.append(element)
    }
    return result
  }
}

extension PagePath {
  fileprivate init?(_ json: JSONValue?, root: String? = nil) {
    guard let parts = json?.string?.split(separator: "/").map(String.init), let name = parts.last else { return nil }
    self.init(Array(parts.dropLast()), name, root: root)
  }
}

extension Page.Link {
  fileprivate init?(json: JSONValue) {
    guard let title = json["title"]?.string, let path = PagePath(json["page"]) else { return nil }
    self.init(title: title, path: path)
  }
}

extension Page.Position {
  fileprivate init?(json: JSONValue) {
    guard let number = json["number"]?.integer, let count = json["count"]?.integer else { return nil }
    self.init(number: number, count: count)
  }
}

extension Page.GuideWords {
  fileprivate init?(json: JSONValue) {
    guard let first = json["first"]?.string, let last = json["last"]?.string else { return nil }
    self.init(first: first, last: last)
  }
}

extension Page.Part {
  fileprivate init?(json: JSONValue) {
    guard let guide = Page.GuideWords(json: json), let path = PagePath(json["page"]) else { return nil }
    self.init(guide: guide, path: path)
  }
}

extension Page.Term {
  fileprivate init?(json: JSONValue) {
    guard let title = json["title"]?.string, let path = PagePath(json["page"]), let count = json["count"]?.integer
    else { return nil }
    self.init(title: title, path: path, count: count)
  }
}

extension Page.Section {
  fileprivate init?(json: JSONValue) {
    guard let path = PagePath(json["page"]), let count = json["count"]?.integer,
      let cells = json.list("cells", Page.Cell.init),
      let totals = json["totals"].map({ [Block](json: $0) }) ?? []
    else { return nil }
    self.init(
      title: json["title"]?.string, path: path, count: count, cells: cells, hasMore: json["hasMore"]?.boolean ?? false,
      view: json["view"]?.string.flatMap(PageLayout.View.init) ?? .cards, totals: totals.properties)
  }
}

extension Page.Cell {
  fileprivate init?(json: JSONValue) {
    guard let identifier = json["identifier"]?.string else { return nil }
    let body = json["body"].map { [Block](json: $0) } ?? []
    guard let body else { return nil }
    self.init(
      identifier: CellIdentifier(rawValue: identifier), title: json["title"]?.string ?? "",
      path: PagePath(json["page"]), accent: json["accent"]?.string.flatMap { Accent($0) }, body: CellBody(body),
      fields: json["fields"]?.object)
  }
}
