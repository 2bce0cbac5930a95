package import Cells
import Changesets
package import DataSources
import Datasets
package import Diagnostics
package import Rendering
import SystemPackage

/// The places where a row of a data set is shown and the links of the chain on its routes, or the link that hides it.
package struct RowExplanation: Encodable, Sendable {
  /// A link of the chain that shows the row, and the row's position there.
  package struct Step: Encodable, Hashable, Sendable {
    /// The link's name. For a step of the configuration it is the text of the step.
    package var link: String
    /// The section's index.
    package var section: Int
    /// The section's title, if it has one.
    package var title: String?
    /// The row's index in the section.
    package var item: Int
    /// The number of rows or cells in the section.
    package var count: Int
  }

  /// One of the routes of the row through the chain.
  package struct Way: Encodable, Hashable, Sendable {
    /// The links that show the row, starting with its data set.
    package var steps: [Step]
    /// The link that hides the row; `nil` if no link does.
    package var hiddenBy: String?
    /// The link that uses the row for rows of other data sets without showing it, such as a join; `nil` if there is
    /// none.
    package var usedBy: String?

    /// Whether the row is shown at the end of the chain.
    package var isShown: Bool { hiddenBy == nil && usedBy == nil }
  }

  /// The ways of a row to one listing.
  package struct Route: Encodable, Hashable, Sendable {
    /// The title of the index or collection to which the ways lead; `nil` for the home page and the pages of sections.
    package var index: String?
    /// The ways. The array is empty if the row's data set is not upstream of the listing.
    package var ways: [Way]

    /// Whether the row is shown at the end of one of the ways.
    package var isShown: Bool { ways.contains(where: \.isShown) }
  }

  /// The rows that a field of the row relates it to: those that it refers to, or those that refer to it.
  package struct Relation: Encodable, Hashable, Sendable {
    /// The field's name.
    package var field: String
    /// Whether the other rows refer to this row.
    package var isBack: Bool
    /// The data sets and keys of the rows, such as `artists/blake`. The list may be limited to the first ones.
    package var rows: [String]
    /// The number of related rows.
    package var count: Int
    /// The values of the field that are keys of no row.
    package var unknown: [String]
  }

  /// A file that shows the row.
  package struct Appearance: Encodable, Hashable, Sendable {
    /// The kind of appearance: `article`, `card`, `preview`, `highlight`, `redirect` or `export`.
    package var kind: String
    /// The format of a page; `nil` for other files.
    package var format: String?
    /// The file's path, relative to the catalog's root.
    package var file: String
    /// The title of the section with the row's card.
    package var section: String?
    /// The card's index in the section.
    package var item: Int?
    /// The number of cells in the section.
    package var count: Int?
    /// The number of the page among the section's pages, from 1.
    package var page: Int?
    /// The first and the last guide word of the page, if pages are not numbered.
    package var guide: [String]?
    /// The file that decides the address of the row's own page; `nil` if the address follows from the key.
    package var decidedBy: String?
  }

  /// The name of the data set.
  package var dataset: String
  /// The row's key.
  package var key: String
  /// The row's title.
  package var title: String
  /// The data file.
  package var file: String
  /// The row's number, as a spreadsheet shows it.
  package var row: Int
  /// The ways to the listing of the row's collection, then to the indexes of that collection.
  package var routes: [Route] = []
  /// The related rows.
  package var relations: [Relation] = []
  /// The files that show the row.
  package var appearances: [Appearance] = []

  /// Whether any page shows the row.
  package var isShown: Bool { !appearances.isEmpty }
}

extension Catalog {
  /// Explains which pages show a row, by which links of the chain, or which link hides it.
  ///
  /// - Parameter key: The row's key, optionally after the name of its data set: `fruits/Lemon`.
  /// - Throws: `DiagnosticsError` if no row has the key, or rows of several data sets have it.
  /// - Complexity: O(*n*), *n* being the number of rows and of cells in the listings; O(*n* log *n*) if the catalog
  ///   exports all objects.
  package func explain(_ key: String) throws(DiagnosticsError) -> RowExplanation {
    let (dataset, path) = try row(key)
    return explain(path, of: dataset)
  }

