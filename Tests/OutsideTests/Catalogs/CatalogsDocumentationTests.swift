import CatalogKit
import Datasets
import Diagnostics
import Fingerprints
import Foundation
import JSONValues
import PomonaKit
import TestKit
import Testing

/// Runs the examples of the articles Catalogs of CatalogKit, GettingStarted of PomonaKit, and of the landing pages of
/// the rooms below.
@Suite struct CatalogsDocumentationTests {
  private let folder: CatalogFolder

  init() throws {
    folder = try CatalogFolder([
      "books.csv": """
      title,author,year,shelf
      Frankenstein,Mary Shelley,1818,Novels
      Emma,Jane Austen,1815,Novels
      Walden,Henry David Thoreau,1854,Essays

      """,
      "fruits/catalog.yml": "datasets: { fruits: fruits.csv }\n",
      "fruits/fruits.csv": "name,taste\nFig,sweet\nKiwi,sour\nLemon,sour\n",
    ])
  }

  private func CatalogBuilder(at path: String, into output: String) -> CatalogBuilder {
    .init(at: "\(folder.path)/\(path)", into: "\(folder.path)/\(output)")
  }

  @Test func `a catalog is built as it is`() throws {
    let builder = CatalogBuilder(at: "books.csv", into: "build/books")
    let report = try builder.build()
    #expect(report.rows == 3 && report.created.contains("books/emma.html"))

    let books = try #require(builder.catalog?.dataset(named: "books"))
    books.edit { $0.update($0.item(at: ItemPath(0, 1)).replacing("year", with: .text("1816")), at: 1) }
    let update = try builder.update()
    #expect(update.updated.contains("books/emma.html") && !update.updated.contains("books/walden.html"))
  }

  /// What the observer of an example has received.
  private final class Log {
    var batches: [UpdateBatch] = []
  }

  @Test func `a chain of your own`() throws {
    func Dataset(contentsOf path: String) throws -> Datasets.Dataset { try .init(contentsOf: "\(folder.path)/\(path)") }
    let log = Log()
    let books = try Dataset(contentsOf: "books.csv").source
    let shelves =
      books
      .applying(.group { $0["shelf"]?.text })
      .applying(.sort { $0.title < $1.title })

    let cells = CellSource<Record, DocumentCell>(shelves)
    cells.register(Record.self, as: "book") { cell, book in
      cell.title = book.title
      cell.target = book.objectID
      cell.body = [.paragraph([.text("\(book["author"]?.text ?? ""), \(book["year"]?.text ?? "")")])]
    }

    let document = Document(CatalogInfo(title: "Books"), listing: cells, articles: cells)
    let output = "\(folder.path)/build/shelves"
    try document.build(into: output, renderers: [HTMLRenderer(), MarkupRenderer.markdown])
    #expect(document.numberOfPages == 6)
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).contains("index.md"))

    let token = shelves.addObserver(log) { log, event in
      if case .didUpdate(let batch, _) = event { log.batches.append(batch) }
    }
    books.remove(at: 0)
    #expect(log.batches == [UpdateBatch(items: Edits(deletes: [ItemPath(0, 1)]))])
    #expect(shelves.itemsBySection.map { $0.map(\.title) } == [["Emma"], ["Walden"]])
    withExtendedLifetime(token) {}
  }

  @Test func `a folder is built, checked and updated`() throws {
    func CatalogCheck(at path: String) -> CatalogKit.CatalogCheck { .init(at: "\(folder.path)/\(path)") }
    var output: [String] = []
    func print(_ values: Any...) { output.append(values.map { "\($0)" }.joined(separator: " ")) }
    let builder = CatalogBuilder(at: "fruits", into: "build/fruits")
    let report = try builder.build()
    print(report)  // the warnings, and a summary
    for problem in report.problems { print(problem.row ?? 0, problem.field ?? "", problem.message) }

    let check = CatalogCheck(at: "fruits")
    for finding in check.findings { print(finding) }
    #expect(check.isPassed)
    #expect(output == ["\(report)"] && output[0].hasPrefix("3 rows in 1 section → 5 pages (html)\n"))
  }

  @Test func `a data set`() throws {
    let folder = try CatalogFolder(["books.csv": "title,year\nFrankenstein,1818\nEmma,1815\n"])
    func Dataset(contentsOf path: String) throws -> Datasets.Dataset { try .init(contentsOf: "\(folder.path)/\(path)") }
    let dataset = try Dataset(contentsOf: "books.csv")
    let books = dataset.source.applying(.sort { $0.title < $1.title })
    #expect(books.items.map(\.title) == ["Emma", "Frankenstein"])
    #expect(books.item(at: ItemPath(0, 0))["year"]?.text == "1815")
  }

  @Test func `a finding`() {
    let finding = Diagnostic(
      .warning, code: "books/no-year", "the book has no year", at: .init(file: "books.csv", row: 3, field: "year"),
      hint: "Fill in the field.")
    #expect(finding.description.hasPrefix("warning: books.csv, row 3, field “year”: the book has no year."))
  }

  @Test func `a fingerprint`() {
    var parts = Fingerprinter()
    parts.combine("Frankenstein")
    parts.combine(1818)
    #expect(parts.finish() != Fingerprint("Frankenstein1818"))
  }

  @Test func `a value of JSON`() throws {
    let value = try JSONValue(parsing: Array(#"{"year": 1818.0, "title": "Frankenstein"}"#.utf8))
    #expect(value["year"]?.number?.literal == "1818.0")
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"year":1818.0,"title":"Frankenstein"}"#)
  }
}
