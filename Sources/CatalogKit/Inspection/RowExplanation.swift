import Cells
import Changesets
import DataSources
import Datasets
package import Diagnostics
import Rendering

/// Where a row of a data set is shown and by which links of the chain, or which link hides it: as values for people and programs.
package struct RowExplanation: Encodable, Sendable {
  /// A link of the chain that the row gets to, and where it stands there.
  package struct Step: Encodable, Hashable, Sendable {
    /// The link's name: for a step of the configuration, what is written there.
    package var link: String
    /// The section, from 0.
    package var section: Int
    /// The section's title, if it has one.
    package var title: String?
    /// The row's place in the section, from 0.
    package var item: Int
    /// How many rows or cells the section has.
    package var count: Int
  }

  /// One of the ways that the row takes through the chain.
  package struct Way: Encodable, Hashable, Sendable {
    /// The links that the row gets to, from its data set on.
    package var steps: [Step]
    /// The link that hides the row; nothing if it gets to the end.
    package var hiddenBy: String?
    /// The link that uses the row for the rows of other data sets, and shows it no further, such as a join; nothing if there is none.
    package var usedBy: String?

    /// Whether the row gets to the end.
    package var isShown: Bool { hiddenBy == nil && usedBy == nil }
  }

  /// The ways to a listing.
  package struct Route: Encodable, Hashable, Sendable {
    /// The title of the index or collection that the ways lead to; nil for the home page and the pages of the sections.
    package var index: String?
    /// The ways; none where the chain does not begin with the row's data set.
    package var ways: [Way]

    /// Whether one of them gets to the end.
    package var isShown: Bool { ways.contains(where: \.isShown) }
  }

  /// The rows that a field of the row has: those to which it refers, or those that refer to it.
  package struct Relation: Encodable, Hashable, Sendable {
    /// The field.
    package var field: String
    /// Whether the other rows refer to this one.
    package var isBack: Bool
    /// The data sets and keys of the rows, or of the first of them: `artists/blake`.
    package var rows: [String]
    /// The number of rows.
    package var count: Int
    /// What the field has that no row is known by.
    package var unknown: [String]
  }

  /// A file in which the row is met.
  package struct Appearance: Encodable, Hashable, Sendable {
    /// What the file has of the row: `article`, `card`, `preview`, `highlight`, `redirect` or `export`.
    package var kind: String
    /// The format of a page; nothing for other files.
    package var format: String?
    /// The file, relative to the catalog's root.
    package var file: String
    /// The title of the section that the row's card stands in.
    package var section: String?
    /// The card's place in the section, from 0.
    package var item: Int?
    /// How many cells the section has.
    package var count: Int?
    /// Which of the section's numbered pages it is, from 1.
    package var page: Int?
    /// From where to where the page goes, where pages are not numbered.
    package var guide: [String]?
    /// The file that decides where the row's own page stands; nil where that follows from its key.
    package var decidedBy: String?
  }

  /// The data set.
  package var dataset: String
  /// The key of the row.
  package var key: String
  /// What people call it.
  package var title: String
  /// The data file.
  package var file: String
  /// The row as a spreadsheet shows it.
  package var row: Int
  /// How the row gets to the listing of its collection, then to the indexes of that.
  package var routes: [Route] = []
  /// The rows that go with it.
  package var relations: [Relation] = []
  /// The files in which it is met.
  package var appearances: [Appearance] = []

  /// Whether any page shows the row.
  package var isShown: Bool { !appearances.isEmpty }
}