  /// Explains a row that cells show; `nil` if it is in no data set any more.
  ///
  /// - Complexity: As for a key.
  package func explain(_ record: Record) -> RowExplanation? {
    guard let dataset = datasets.first(where: { $0.name == record.dataset }) else { return nil }
    return dataset.path(ofKey: record.id.key).map { explain($0, of: dataset) }
  }

  private func explain(_ path: ItemPath, of dataset: OpenDataset) -> RowExplanation {
    let record = dataset.source.item(at: path)
    // A row may be called by one that it refers to.
    let title = plans.first { $0.data === dataset }?.source.item(at: path).title ?? record.title
    var explanation = RowExplanation(
      dataset: dataset.name, key: record.id.key, title: title, file: dataset.file, row: record.row)
    let collections = document.collections.map { collection in
      (collection: collection, main: route(from: path, of: dataset.source, to: collection.listing))
    }
    // A collection that shows the row takes precedence over one that only uses it for its own rows. If no collection
    // has a way for the row, the chain of the catalog, which is the first one, explains this.
    let own = collections.first { $0.main.isShown } ?? collections.first { !$0.main.ways.isEmpty } ?? collections[0]
    explanation.routes = [own.main]
    // Indexes are made of the rows that the chain shows. A row that is hidden there is hidden in all indexes.
    if own.main.isShown {
      explanation.routes += own.collection.indexes.filter(\.isListed).map {
        route(from: path, of: dataset.source, to: $0)
      }
    }
    explanation.relations = relations(ofRowAt: path, of: dataset)
    explanation.appearances = appearances(of: record.objectID)
    return explanation
  }

  // MARK: - The row

