import Cells
import Changesets
import DataSources
package import Fingerprints
import OrderedTrees

/// A page of a document in one state: its address, and the fingerprint of what it may show.
///
/// It names the page by its address, which later plans resolve as well. What the plan itself knows a page by, such as
/// the number of an object, does not leave the plan.
package struct PlannedPage: Equatable, Sendable {
  /// The page's address.
  package let path: PagePath
  /// The kind of the page.
  package let kind: Page.Kind
  /// The fingerprint of everything that the page may show: as long as it stays the same, the page stays the same. `nil`
  /// if this is known only once the page's cells have been created.
  package let planKey: Fingerprint?
}

extension DocumentPlan {
  /// Returns a page for code outside the plan, such as an export.
  func planned(_ page: PageReference) -> PlannedPage {
    PlannedPage(path: path(of: page), kind: page.kind, planKey: self[planKeyOf: page].fingerprint)
  }

  /// Returns the page at an address that is known to have one.
  func knownPage(at path: PagePath) -> PageReference {
    guard let page = page(at: path) else { preconditionFailure("The page “\(path.address)” has gone.") }
    return page
  }
}

/// The pages of a document in one state. The address and the plan key of a page is looked up when it is accessed.
package struct PlannedPages: RandomAccessCollection, Sendable {
  fileprivate let pages: [PageReference]
  fileprivate let plan: CopyOnWriteBox<DocumentPlan>

  package var startIndex: Int { 0 }
  package var endIndex: Int { pages.count }
  package subscript(index: Int) -> PlannedPage { plan.read { $0.planned(pages[index]) } }
}

extension Document {
  /// The pages: for each collection those of the main listing, which begin with its home page, those of the objects,
  /// and those of the indexes; then the redirects and the pages of removed objects.
  ///
  /// - Complexity: O(*n*), *n* being the number of pages.
  package var plannedPages: PlannedPages { PlannedPages(pages: plan.allPages, plan: snapshot) }

  /// Returns the addresses of the pages of some kinds, in the order of the ``plannedPages``.
  ///
  /// - Complexity: O(*n*), *n* being the number of pages.
  package func paths(where isIncluded: (Page.Kind) -> Bool) -> [PagePath] {
    snapshot.read { plan in
      var paths: [PagePath] = []
      plan.forEachPage { page in if isIncluded(page.kind) { paths.append(plan.path(of: page)) } }
      return paths
    }
  }

  /// The pages without known plan key. Cells that declare no origin may change without an update of their source, so
  /// these pages have to be created and compared each time.
  package var unknownPages: [PlannedPage] { snapshot.read { plan in plan.unknown.map { plan.planned($0) } } }

  /// Whether there are pages without known plan key.
  package var hasUnknownPages: Bool { snapshot.read { !$0.unknown.isEmpty } }

  /// Returns the page at an address, or `nil` if there is none.
  package func plannedPage(at path: PagePath) -> PlannedPage? {
    snapshot.read { plan in plan.page(at: path).map { plan.planned($0) } }
  }

  /// Returns a page, with its cells.
  ///
  /// - Parameters:
  ///   - page: One of the ``plannedPages`` of the current state.
  ///   - linkExtension: The extension of the files to which the addresses in the fields of cells lead, or `nil` for
  ///     cells without fields.
  /// - Complexity: O(*k*), *k* being the number of cells on the page.
  package func page(_ page: PlannedPage, withFieldsFor linkExtension: String? = nil) -> Page {
    let snapshot = snapshot
    let references = linkExtension.map {
      PageReferences(from: page.path, to: $0) { id in snapshot.read { $0.address(of: id) } }
    }
    return snapshot.read { plan in
      plan.page(plan.knownPage(at: page.path)) { plan, planned in
        var cell = cell(planned, in: plan)
        if let references, let object = planned.object {
          cell.fields = documentObject(self.object(object, in: plan)).fields(from: references)
        }
        return cell
      }
    }
  }

  /// Releases the cells that were stored for further pages.
  package func releaseCells() { cellCache.releaseCells() }

  /// Returns a page, unless it is known. For that, its content is determined: cells without a stored digest are
  /// created, and all others are represented by the digest that was stored when they were created for this page or
  /// another one. So a page can often be found unchanged although only a few of its cells are created.
  ///
  /// - Parameters:
  ///   - page: One of the ``plannedPages`` of the current state.
  ///   - linkExtension: As for ``page(_:withFieldsFor:)``.
  ///   - isKnown: Returns whether the page is known, from the fingerprint of everything that it shows.
  package func page<Failure>(
    _ page: PlannedPage, withFieldsFor linkExtension: String? = nil,
    unless isKnown: (Fingerprint) throws(Failure) -> Bool
  ) throws(Failure) -> Page? {
    var parts = Fingerprinter()
    // Fields contain addresses relative to the page, so that their digests cannot be shared by pages.
    if linkExtension != nil {
      let made = self.page(page, withFieldsFor: linkExtension)
      var digested = made
      digested.replaceCells { $0.digested(&parts) }
      return try isKnown(digested.fingerprint) ? nil : made
    }
    var cells: [(planned: PlannedCell, cell: Page.Cell?)] = []
    var content = snapshot.read { plan in
      plan.page(plan.knownPage(at: page.path)) { plan, planned in
        if let kind = planned.kind, let object = planned.object, let digest = cellCache.digest(of: kind, object) {
          cells.append((planned, nil))
          return Page.Cell(
            digest: plan.fingerprint(of: planned, showing: digest, &parts),
            path: plan.hasObjectPages ? plan.objects.path(ofPage: object) : nil)
        }
        let cell = cell(planned, in: plan)
        let digest = cell.digest(&parts)
        cells.append((planned, cell))
        return Page.Cell(digest: plan.fingerprint(of: planned, showing: digest, &parts), path: cell.path)
      }
    }
    content.combine(into: &parts)
    if try isKnown(parts.finish()) { return nil }
    // The cells represent others until here. They are replaced by those that were created, and by new ones.
    var originals = cells.makeIterator()
    snapshot.read { plan in
      content.replaceCells { known in
        guard let (planned, cell) = originals.next() else { return known }
        return cell ?? self.cell(planned, in: plan)
      }
    }
    return content
  }

