import ArgumentParser
import CatalogKit
import Foundation

/// How a build tells what it did.
enum ReportFormat: String, ExpressibleByArgument {
  case text, json

  func text(of report: BuildReport, formats: [String]) throws -> String {
    switch self {
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(report), as: UTF8.self)
    case .text:
      let pages = report.pages
      let seconds = (report.seconds.total * 100).rounded() / 100
      let contents = "\(count(report.rows, "row")) in \(count(report.sections, "section"))"
      var lines = [
        "\(contents) → \(count(pages.rendered, "page")) (\(formats.joined(separator: ", ")))",
        "\(pages.written) written, \(pages.unchanged) unchanged, \(pages.deleted) deleted in \(seconds) s",
      ]
      if formats.contains("html") {
        lines.append("Open \(URL(filePath: report.output).appending(path: "index.html").absoluteString)")
      } else {
        lines.append("See \(report.output)")
      }
      return lines.joined(separator: "\n")
    }
  }

  /// `1 row`, `2 rows`.
  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
