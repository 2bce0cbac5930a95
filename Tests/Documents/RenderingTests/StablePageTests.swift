import Changesets
import DocumentModel
import Rendering
import TestKit
import Testing

/// Pages whose boundaries depend on the objects.
@Suite struct StablePageTests {
  private func layout(_ size: Int) -> PageLayout { PageLayout(pageSize: size, previewSize: 3, pagination: .stable) }

  private func pages(_ titles: [String], size: Int) -> [Page] { Array(document(titles, layout: layout(size)).pages) }

  /// The pages that show cells of the section. Those of the objects are not created.
  private func parts(_ titles: [String], size: Int) -> [Page] {
    let document = document(titles, layout: layout(size))
    return document.plannedPages.filter { $0.kind == .section }.map { document.page($0) }.filter(\.parts.isEmpty)
  }

  private func titles(_ count: Int) -> [String] {
    (0..<count).map { "thing " + String(repeating: "0", count: 5 - String($0).count) + String($0) }
  }

  @Test func aSectionThatFitsIsOnePage() throws {
    for count in 0...10 {
      let parts = parts(titles(count), size: 10)
      #expect(parts.count == 1 && parts[0].path.file("html") == "all/index.html" && parts[0].guide == nil)
      #expect(parts[0].sections[0].cells.count == count)
    }
  }

  @Test func pagesHaveAllCellsInOrderAndAtMostTheirSize() {
    for count in [11, 12, 25, 100, 999] {
      for size in [1, 2, 3, 8, 10, 60] where count > size {
        let parts = parts(titles(count), size: size)
        #expect(parts.flatMap { $0.sections[0].cells.map(\.title) } == titles(count))
        #expect(parts.allSatisfy { (max(1, size / 8)...size).contains($0.sections[0].cells.count) })
        // Not many more than necessary.
        #expect(parts.count <= 4 * count / size + 1)
      }
    }
  }

  @Test func theSectionsOwnPageLinksToItsPages() throws {
    let pages = pages(titles(200), size: 20)
    let own = try #require(pages.first { $0.path.file("html") == "all/index.html" })
    let parts = pages.filter { $0.guide != nil }
    #expect(own.sections[0].cells.isEmpty && own.sections[0].count == 200 && !own.sections[0].hasMore)
    #expect(own.parts.map(\.path) == parts.map(\.path) && own.parts.map(\.guide) == parts.map(\.guide))
    #expect(parts[0].path.file("html") == "all/start.html")
    for part in parts {
      let cells = part.sections[0].cells
      #expect(part.guide?.first == cells.first?.title && part.guide?.last == cells.last?.title)
      #expect(part.breadcrumbs.map(\.title) == ["Things", "All"])
    }
    #expect(
      parts[1].path.file("html") == "all/page-\(parts[1].sections[0].cells[0].title.replacing(" ", with: "-")).html")
    #expect(parts[0].next?.title == "\(parts[1].guide?.first ?? "") – …")
    #expect(parts[1].previous?.title == "… – \(parts[0].guide?.last ?? "")")
  }

  @Test func guideWordsMayDifferFromTitles() throws {
    let things = (0..<60).map { Thing(title: "T\($0)", note: $0 < 50 ? String(1900 + $0) : "") }
    let pages = Array(
      document([("All", things)], layout: layout(10)) {
        let note = ($0 as? Thing)?.note ?? ""
        return note.isEmpty ? nil : note
      }.pages)
    let notes = Dictionary(uniqueKeysWithValues: things.map { ($0.title, $0.note) })
    let parts = pages.filter { $0.guide != nil }
    #expect(parts.count > 6)
    for part in parts {
      let titles = part.sections[0].cells.map(\.title)
      // An object without one is found by its title.
      let words = [titles.first, titles.last].map { title in
        notes[title ?? ""].flatMap { $0.isEmpty ? nil : $0 } ?? title
      }
      #expect([part.guide?.first, part.guide?.last] == words)
    }
    // Their addresses are those of the objects.
    #expect(parts[1].path.name == "page-\(parts[1].sections[0].cells[0].title.lowercased())")
    #expect(parts[0].next?.title == "\(parts[1].guide?.first ?? "") – …")
    #expect(pages.first { !$0.parts.isEmpty }?.parts.map(\.guide) == parts.compactMap(\.guide))
  }

  /// The property that they are named after.
  @Test(arguments: [200, 600]) func anEditChangesFewPagesForAnySize(count: Int) {
    var random = SeededGenerator(seed: 7)
    var touched: [Int] = []
    let before = titles(count)
    let old = Dictionary(uniqueKeysWithValues: parts(before, size: 20).map { ($0.path, $0) })
    for _ in 0..<60 {
      var after = before
      let place = Int.random(in: 0..<count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: after.insert("new \(place)", at: place)
      case 1: after.remove(at: place)
      default: after[place] = "renamed \(place)"
      }
      touched.append(parts(after, size: 20).count { old[$0.path] != $0 })
    }
    // The page itself, and its neighbours if its first or last object changes; more where the edit is at a boundary.
    #expect(touched.reduce(0, +) <= 60 * 2, "pages touched by each edit: \(touched)")
    #expect(touched.allSatisfy { $0 <= 8 }, "pages touched by each edit: \(touched)")
  }

  @Test func anObjectAtTheTopChangesPagesAtTheTopOnly() {
    let before = parts(titles(500), size: 20)
    for name in ["aaa", "aab", "aac", "aad"] {
      let after = parts([name] + titles(500), size: 20)
      let old = Dictionary(uniqueKeysWithValues: before.map { ($0.path, $0) })
      // A boundary may appear or disappear among the first five, a quarter of a page; and the next page links back.
      #expect(after.dropFirst(3).allSatisfy { old[$0.path] == $0 })
      #expect(after.last == before.last)
    }
  }

  @Test func objectsOfTwoCollectionsMayHaveTheSameName() {
    let things = (0..<40).flatMap { number in
      ["left", "right"].map { Thing(collection: $0, title: "T\(number)") }
    }
    let pages = document([("All", things)], layout: layout(1)).pages.filter { $0.guide != nil }
    #expect(pages.count == 80 && Set(pages.map(\.path)).count == 80)
  }

  @Test func cellsWithoutAnObjectStayOnThePageOfTheirNeighbours() {
    let things = titles(100).map { Thing(title: $0) }
    let plain = document([("All", things)], layout: layout(10)).pages.filter { $0.guide != nil }
    let boundary = plain[0].sections[0].cells.count
    let pages = document([("All", things)], layout: layout(12), insertingAt: ItemPath(section: 0, item: boundary)).pages
    #expect(pages.filter { $0.kind == .section }.flatMap { $0.sections[0].cells }.count == 101)
  }
}
