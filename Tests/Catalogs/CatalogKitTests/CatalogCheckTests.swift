import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// The references of pages: which of them are broken.
@Suite struct CatalogCheckTests {
  private static func findings(_ markdown: String, options: CatalogOptions = CatalogOptions()) throws -> [String] {
    let folder = try CatalogFolder([
      "catalog.yml": """
      title: Fruit
      datasets: { fruits: { file: fruits.json, types: { text: markdown } } }
      documents: { search: true }
      assets: ["files"]
      """,
      "fruits.json": """
      [{"name": "가지", "picture": "red apple.png"}, {"name": "Pear", "text": \(String(reflecting: markdown))}]
      """,
      "red apple.png": "PNG", "files/a#b.txt": "text", "other.txt": "text",
    ])
    let check = CatalogCheck(at: folder.path, options: options)
    #expect(check.rows == 2)
    #expect(check.isPassed == check.findings.isEmpty)
    return check.findings.map { finding in
      #expect(finding.code == "reference/broken")
      #expect((finding.location.row, finding.location.field) == (2, "text"))
      return finding.message
    }
  }

  @Test(arguments: [
    "index.html", "fruits/pear.html", "./fruits/../fruits/pear.html", "fruits/pear.html?a=b#top", "fruits", "fruits/",
    "?page=2", ".", "red%20apple.png", "<red apple.png>", "files/a%23b.txt", "search/index.js", "assets/style.css",
    "#top", "https://example.org/x.html", "mailto:a@example.org", "//example.org/x", "/elsewhere", "fruits/가지.html",
    "fruits/%EA%B0%80%EC%A7%80.html",
  ])
  func aReferenceToAFileIsNoFinding(destination: String) throws {
    #expect(try Self.findings("[a](\(destination)) ![b](\(destination))") == [])
  }

  @Test(arguments: [
    "pear.html", "fruits/Pear.html", "fruits/pear", "fruits/pear.md", "../index.html", "fruits/../../index.html",
    "other.txt", "files/a#b.txt", "red%2520apple.png", "fruits/pear.html%3Fa", "nuts/", "www.example.org",
    "fruits/\u{1100}\u{1161}지.html",
  ])
  func aBrokenReferenceIsAFinding(destination: String) throws {
    for markdown in ["[a](\(destination))", "![a](\(destination)) [b](\(destination))", "> - *[a](\(destination))*"] {
      #expect(try Self.findings(markdown) == ["“\(destination)” is no page or file of the catalog"])
    }
  }

  @Test(arguments: [
    ("subjects/Egypt/index.html", "Did you mean “subjects/egypt/index.html”?"),
    ("subjects/Egypt", "Did you mean “subjects/egypt/index.html”?"),
    ("Egypt.html", "Did you mean “subjects/egypt/index.html”?"),
    ("tables/sales_1.html", "Did you mean “tables/sales-1.html”?"),
    ("Sales%201.html", "Did you mean “tables/sales-1.html”?"), ("../tables/sales-1", "such as “index.html”."),
    ("tables/sales-1.md", "Did you mean “tables/sales-1.html”?"), ("Subjects/", "Did you mean “subjects/index.html”?"),
    ("subjects/nowhere/index.html", "References start from the catalog's root, such as “index.html”."),
    ("images/b.jpg", "The file is in the catalog's folder, but is not copied: name it under `assets`."),
    ("images/%62.jpg#top", "The file is in the catalog's folder, but is not copied: name it under `assets`."),
    ("images/A.JPG", "Did you mean “images/a.jpg”?"), ("images/link.jpg", "such as “index.html”."),
    ("tables/sales-1.html%00", "such as “index.html”."), ("images", "such as “index.html”."),
  ])
  func theIntendedTargetIsSuggested(destination: String, hint: String) throws {
    let folder = try CatalogFolder([
      "catalog.yml": """
      datasets: { tables: { file: tables.csv, key: name, types: { text: markdown } } }
      documents: { facets: [subjects] }
      assets: [images/a.jpg]
      """,
      "tables.csv": "name,subjects,text\nsales_1,Egypt,[a](\(destination))\n", "images/a.jpg": "", "images/b.jpg": "",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/images/link.jpg", withDestinationPath: "/etc/passwd")
    let check = CatalogCheck(at: folder.path)
    #expect(check.findings.count == 1)
    #expect(check.findings.first?.hint?.hasSuffix(hint) == true, "\(check.findings)")
  }

  @Test func aFileOfAnyFormatSuffices() throws {
    var options = CatalogOptions()
    options.formats = ["html", "markdown"]
    #expect(try Self.findings("[a](fruits/pear.html) [b](fruits/pear.md)", options: options) == [])
  }

  @Test func aMistakeInATemplateIsReportedOnce() throws {
    let folder = try CatalogFolder([
      "catalog.yml": """
      title: Fruit
      datasets: { fruits: { file: fruits.csv, card: fruit, page: fruit } }
      chain: [{ insert: { cell: banner, at: [0, 0] } }]
      documents: { objects: false, letters: name }
      """,
      "fruits.csv": "name,code\nApple,a\nPear,p\n",
      "templates/fruit.md": "A fruit.\n\nSee [this](this.html) and [{{code}}]({{code}}.html).\n",
      "templates/banner.md": "![](banner.png)",
    ])
    let check = CatalogCheck(at: folder.path)
    let places = check.findings.map { $0.location.description.dropFirst(folder.path.count).drop { $0 == "/" } }
    #expect(
      places == [
        "templates/banner.md, line 1, column 5", "templates/fruit.md, line 3, column 12", "fruits.csv, row 2",
        "fruits.csv, row 3",
      ])
  }

  @Test func handlersOfEventsAreChecked() throws {
    let folder = try CatalogFolder([
      "fruits.csv": "name,kind\nLemon,Citrus\nFig,Other\n", "plain.sh": "#!/bin/sh\n", "ready.sh": "#!/bin/sh\n",
      "catalog.yml": """
      datasets: { fruits: fruits.csv }
      chain: [{ group: kind }]
      on:
        didSelectItem:
          - { section: Citrus, run: ./ready.sh }
          - { section: Citris, run: ./plain.sh }
          - { append: picks.csv }
        moveItem: { run: missing }
      """,
    ])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/ready.sh")
    let check = CatalogCheck(at: folder.path)
    #expect(check.isPassed)
    #expect(
      check.findings.map(\.brief) == ["event/unstartable 6:31", "event/no-section 6:18", "event/unstartable 8:20"])
    #expect(check.findings[0].message.contains("is not executable"))
    #expect(check.findings[1].hint == "Did you mean “Citrus”?")
    #expect(check.findings[2].message.contains("there is no file"))
  }

  @Test func aCatalogThatCannotBeOpenedIsReported() throws {
    let check = CatalogCheck(at: "/nowhere/at all.csv")
    #expect(check.findings.map(\.code) == ["catalog/not-found"])
    #expect((check.rows, check.pages, check.isPassed) == (0, 0, false))
  }
}
