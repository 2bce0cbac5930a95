import Cells
import Changesets
import DataSources
package import Fingerprints
import OrderedTrees

/// A page that a document has at present: where it is, and what it is made from.
package struct PlannedPage: Equatable, Sendable {
  /// The page's address.
  package let path: PagePath
  /// The fingerprint of all that the page may show: as long as it is the same, so is the page. Nil where only the page itself tells.
  package let ingredients: Fingerprint?
  let entry: DocumentPlan.Entry

  /// What the page is for.
  package var kind: Page.Kind { entry.kind }
}

extension DocumentPlan {
  /// A page, as those see it who make its files.
  func planned(_ entry: Entry) -> PlannedPage {
    PlannedPage(path: path(of: entry), ingredients: ingredients(of: entry).fingerprint, entry: entry)
  }
}

/// The pages of a document in one state, each put together when it is asked for.
package struct PlannedPages: RandomAccessCollection, Sendable {
  fileprivate let entries: [DocumentPlan.Entry]
  fileprivate let plan: CopyOnWriteBox<DocumentPlan>

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }
  package subscript(index: Int) -> PlannedPage { plan.read { $0.planned(entries[index]) } }
}

extension Document {
  /// The pages: the home page, the pages of each section, the pages of the objects, those of the other indexes, the redirects.
  ///
  /// - Complexity: O(*n*), *n* being the number of pages.
  package var plannedPages: PlannedPages { PlannedPages(entries: plan.allPages, plan: snapshot) }

  /// The pages that only themselves tell what they show. Cells that declare nothing may change without their sources: so these pages are looked
  /// at each time.
  package var unknownPages: [PlannedPage] {
    snapshot.read { plan in plan.unknown.map { plan.planned($0) } }
  }

  /// Returns a page, for which its cells are made.
  ///
  /// - Parameters:
  ///   - page: One of the ``plannedPages`` of the present state.
  ///   - linkExtension: The ending of the files that the addresses in the fields of cells lead to; nil for cells without fields.
  /// - Complexity: O(*k*), *k* being the number of cells on the page.
  package func page(_ page: PlannedPage, withFieldsFor linkExtension: String? = nil) -> Page {
    let snapshot = snapshot
    let references = linkExtension.map {
      PageReferences(from: page.path, to: $0) { id in snapshot.read { $0.address(of: id) } }
    }
    return snapshot.read { plan in
      plan.page(page.entry) { plan, place in
        var cell = cell(at: place, in: plan)
        if let references, let object = plan.known(place).object {
          cell.fields = documentObject(self.object(object, in: plan)).fields(from: references)
        }
        return cell
      }
    }
  }

  /// Releases the cells that were kept for further pages.
  package func releaseCells() { made.releaseCells() }

  /// Finds out what a page shows. Only those of its cells are made that were not made before, for this page or another: so it is mostly seen
  /// without the others whether the page is the same.
  ///
  /// - Parameters:
  ///   - page: One of the ``plannedPages`` of the present state.
  ///   - linkExtension: As for ``page(_:withFieldsFor:)``.
  /// - Returns: The fingerprint of all that the page shows, and what makes the page.
  package func prepared(
    _ page: PlannedPage, withFieldsFor linkExtension: String? = nil
  ) -> (fingerprint: Fingerprint, page: () -> Page) {
    var parts = Fingerprinter()
    // Fields have addresses in them, which start from the page.
    if linkExtension != nil {
      let made = self.page(page, withFieldsFor: linkExtension)
      return (made.replacingCells { $0.digested(&parts) }.fingerprint, { made })
    }
    var cells: [(place: DocumentPlan.Place, cell: Page.Cell?)] = []
    let known = snapshot.read { plan in
      plan.page(page.entry) { plan, place in
        if let (kind, object) = plan.kind(of: place), let digest = made.digest(of: kind, object) {
          cells.append((place, nil))
          return Page.Cell(
            digest: plan.fingerprint(of: plan.known(place), showing: digest),
            path: plan.hasObjectPages ? plan.objects.path(ofPage: object) : nil)
        }
        let cell = cell(at: place, in: plan)
        cells.append((place, cell))
        let digest = plan.fingerprint(of: plan.known(place), showing: cell.digest(&parts))
        return Page.Cell(digest: digest, path: cell.path)
      }
    }
    return (
      known.fingerprint,
      {
        var places = cells.makeIterator()
        return self.snapshot.read { plan in
          known.replacingCells { known in
            guard let (place, cell) = places.next() else { return known }
            return cell ?? self.cell(at: place, in: plan)
          }
        }
      }
    )
  }

  /// The fingerprint of all addresses of objects, which the fields of any cell may have in them.
  package var addresses: Fingerprint { plan.addressesFingerprint }

  /// The pages, each made when it is reached.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var pages: some Sequence<Page> { plannedPages.lazy.map { self.page($0) } }

