import CatalogKit
import Foundation
import Testing

@Suite struct BuildReportTests {
  private static let report: BuildReport = {
    var report = BuildReport(rows: 7, sections: 2)
    report.pages.rendered = 10
    report.pages.written = 4
    report.pages.unchanged = 6
    report.pages.deleted = 1
    report.assets = 3
    report.seconds.total = 1.5
    report.output = "build/fruits"
    return report
  }()

  @Test func json() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(Self.report), as: UTF8.self)
    #expect(
      text == #"{"assets":3,"output":"build/fruits","pages":{"deleted":1,"rendered":10,"unchanged":6,"written":4},"#
        + #""rows":7,"seconds":{"total":1.5},"sections":2}"#)
  }

  @Test func decodedReportIsTheSame() throws {
    let data = try JSONEncoder().encode(Self.report)
    #expect(try JSONDecoder().decode(BuildReport.self, from: data) == Self.report)
  }

  @Test func newReportHasDoneNothing() {
    let report = BuildReport(rows: 7, sections: 2)
    #expect(report.rows == 7)
    #expect(report.sections == 2)
    #expect(report.pages.rendered == 0)
    #expect(report.assets == 0)
    #expect(report.output == "")
  }

  @Test func buildCounts() throws {
    let folder = try CatalogFolder(["fruits.csv": "name\nApple\nPear\n"])
    let output = folder.path + "/out"
    let first = try folder.catalog("fruits.csv").build(into: output)
    #expect(first.rows == 2)
    #expect(first.sections == 1)
    #expect(first.pages.rendered == 4)
    #expect(first.pages.written == 4)
    #expect(first.assets == 1)
    #expect(first.output == output)
    let second = try folder.catalog("fruits.csv").build(into: output)
    #expect(second.pages.written == 0)
    #expect(second.pages.unchanged == 4)
    #expect(second.assets == 0)
  }
}
