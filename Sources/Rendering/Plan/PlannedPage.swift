import Cells
import Changesets
import DataSources
package import Fingerprints

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
  fileprivate let plan: DocumentPlan

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }
  package subscript(index: Int) -> PlannedPage { plan.planned(entries[index]) }
}

extension Document {
  /// The pages: the home page, the pages of each section, the pages of the objects, those of the other indexes, the redirects.
  ///
  /// - Complexity: O(*n*), *n* being the number of pages.
  package var plannedPages: PlannedPages { PlannedPages(entries: plan.allPages, plan: plan) }

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - page: One of the ``plannedPages`` of the present state.
  ///   - linkExtension: The ending of the files that the addresses in the fields of cells lead to; nil for cells without fields.
  /// - Complexity: O(*k*), *k* being the number of cells on the page.
  package func page(_ page: PlannedPage, withFieldsFor linkExtension: String? = nil) -> Page {
    let plan = plan
    let references = linkExtension.map { PageReferences(from: page.path, to: $0) { plan.address(of: $0) } }
    return plan.page(page.entry) { place in
      var cell = cell(at: place, in: plan)
      if let references, let object = plan.known(place).object {
        cell.fields = documentObject(self.object(object, in: plan)).fields(from: references)
      }
      return cell
    }
  }

  /// Finds out what a page shows, and makes it if need be.
  ///
  /// Where all of its cells have been made before, for this page or another, it is known what they show, and the page need not be made to
  /// see that it is the same.
  ///
  /// - Parameters:
  ///   - page: One of the ``plannedPages`` of the present state.
  ///   - linkExtension: As for ``page(_:withFieldsFor:)``.
  /// - Returns: The fingerprint of all that the page shows, and what makes the page.
  package func prepared(
    _ page: PlannedPage, withFieldsFor linkExtension: String? = nil
  ) -> (fingerprint: Fingerprint, page: () -> Page) {
    // Fields have addresses in them, which start from the page.
    if linkExtension == nil, let known = plan.knownPage(page.entry, digests) {
      return (known.fingerprint, { self.page(page) })
    }
    let made = self.page(page, withFieldsFor: linkExtension)
    var parts = Fingerprinter()
    return (made.replacingCells { $0.digested(&parts) }.fingerprint, { made })
  }

  /// The fingerprint of all addresses of objects, which the fields of any cell may have in them.
  package var addresses: Fingerprint { plan.addressesFingerprint }

  /// The pages, each made when it is reached.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var pages: some Sequence<Page> { plannedPages.lazy.map { self.page($0) } }

  /// An object of the plan.
  func object(_ number: Int32, in plan: DocumentPlan) -> Object {
    guard let path = plan.objects.path(of: number) else { preconditionFailure("The object has gone.") }
    return articles.objects.item(at: path)
  }

  /// What the cell at a place shows.
  private func cell(at place: DocumentPlan.Place, in plan: DocumentPlan) -> Page.Cell {
    let known = plan.known(place)
    let cell = newCell(at: place, known, in: plan)
    if let (kind, object) = plan.kind(of: place), known.origin != nil, digests.digest(of: kind, object) == nil {
      var parts = Fingerprinter()
      digests.set(cell.digest(&parts), of: kind, object)
    }
    return cell
  }

  private func newCell(at place: DocumentPlan.Place, _ known: PlannedCell, in plan: DocumentPlan) -> Page.Cell {
    switch place {
    case .article(let number):
      guard let path = plan.objects.path(of: number) else { preconditionFailure("The object has gone.") }
      let cell = articles.item(at: path)
      defer { cell.recycle() }
      return self.cell(cell, known, in: plan)
    case .card(let listing, let path, _):
      // A cell that is kept may have been changed by its keeper; one that declares what it follows from shows just that.
      guard let origin = known.origin else {
        return listings[listing].display.reading(path) { self.cell($0, known, in: plan) }
      }
      let key = CardKey(origin: origin, object: known.object)
      if let card = cards[key] { return card }
      let cell = listings[listing].cells.item(at: path)
      defer { cell.recycle() }
      let card = self.cell(cell, known, in: plan)
      // It stands in the other listings, too.
      if listings.count > 1 { cards[key] = card }
      return card
    }
  }

  private func cell(_ cell: DocumentCell, _ known: PlannedCell, in plan: DocumentPlan) -> Page.Cell {
    Page.Cell(
      identifier: cell.identifier, title: cell.title,
      path: cell.target.flatMap { plan.address(of: $0, guess: known.object) }, accent: cell.accent, body: cell.body)
  }
}

extension DocumentPlan {
  /// The kind of a cell that shows an object as all of its kind do, and the object.
  func kind(of place: Place) -> (kind: Int, object: Int32)? {
    switch place {
    case .article(let object): (0, object)
    case .card(let listing, _, let entry): entry >= 0 ? (listings[listing].kind, entry) : nil
    }
  }

  /// What stands for a page all of whose cells have been made before; nil for any other.
  func knownPage(_ entry: Entry, _ digests: CellDigests) -> Page? {
    var isKnown = true
    let page = page(entry) { place in
      guard isKnown, let (kind, object) = kind(of: place), let digest = digests.digest(of: kind, object) else {
        isKnown = false
        return Page.Cell(identifier: "", title: "", body: [])
      }
      return Page.Cell(digest: digest, path: hasObjectPages ? objects.path(ofPage: object) : nil)
    }
    return isKnown ? page : nil
  }
}

extension Page {
  /// The page with others in the place of its cells.
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

  /// The fingerprint of what the cell shows beside the address of its object.
  fileprivate func digest(_ parts: inout Fingerprinter) -> Fingerprint {
    var cell = self
    cell.path = nil
    cell.combine(into: &parts)
    return parts.finish()
  }

  /// What stands for the cell.
  fileprivate func digested(_ parts: inout Fingerprinter) -> Page.Cell { Page.Cell(digest: digest(&parts), path: path) }
}

/// What a card shows follows from this.
struct CardKey: Hashable {
  let origin: Fingerprint
  /// The object that it leads to.
  let object: Int32?
}
