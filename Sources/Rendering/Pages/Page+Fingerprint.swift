import Cells
public import Fingerprints

extension Page {
  /// The fingerprint of all that the page holds: as long as it is the same, a renderer makes the same of the page.
  ///
  /// The bodies of its cells count by what they are made from, and are not made.
  ///
  /// - Complexity: O(*n*) in the number of cells and the length of their texts.
  public var fingerprint: Fingerprint {
    var parts = Fingerprinter()
    parts.combine(kind.rawValue)
    parts.combine(path)
    parts.combine(title)
    parts.combine(catalog)
    parts.combine(breadcrumbs) { $0.combine($1) }
    parts.combine(previous)
    parts.combine(next)
    parts.combine(position?.number ?? 0)
    parts.combine(position?.count ?? 0)
    parts.combine(guide)
    parts.combine(self.parts) { parts, part in
      parts.combine(part.guide)
      parts.combine(part.path)
    }
    parts.combine(indexes) { $0.combine($1) }
    parts.combine(destination)
    parts.combine(introduction)
    parts.combine(sections) { $0.combine($1) }
    parts.combine(entryCount ?? -1)
    parts.combine(article != nil)
    article?.combine(into: &parts)
    return parts.finish()
  }
}

extension Page.Cell {
  /// Adds all that a page shows of the cell; the body counts by what it is made from.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  public func combine(into parts: inout Fingerprinter) {
    parts.combine(identifier.rawValue)
    parts.combine(title)
    parts.combine(path != nil)
    if let path { parts.combine(path) }
    parts.combine(accent?.css)
    body.combine(into: &parts)
  }
}

extension Fingerprinter {
  fileprivate mutating func combine(_ guide: Page.Guide?) {
    combine(guide?.first)
    combine(guide?.last)
  }

  fileprivate mutating func combine(_ link: Page.Link?) {
    combine(link != nil)
    guard let link else { return }
    combine(link.title)
    combine(link.path)
  }

  fileprivate mutating func combine(_ section: Page.Section) {
    combine(section.title)
    combine(section.path)
    combine(section.count)
    combine(section.cells) { $1.combine(into: &$0) }
    combine(section.hasMore)
  }
}