extension Catalog {
  /// Which pages show a row, and by which links of the chain; or which link hides it.
  ///
  /// - Parameter key: The row's key, which may have the name of its data set before it: `fruits/Lemon`.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if there is no such row, or rows of several data sets have the key.
  /// - Complexity: O(*n*), *n* being the number of rows and of cells in the listings.
  package func explain(_ key: String) throws(DiagnosticsError) -> RowExplanation {
    let (leaf, path) = try row(key)
    let record = leaf.source.item(at: path)
    var explanation = RowExplanation(
      dataset: leaf.name, key: record.id.key, title: record.title, file: leaf.file, row: record.row)
    let collections = document.collections.map { collection in
      (collection: collection, main: route(from: path, of: leaf.source, to: collection.listing))
    }
    // Another collection may use the row for its own; where none has it, the catalog's chain tells why.
    let own = collections.first { $0.main.isShown } ?? collections.first { !$0.main.ways.isEmpty } ?? collections[0]
    explanation.routes = [own.main]
    // The indexes are made of what the chain shows: what hides a row there hides it everywhere.
    if own.main.isShown {
      explanation.routes += own.collection.indexes.filter(\.isListed).map { route(from: path, of: leaf.source, to: $0) }
    }
    explanation.relations = relations(ofRowAt: path, of: leaf)
    explanation.appearances = appearances(of: record.objectID)
    return explanation
  }

  // MARK: - The row

  private func row(_ key: String) throws(DiagnosticsError) -> (leaf: OpenDataset, path: ItemPath) {
    var found = leaves.compactMap { leaf in leaf.path(ofKey: key).map { (leaf, $0) } }
    if found.isEmpty, let slash = key.utf8.firstIndex(of: UInt8(ascii: "/")) {
      let rest = String(key[key.utf8.index(after: slash)...])
      found = leaves.filter { $0.name == key[..<slash] }
        .compactMap { leaf in leaf.path(ofKey: rest).map { (leaf, $0) } }
    }
    if found.count == 1 { return found[0] }
    if found.isEmpty {
      throw DiagnosticsError(Diagnostic(code: "explain/no-row", "no row has the key “\(key)”", hint: hint(for: key)))
    }
    let names = found.map { "“\($0.0.name)/\(key)”" }.joined(separator: " or ")
    throw DiagnosticsError(
      Diagnostic(
        code: "explain/ambiguous-key", "rows of several data sets have the key “\(key)”", hint: "Write \(names)."))
  }