  private func row(_ key: String) throws(DiagnosticsError) -> (dataset: OpenDataset, path: ItemPath) {
    var found = datasets.compactMap { dataset in dataset.path(ofKey: key).map { (dataset, $0) } }
    if found.isEmpty, let slash = key.utf8.firstIndex(of: UInt8(ascii: "/")) {
      let rest = String(key[key.utf8.index(after: slash)...])
      found = datasets.filter { $0.name == key[..<slash] }
        .compactMap { dataset in dataset.path(ofKey: rest).map { (dataset, $0) } }
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

  /// Returns a suggestion for a key that does not exist: the row with this title, or the most similar key.
  private func hint(for key: String) -> String? {
    let records = datasets.lazy.flatMap(\.source.items)
    if let record = records.first(where: { $0.title == key }) {
      return "The row “\(record.title)” has the key “\(record.id.key)”."
    }
    let name = key.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(key[key.utf8.index(after: $0)...]) } ?? key
    let keys = records.map(\.id.key)
    if let closest = key.closest(in: keys) ?? name.closest(in: keys) { return "Did you mean “\(closest)”?" }
    return keys.first.map { "Keys are such as “\($0)”." }
  }

  private func relations(ofRowAt path: ItemPath, of dataset: OpenDataset) -> [RowExplanation.Relation] {
    // Relations do not change the order of rows, so the path is that of the related record, too.
    guard let plan = plans.first(where: { $0.data === dataset }) else { return [] }
    let record = plan.source.item(at: path)
    return plan.relations.compactMap { relation in
      let name = relation.relation.name
      guard let value = record[name], !value.isBlank else { return nil }
      let rows = value.allRecords.map { "\($0.id.dataset)/\($0.id.key)" }
      var count = rows.count
      if case .number(let number)? = record[RecordRelation.countName(of: name)] { count = Int(number.value) }
      let unknown = (value.elements ?? [value]).filter { $0.allRecords.isEmpty && !$0.isBlank }.map(\.text)
      return RowExplanation.Relation(
        field: name, isBack: relation.relation.kind.limit != nil, rows: rows, count: count, unknown: unknown)
    }
  }

  // MARK: - The chain

  private func route(from path: ItemPath, of source: any DataSource<Record>, to listing: Listing)
    -> RowExplanation.Route
  {
    // The ways of one row through the chain:
    //
    //     fruits ─┬─▶ concatenate ──▶ filter ──▶ group ──▶ cells    shown, or hidden by one of the links
    //             └─▶ join                                          used for the rows of another data set
    //
    // A link with several inputs or outputs gives the row several ways. Each one ends at the cells, at the link that
    // hides the row, or at one that only uses it. A step that repeats a row repeats its way. These ways have the same
    // links, so one of them is enough: the appearances list the positions on the pages.
    var known: Set<[ObjectIdentifier]> = []
    let ways = listing.cells.explain(path, of: source).routes
      .filter { known.insert($0.places.map { ObjectIdentifier($0.source) }).inserted }.map(RowExplanation.Way.init)
    // Only the most informative kind of way is returned. If the row is shown on one way, the ways on which it is hidden
    // or used do not explain anything; if it is hidden, those on which it is used do not.
    let kinds = [ways.filter(\.isShown), ways.filter(\.isHidden), ways]
    return RowExplanation.Route(index: listing.title, ways: kinds.first { !$0.isEmpty } ?? [])
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

  /// Returns the files made of all objects that contain an object.
  private func exports(with id: ObjectID) -> [String] {
    let documents = configuration.documents
    let plan = ExportPlan(document) { $0.file("html") }
    var found: [String] = []
    func searchShards(in files: some ShardedFiles) {
      if let part = files.shards(of: plan).shard(with: id) { found.append(files.path(ofShard: part)) }
    }
    if let address = configuration.address?.text {
      if let feed = documents.feed {
        let file = FeedFile(feed: feed, catalog: document.info, address: address)
        if file.latest(of: plan).shown.contains(where: { $0.id == id }) { found.append(FeedFile.path) }
      }
      if documents.sitemap, documents.objects { searchShards(in: SitemapFiles(address: address)) }
    }
    if let search = SearchFiles(configuration), formats.contains("html") { searchShards(in: search) }
    if let json = documents.json {
      if json.isWhole {
        found.append(JSONFiles.path)
      } else {
        searchShards(in: JSONFiles(catalog: document.info, json: json))
      }
    }
    return found
  }
}

extension OpenDataset {
  fileprivate func path(ofKey key: String) -> ItemPath? { source.paths.first { source.item(at: $0).id.key == key } }
}

extension RowExplanation.Way {
  fileprivate var isHidden: Bool { hiddenBy != nil }

  fileprivate init(_ way: Explanation.Route) {
    self.init(way.places)
    guard let link = way.hiddenBy else { return }
    // A link hides items of its first source. The items of its other sources serve those of the first one, so a link
    // uses them.
    if let first = link.upstreamSources.first, let last = way.places.last, last.source !== first {
      usedBy = link.link.name
    } else {
      hiddenBy = link.link.name
    }
  }

  /// Creates the way of what is shown at some places, starting with its data set.
  init(_ places: [ChainPlace]) {
    steps = places.map { place in
      RowExplanation.Step(
        link: place.source.link.name, section: place.path.section,
        title: place.source.name(ofSection: place.path.section).map(SectionName.wholeTitle), item: place.path.item,
        count: place.source.numberOfItems(inSection: place.path.section))
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

/// What makes a cell, where it comes from, and the row that it shows.
package struct CellExplanation {
  /// What makes the cells of a kind.
  package enum Maker: Hashable {
    /// A template, with the path of its file.
    case template(String)
    /// A configurator of the program.
    case program
    /// The default layout.
    case defaultLayout
  }

  /// The kind of the cell.
  package let kind: CellIdentifier
  /// What makes the cells of this kind.
  package let maker: Maker
  /// The way of what the cell shows to the place of the cell, starting with its data set.
  package let way: RowExplanation.Way
  /// The row that the cell shows; `nil` if it shows none.
  package let row: RowExplanation?
}

extension Catalog {
  /// Explains a cell of a page.
  ///
  /// - Parameters:
  ///   - part: The cell.
  ///   - cells: The cells of the listing that has the part, as the page shows them.
  /// - Complexity: As for the row, by its key.
  package func explain(_ part: Document<Record>.FoundPart, in cells: any DataSource<DocumentCell>) -> CellExplanation {
    CellExplanation(
      kind: part.identifier, maker: maker(ofCells: part.identifier),
      way: RowExplanation.Way(part.place.path.map { cells.provenance(of: $0).reversed() } ?? []),
      row: part.object.flatMap(explain))
  }

  private func maker(ofCells kind: CellIdentifier) -> CellExplanation.Maker {
    if ownCells.contains(kind) { return .program }
    let file = folder.place(of: CellLibrary.file(ofCell: kind.rawValue))
    return file.exists ? .template(file.string) : .defaultLayout
  }
}
