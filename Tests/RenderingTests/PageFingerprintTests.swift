import Cells
import DocumentModel
import Fingerprints
import Rendering
import Testing

@Suite struct PageFingerprintTests {
  private let page: Page

  init() throws {
    page = try #require(
      document([("A", [Thing(title: "T1"), Thing(title: "T2"), Thing(title: "T3")])], body: [.paragraph(["x"])])
        .pages.first { $0.title == "T2" })
  }

  @Test func everythingThatAPageHoldsCounts() throws {
    let listing = try #require(document(["T1", "T2"]).pages.first { $0.kind == .section })
    var pages = [page, listing]
    func change(_ page: Page, _ edit: (inout Page) -> Void) {
      var page = page
      edit(&page)
      pages.append(page)
    }
    let other = try #require(page.next)
    change(page) { $0.kind = .section }
    change(page) { $0.path = .home }
    change(page) { $0.title = "T" }
    change(page) { $0.catalog.title = "T" }
    change(page) { $0.catalog.language = "de" }
    change(page) { $0.catalog.feed = .init(title: "T", path: "feed.xml") }
    change(page) { $0.catalog.feed = .init(title: "T", path: "news.xml") }
    change(page) { $0.catalog.json = .init(title: "T", path: "feed.xml") }
    change(page) { $0.catalog.copiedPages = ["a.html"] }
    change(page) { $0.catalog.copiedPages = ["a.html", "b.html"] }
    change(page) { $0.breadcrumbs.removeLast() }
    change(page) { $0.breadcrumbs[0].title = "T" }
    change(page) { $0.previous = nil }
    change(page) { $0.next = nil }
    change(page) { $0.next?.title = "T" }
    change(page) { $0.next?.path = .home }
    change(page) { ($0.previous, $0.next) = ($0.next, $0.previous) }
    change(page) { $0.introduction = ["x"].map { .paragraph([.text($0)]) } }
    change(page) { $0.article?.title = "T" }
    change(page) { $0.article?.identifier = "other" }
    change(page) { $0.article?.path = nil }
    change(page) { $0.article?.path = other.path }
    change(page) { $0.article?.accent = Accent("#123456") }
    change(page) { $0.article?.body = [.paragraph(["y"])] }
    change(page) { $0.article = nil }
    change(listing) { $0.sections[0].title = nil }
    change(listing) { $0.sections[0].title = "" }
    change(listing) { $0.sections[0].path = .home }
    change(listing) { $0.sections[0].count = 7 }
    change(listing) { $0.sections[0].hasMore = true }
    change(listing) { $0.sections[0].cells.removeLast() }
    change(listing) { $0.sections[0].cells.reverse() }
    change(listing) { $0.sections = [] }
    change(listing) { $0.entryCount = 0 }
    change(listing) { $0.entryCount = 2 }
    #expect(Set(pages.map(\.fingerprint)).count == pages.count)
  }

  @Test func theSamePageHasTheSameFingerprintInEveryRun() throws {
    #expect(page.fingerprint.description == "7c48b170560ddf84c57dac26f846d865")
  }

  @Test func renderersDifferByWhatTheyWereMadeWith() throws {
    let html = try HTMLRenderer()
    let renderers: [any PageRenderer] = [
      html, MarkupRenderer.markdown, MarkupRenderer.xml, try MarkupRenderer.latex(),
      try MarkupRenderer.latex(documentClass: "book"), try MarkupRenderer.latex(packages: ["geometry"]),
      try MarkupRenderer.man(), try MarkupRenderer.man(section: "1"),
    ]
    #expect(Set(renderers.map(\.fingerprint)).count == renderers.count)
    #expect(try HTMLRenderer().fingerprint == html.fingerprint)
  }
}