  /// An object of the plan.
  func object(_ number: Int32, in plan: DocumentPlan) -> Object {
    let (articles, path) = article(of: number, in: plan)
    return articles.objects.item(at: path)
  }

  /// Where an object of the plan stands among its collection's.
  private func article(
    of number: Int32, in plan: DocumentPlan
  ) -> (articles: CellSource<Object, DocumentCell>, path: ItemPath) {
    guard let place = plan.objects.places.place(of: number) else { preconditionFailure("The object has gone.") }
    return (collections[place.collection].articles, place.path)
  }

  /// What the cell at a place shows.
  private func cell(at place: DocumentPlan.Place, in plan: DocumentPlan) -> Page.Cell {
    let known = plan.known(place)
    guard let (kind, object) = plan.kind(of: place), known.origin != nil else {
      return newCell(at: place, known, in: plan)
    }
    if let cell = made.cell(of: kind, object) { return cell }
    var cell = newCell(at: place, known, in: plan)
    if made.digest(of: kind, object) == nil {
      var parts = Fingerprinter()
      made.set(cell.digest(&parts), of: kind, object)
    }
    // A card stands in the other listings, too.
    if case .card = place, listings.count > 1 {
      cell = cell.keepingHTML
      made.keep(cell, of: kind, object)
    }
    return cell
  }

  private func newCell(at place: DocumentPlan.Place, _ known: PlannedCell, in plan: DocumentPlan) -> Page.Cell {
    switch place {
    case .highlight(let number):
      guard let place = self.place(of: number, in: plan) else {
        return Page.Cell(identifier: "", title: plan.objects[number].title, body: [])
      }
      return newCell(at: place, known, in: plan)
    case .article(let number):
      let (articles, path) = article(of: number, in: plan)
      return cell(recycling: articles.item(at: path), known, in: plan)
    case .card(let listing, let path, _):
      // A cell that is kept by a display may have been changed there; one that declares what it follows from shows just that.
      if known.origin != nil { return cell(recycling: listings[listing].cells.item(at: path), known, in: plan) }
      return listings[listing].display.reading(path) { self.cell($0, known, in: plan) }
    }
  }

  /// The first place of an object in the main listing of its collection.
  private func place(of object: Int32, in plan: DocumentPlan) -> DocumentPlan.Place? {
    let listing = plan.mainListing(of: object)
    let (articles, path) = article(of: object, in: plan)
    let known = origin(ofListing: listing).flatMap { origin in
      articles.objects.convert(path, to: origin).map { listings[listing].cells.allPaths(of: $0, from: origin) }
    }
    return (known ?? plan.paths(of: object, in: listing)).first.map { path in
      .card(listing: listing, path: path, entry: object)
    }
  }

  private func cell(recycling cell: DocumentCell, _ known: PlannedCell, in plan: DocumentPlan) -> Page.Cell {
    defer { cell.recycle() }
    return self.cell(cell, known, in: plan)
  }

  private func cell(_ cell: DocumentCell, _ known: PlannedCell, in plan: DocumentPlan) -> Page.Cell {
    Page.Cell(
      identifier: cell.identifier, title: cell.title,
      path: cell.target.flatMap { plan.address(of: $0, guess: known.object) }, accent: cell.accent, body: cell.body,
      references: plan.references(of: known))
  }
}

extension DocumentPlan {
  /// The kind of a cell that shows an object as all of its kind do, and the object.
  func kind(of place: Place) -> (kind: Int, object: Int32)? {
    switch place {
    case .article(let object): (0, object)
    case .highlight(let object): (listings[mainListing(of: object)].kind, object)
    case .card(let listing, _, let entry): entry >= 0 ? (listings[listing].kind, entry) : nil
    }
  }
}

extension Page {
  /// The page with others in the place of its cells, which are asked for in the order in which the page was described.
  fileprivate func replacingCells(_ replacement: (Cell) -> Cell) -> Page {
    var page = self
    for section in page.sections.indices {
      page.sections[section].cells = page.sections[section].cells.map(replacement)
    }
    page.article = page.article.map(replacement)
    return page
  }
}

extension Page.Cell {
  /// What stands for a cell that shows something.
  fileprivate init(digest: Fingerprint, path: PagePath?) {
    self.init(identifier: "", title: "", path: path, body: CellBody(fingerprint: digest) { [] })
  }

  /// The fingerprint of what the cell shows beside the address of its object, and those that its links lead to.
  fileprivate func digest(_ parts: inout Fingerprinter) -> Fingerprint {
    var cell = self
    (cell.path, cell.references) = (nil, [])
    cell.combine(into: &parts)
    return parts.finish()
  }

  /// What stands for the cell.
  fileprivate func digested(_ parts: inout Fingerprinter) -> Page.Cell {
    var content = parts
    content.combine(references)
    content.combine(digest(&parts))
    return Page.Cell(digest: content.finish(), path: path)
  }
}
