import Mustache

/// What the template finds of a link to another page or file, or of the end of the way to a page, which is the page itself.
final class LinkContext: MustacheObject {
  static let names = TemplateNames(pageNames: [.title, .href])

  private let title: String
  private let href: String?

  init(_ link: Page.Link, from path: PagePath) {
    title = link.title
    href = path.href(to: link.path)
  }

  init(_ file: CatalogInfo.File, from path: PagePath) {
    title = file.title
    href = path.reference(to: file.path)
  }

  init(toItself title: String) {
    self.title = title
    href = nil
  }

  func value(for name: MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .title: .text(title)
    case .href: .text(href ?? "")
    case .isCurrent: .flag(href == nil)
    default: nil
    }
  }
}

extension PagePath {
  /// The address of another page in HTML, from this one.
  func href(to page: PagePath) -> String { reference(to: page, "html") }
}
