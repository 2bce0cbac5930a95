import Fingerprints

extension DocumentPlan {
  /// The fingerprint of all that a page may show, without making it: as long as it is the same, so is the page. Nothing where only the page
  /// itself tells.
  ///
  /// This has to take in whatever ``Document`` puts into the page, and may take in more.
  ///
  /// - Parameters:
  ///   - entry: The page.
  ///   - base: What all pages show.
  ///   - parts: Has nothing in it, before and after.
  /// - Complexity: O(*k*), *k* being the number of cells and links on the page.
  func ingredients(of entry: Entry, base: Fingerprint, _ parts: inout Fingerprinter) -> Fingerprint? {
    switch entry {
    case .home: return nil
    case .section(let listing, let section):
      parts.combine(base)
      combine(section: section, of: listing, into: &parts)
      parts.combine(listings[listing].sections[section].objectCount)
      for page in listings[listing].sections[section].pages { combine(page: page, of: listing, into: &parts) }
    case .part(let listing, let page):
      let plan = listings[listing]
      let part = plan.pages[page]
      let items = plan.objects[part.section][part.items]
      // Of a cell without an object, or an object that does not know its content, only the cell tells.
      guard items.allSatisfy({ $0.map { objects[Int($0)].content != nil } ?? false }) else { return nil }
      parts.combine(base)
      combine(section: part.section, of: listing, into: &parts)
      for page in page - 1...page + 1 { combine(page: page, of: listing, into: &parts) }
      if part.guide == nil { parts.combine(plan.sections[part.section].objectCount) }
      parts.combine(part.items.count == plan.objects[part.section].count)
      for case let index? in items {
        let object = objects[Int(index)]
        if let content = object.content { parts.combine(content) }
        parts.combine(links[Int(index)])
      }
    case .object(let index):
      guard let content = objects[index].content else { return nil }
      parts.combine(base)
      parts.combine(content)
      for neighbour in index - 1...index + 1 {
        parts.combine(links.indices.contains(neighbour))
        if links.indices.contains(neighbour) { parts.combine(links[neighbour]) }
      }
      combine(section: sections[index].map { Int($0) }, of: 0, into: &parts)
    case .redirect(let redirect):
      parts.combine(base)
      switch former.redirects[redirect].to {
      case .object(let index): parts.combine(links[index])
      case .section(let listing, let section): combine(section: section, of: listing, into: &parts)
      case .part(let listing, let page): combine(page: page, of: listing, into: &parts)
      case .gone(let gone): combine(former.gone[gone], into: &parts)
      case .home, .redirect: return nil
      }
    case .gone(let gone):
      parts.combine(base)
      combine(former.gone[gone], into: &parts)
      combine(section: former.gone[gone].section, of: 0, into: &parts)
    }
    return parts.finish()
  }

  /// What a page shows whose object has gone, and a link to it.
  private func combine(_ gone: FormerAddresses.GonePage, into parts: inout Fingerprinter) {
    parts.combine(gone.path)
    parts.combine(gone.title)
    parts.combine(gone.reason)
  }

  /// What a link to a section shows.
  private func combine(section: Int?, of listing: Int, into parts: inout Fingerprinter) {
    parts.combine(section != nil)
    if let section { parts.combine(listings[listing].sections[section].link) }
  }

  /// What a link to a page of a section shows, and what the page says of itself.
  private func combine(page: Int, of listing: Int, into parts: inout Fingerprinter) {
    let pages = listings[listing].pages
    parts.combine(pages.indices.contains(page))
    guard pages.indices.contains(page) else { return }
    let part = pages[page]
    combine(section: part.section, of: listing, into: &parts)
    parts.combine(part.path)
    parts.combine(part.position?.number ?? 0)
    parts.combine(part.position?.count ?? 0)
    parts.combine(part.guide?.first)
    parts.combine(part.guide?.last)
  }
}