  /// The fingerprint of the titles and addresses of all objects. The fields of any cell may contain the addresses.
  package var addresses: Fingerprint {
    snapshot.read { plan in
      var all = Fingerprinter(), parts = Fingerprinter()
      for object in plan.objects.numbers { all.combine(plan.objects.link(to: object, &parts)) }
      return all.finish()
    }
  }

  /// The pages in order. Each is created when the iteration reaches it.
  ///
  /// - Complexity: O(*n*), *n* being the number of pages. Creating a page is O(*k*) in the number of its cells.
  public var pages: some Sequence<Page> { plannedPages.lazy.map { self.page($0) } }

  func object(_ number: ObjectNumber, in plan: DocumentPlan) -> Object {
    let (articles, path) = article(of: number, in: plan)
    return articles.objects.item(at: path)
  }

  /// Returns the articles of an object's collection, and the object's path among them.
  private func article(
    of number: ObjectNumber, in plan: DocumentPlan
  ) -> (articles: CellSource<Object, DocumentCell>, path: ItemPath) {
    guard let place = plan.objects.places.place(of: number) else { preconditionFailure("The object has gone.") }
    return (collections[place.collection].articles, place.path)
  }

  /// Returns what a cell shows.
  ///
  /// If the cell's content is determined by its declared origin, its digest is stored, and the cell is reused for the
  /// object's other cards of the same kind.
  func cell(_ planned: PlannedCell, in plan: DocumentPlan) -> Page.Cell {
    guard let kind = planned.kind, let object = planned.object, planned.origin != nil else {
      return newCell(planned, in: plan)
    }
    if let cell = cellCache.cell(of: kind, object) { return cell }
    var cell = newCell(planned, in: plan)
    if cellCache.digest(of: kind, object) == nil {
      var parts = Fingerprinter()
      cellCache.set(cell.digest(&parts), of: kind, object)
    }
    // A card may also be in the other listings.
    if case .card = planned.place, listings.count > 1 {
      cell = cell.keepingHTML
      cellCache.keep(cell, of: kind, object)
    }
    return cell
  }

  private func newCell(_ planned: PlannedCell, in plan: DocumentPlan) -> Page.Cell {
    func read(_ cells: any DataSource<DocumentCell>, _ path: ItemPath) -> Page.Cell {
      cells.reading(path) { cell in
        Page.Cell(
          cell, path: cell.target.flatMap { plan.address(of: $0, guess: planned.object) },
          references: plan.references(of: planned))
      }
    }
    switch (planned.place, planned.object) {
    case (.card(let listing, let path), _): return read(listings[listing].cells, path)
    case (.article, let object?):
      let (articles, path) = article(of: object, in: plan)
      return read(articles, path)
    case (.highlight, let object?):
      let listing = plan.mainListing(of: object)
      if let path = pathOfFirstCard(of: object, in: listing, plan) { return read(listings[listing].cells, path) }
      return Page.Cell(identifier: "", title: plan.objects[object].title, body: [])
    case (.article, nil), (.highlight, nil): preconditionFailure("The cell of a page or a highlight has an object.")
    }
  }

  /// Returns the path of an object's first card in a listing, or `nil` if it has none.
  func pathOfFirstCard(of object: ObjectNumber, in listing: Int, _ plan: DocumentPlan) -> ItemPath? {
    let (articles, path) = article(of: object, in: plan)
    let known = origin(ofListing: listing).flatMap { origin in
      articles.objects.convert(path, to: origin).map { listings[listing].cells.allPaths(of: $0, from: origin) }
    }
    return (known ?? plan.paths(of: object, in: listing)).first
  }
}

extension Page {
  /// - Parameter replacement: Returns the cell that replaces a cell. It is called in the order in which `page(_:cell:)`
  ///   requests the cells of a page.
  fileprivate mutating func replaceCells(_ replacement: (Cell) -> Cell) {
    for section in sections.indices { sections[section].cells = sections[section].cells.map(replacement) }
    article = article.map(replacement)
  }
}

extension Page.Cell {
  /// Creates a cell that represents another one in fingerprints.
  fileprivate init(digest: Fingerprint, path: PagePath?) {
    self.init(identifier: "", title: "", path: path, body: CellBody(fingerprint: digest) { [] })
  }

  /// Returns the fingerprint of what the cell shows, except for the address of its object and the pages that its links
  /// lead to.
  fileprivate func digest(_ parts: inout Fingerprinter) -> Fingerprint {
    combineContent(into: &parts)
    return parts.finish()
  }

  /// Returns a cell that represents this one in fingerprints.
  fileprivate func digested(_ parts: inout Fingerprinter) -> Page.Cell {
    var content = parts
    content.combine(references)
    content.combine(digest(&parts))
    return Page.Cell(digest: content.finish(), path: path)
  }
}
