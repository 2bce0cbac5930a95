import Foundation
import PomonaKit
import TestKit
import Testing

/// A program that builds a catalog learns of bad data from what the build returns, and prints what the command does.
@Suite struct BadDataTests {
  private let folder: CatalogFolder

  init() throws {
    folder = try CatalogFolder([
      "fruits.csv": "name,price,note\nApple,1,sweet\nFig,two,soft\nApple,3,\nKiwi,4\nLemon,5,sour\n",
      "catalog.yml": """
      datasets: { fruits: { file: fruits.csv, key: name, types: { price: number }, problems: warn } }
      """,
    ])
  }

  private func builder(_ settings: CatalogBuilder.Settings = .init()) -> CatalogBuilder {
    CatalogBuilder(at: folder.path, into: "\(folder.path)/out", settings: settings)
  }

  @Test func problemsAreTypedValues() throws {
    let report = try builder().build()
    let problem = try #require(report.problems.first { $0.code == "csv/short-row" || $0.row == 5 })
    #expect(problem.dataset == "fruits" && problem.row == 5 && problem.file?.hasSuffix("fruits.csv") == true)
    #expect(report.problemCounts == [.value: 1, .repeatedKey: 1, .missingFields: 1])
    let value = try #require(report.problems.first { $0.field == "price" })
    #expect(value.row == 3 && value.message.contains("two"))
    #expect("\(value)".contains("fruits.csv, row 3"))
    #expect("\(value)".hasSuffix("field “price”: \(value.message)"))
    #expect(report.warnings.count == 3 && report.warnings.allSatisfy { $0.severity == .warning })
  }

  @Test func numbersAreAtHand() throws {
    let report = try builder().build()
    #expect((report.rows, report.candidates, report.sections) == (5, 5, 1))
    #expect((report.pages.total, report.pages.written, report.brokenLinks) == (7, 7, 0))
    #expect(report.keys.isEmpty && report.changes == nil && report.mended.isEmpty)
    #expect(report.seconds.total > 0)
  }

  @Test func aReportIsPrintedAsByTheCommand() throws {
    let builder = builder()
    let report = try builder.build()
    let lines = "\(report)".split(separator: "\n").map(String.init)
    #expect(lines[0] == "\(report.warnings[0])".split(separator: "\n")[0])
    #expect(lines.contains("5 rows in 1 section → 7 pages (html)"))
    #expect(lines.contains("Problems in the data: 1 mistyped value, 1 repeated key, 1 short row"))
    #expect(lines.last?.hasPrefix("Open file:///") == true)
    builder.close()

    // The warnings are those of the data, whether it is read again or not.
    let again = self.builder()
    let second = try again.build()
    #expect(second.warnings == report.warnings && second.isUnchanged && again.catalog == nil)
    again.close()

    var settings = CatalogBuilder.Settings()
    settings.isChecking = true
    try folder.write("fruits.csv", "name,price,note\nApple,1,sweet\n")
    settings.allowsLosses = true
    let check = try self.builder(settings).build()
    #expect("\(check)".contains("Would be written: ") && "\(check)".contains("\n- fruits/fig.html"))
  }

  @Test func anUpdateReportsWhatIsWrongNow() throws {
    let builder = builder()
    #expect(try builder.build().warnings.count == 3)
    try folder.write("fruits.csv", "name,price,note\nApple,1,sweet\nFig,2,soft\nPear,3,\nKiwi,4,\nLemon,5,sour\n")
    let report = try builder.update(["\(folder.path)/fruits.csv"])
    #expect(report.warnings.isEmpty && report.problems.isEmpty && report.problemCounts.isEmpty)
    let changes = try #require(report.changes)
    #expect((changes.inserted, changes.deleted) == (1, 1))
    #expect("\(changes)".hasPrefix("1 new, ") && "\(changes)".contains("1 removed"))
  }

  @Test func aCheckIsPrintedAsByTheCommand() throws {
    let check = CatalogCheck(at: folder.path)
    #expect((check.rows, check.pages) == (5, 7))
    #expect("\(check)".hasSuffix("\n3 warnings in 5 rows, 7 pages"))
    #expect("\(CatalogCheck(at: folder.path + "/none"))".hasSuffix("\n1 error"))
  }

  @Test func recordsArePrinted() throws {
    let records = try Dataset(contentsOf: "\(folder.path)/fruits.csv", options: .init(problems: .warn)).source
    #expect("\(records.item(at: ItemPath(0, 0)))" == "fruits/Apple: name: Apple; price: 1; note: sweet")
    #expect("\(records.item(at: ItemPath(0, 0))["price"] ?? .missing)" == "1")
  }
}