  /// What somebody may have meant who wrote a key that does not exist: a row by its title, or a key with a slip in it.
  private func hint(for key: String) -> String? {
    let records = leaves.lazy.flatMap(\.source.items)
    if let record = records.first(where: { $0.title == key }) {
      return "The row “\(record.title)” has the key “\(record.id.key)”."
    }
    let name = key.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(key[key.utf8.index(after: $0)...]) } ?? key
    let keys = records.map(\.id.key)
    if let closest = key.closest(in: keys) ?? name.closest(in: keys) { return "Did you mean “\(closest)”?" }
    return keys.first.map { "Keys are such as “\($0)”." }
  }

  private func relations(ofRowAt path: ItemPath, of leaf: OpenDataset) -> [RowExplanation.Relation] {
    // Relations leave rows where they are.
    guard let related = related.first(where: { $0.leaf === leaf }) else { return [] }
    let record = related.source.item(at: path)
    return related.relations.compactMap { relation in
      let name = relation.relation.name
      guard let value = record[name], !value.isBlank else { return nil }
      let rows = value.allRecords.map { "\($0.id.dataset)/\($0.id.key)" }
      var count = rows.count
      if case .number(let number)? = record[RecordRelation.countName(of: name)] { count = Int(number.value) }
      let elements = if case .list(let elements, _) = value { elements } else { [value] }
      let unknown = elements.filter { $0.allRecords.isEmpty && !$0.isBlank }.map(\.text)
      return RowExplanation.Relation(
        field: name, isBack: relation.relation.kind.limit != nil, rows: rows, count: count, unknown: unknown)
    }
  }

  // MARK: - The chain

  private func route(from path: ItemPath, of source: any DataSource<Record>, to listing: Listing)
    -> RowExplanation.Route
  {
    RowExplanation.Route(index: listing.title, ways: ways(from: path, of: source, to: listing.display.cells))
  }

  private func ways(
    from path: ItemPath, of source: any DataSource<Record>, to destination: any DataSource<DocumentCell>
  ) -> [RowExplanation.Way] {
    // A row that a step shows several times takes the same links every time: the pages say where it ends.
    var known: Set<[ObjectIdentifier]> = []
    let ways = destination.explain(path, of: source).routes
      .filter { known.insert($0.places.map { ObjectIdentifier($0.source) }).inserted }.map(RowExplanation.Way.init)
    // What hides a row on one way says nothing where another way shows it; and the same for what uses it for other rows.
    for isTelling in [\RowExplanation.Way.isShown, \RowExplanation.Way.isHidden] {
      let telling = ways.filter { $0[keyPath: isTelling] }
      if !telling.isEmpty { return telling }
    }
    return ways
  }

  // MARK: - The files

  private func appearances(of id: ObjectID) -> [RowExplanation.Appearance] {
    let appearances = document.appearances(of: id)
    let redirects = appearances.contains { $0.kind == .redirect } ? redirectServers.map(\.file) : []
    return renderers.flatMap { renderer in
      appearances.map { RowExplanation.Appearance($0, in: renderer, decidedBy: addresses.path) }
    } + redirects.map { RowExplanation.Appearance(kind: "redirect", file: $0) }
      + (appearances.isEmpty ? [] : exports(with: id).map { RowExplanation.Appearance(kind: "export", file: $0) })
  }

  /// The files that are made of all objects in which an object is found.
  private func exports(with id: ObjectID) -> [String] {
    let documents = configuration.documents
    let plan = ExportPlan(document) { $0.file("html") }
    var found: [String] = []
    func look(in files: some DividedFiles) {
      if let part = files.division(of: plan).part(with: id) { found.append(files.path(ofPart: part)) }
    }
    if let address = configuration.address?.text {
      if let feed = documents.feed {
        let file = FeedFile(feed: feed, catalog: document.info, address: address)
        if file.latest(of: plan).shown.contains(where: { $0.id == id }) { found.append(FeedFile.path) }
      }
      if documents.sitemap, documents.objects { look(in: SitemapFiles(address: address)) }
    }
    if let search = documents.search, formats.contains("html") {
      look(in: SearchFiles(fields: search.fields.map(\.text)))
    }
    if let json = documents.json {
      if json.isWhole { found.append(JSONFiles.path) } else { look(in: JSONFiles(catalog: document.info, json: json)) }
    }
    return found
  }
}

extension OpenDataset {
  /// Where the record with a key stands.
  fileprivate func path(ofKey key: String) -> ItemPath? { source.paths.first { source.item(at: $0).id.key == key } }
}

extension RowExplanation.Way {
  fileprivate var isHidden: Bool { hiddenBy != nil }

  fileprivate init(_ way: Explanation.Route) {
    steps = way.places.map { place in
      RowExplanation.Step(
        link: place.source.link.name, section: place.path.section,
        title: place.source.name(ofSection: place.path.section).map(SectionName.wholeTitle), item: place.path.item,
        count: place.source.numberOfItems(inSection: place.path.section))
    }
    guard let link = way.hiddenBy else { return }
    // A link hides items of its first source; what its other sources have, and it does not show, is there for the first one's items.
    if let first = link.upstreamSources.first, let last = way.places.last, last.source !== first {
      usedBy = link.link.name
    } else {
      hiddenBy = link.link.name
    }
  }
}

extension RowExplanation.Appearance {
  fileprivate init(_ appearance: Rendering.Appearance, in renderer: any PageRenderer, decidedBy file: String) {
    self.init(
      kind: appearance.kind.rawValue, format: renderer.format,
      file: (renderer as? any CollectingRenderer)?.file ?? renderer.file(of: appearance.path),
      section: appearance.place?.title, item: appearance.place?.item, count: appearance.place?.count,
      page: appearance.position?.number, guide: appearance.guide.map { [$0.first, $0.last] },
      decidedBy: appearance.isDecided ? file : nil)
  }
}
