public import Fingerprints

/// A page that a document has at present: where it is, what it is made from, and the page itself when it is asked for.
public struct PlannedPage {
  /// The page's address.
  public let path: PagePath
  /// What the page is for.
  public let kind: Page.Kind
  /// The fingerprint of all that the page may show: as long as it is the same, so is the page. Nothing where only the page itself tells.
  public let ingredients: Fingerprint?
  /// Makes the page. It has to be asked for before the next change of the document's sources.
  public let page: () -> Page
}

extension Document {
  /// The pages: the home page, the pages of each section, the pages of the objects, those of the other indexes, the redirects.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var plannedPages: some Sequence<PlannedPage> {
    let plan = plan
    var parts = Fingerprinter()
    parts.combine(version)
    parts.combine(info.title)
    parts.combine(info.language)
    let base = parts.finish()
    return plan.pages.indices.lazy.map { index in
      let entry = plan.pages[index]
      return PlannedPage(
        path: plan.path(of: entry), kind: entry.kind, ingredients: plan.ingredients(of: entry, base: base, &parts),
        page: { self.page(entry, of: plan) })
    }
  }

  /// The pages, each made when it is reached.
  ///
  /// - Complexity: O(*n*) for the first time after a change, *n* being the number of objects.
  public var pages: some Sequence<Page> { plannedPages.lazy.map { $0.page() } }
}
