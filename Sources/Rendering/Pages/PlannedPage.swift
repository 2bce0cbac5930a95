public import Fingerprints

/// A page that a document has at present: where it is, and what it is made from.
public struct PlannedPage: Sendable {
  /// The page's address.
  public let path: PagePath
  /// The fingerprint of all that the page may show: as long as it is the same, so is the page. Nothing where only the page itself tells.
  public let ingredients: Fingerprint?
  let entry: DocumentPlan.Entry

  /// What the page is for.
  public var kind: Page.Kind { entry.kind }
}

extension Document {
  /// The pages: the home page, the pages of each section, the pages of the objects, those of the other indexes, the redirects.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var plannedPages: [PlannedPage] {
    if let presentPages { return presentPages }
    let plan = plan
    var parts = Fingerprinter()
    parts.combine(version)
    parts.combine(info)
    let base = parts.finish()
    let pages = plan.pages.concurrentMap(with: Fingerprinter.init) { entry, parts in
      PlannedPage(
        path: plan.path(of: entry), ingredients: plan.ingredients(of: entry, base: base, &parts), entry: entry)
    }
    presentPages = pages
    return pages
  }

  /// Makes a page.
  ///
  /// - Parameter page: One of the ``plannedPages`` of the present state.
  /// - Complexity: O(*k*), *k* being the number of cells on the page.
  public func page(_ page: PlannedPage) -> Page { self.page(page.entry, of: plan) }

  /// The pages, each made when it is reached.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var pages: some Sequence<Page> { plannedPages.lazy.map(page(_:)) }
}
