import ArgumentParser
import CatalogKit
import Datasets
import Diagnostics
import Foundation

/// The format in which a command reports its results.
enum ReportFormat: String, ExpressibleByArgument {
  case text, json

  /// Prints the report of a command: its lines, or the value as JSON.
  func print(_ report: some Encodable, as lines: @autoclosure () -> [String]) throws {
    switch self {
    case .text: for line in lines() { try Console.print(line.printable) }
    case .json: try Console.print(JSONReport.text(report))
    }
  }

  func text(of report: BuildReport, isChecking: Bool = false, isVerifying: Bool = false) throws -> String {
    switch self {
    case .json: return try JSONReport.text(report)
    case .text: return lines(of: report, isChecking: isChecking, isVerifying: isVerifying).joined(separator: "\n")
    }
  }

  private func lines(of report: BuildReport, isChecking: Bool, isVerifying: Bool) -> [String] {
    let rows = report.rows == report.candidates ? "" : "\(report.rows) of "
    let contents = "\(rows)\(report.candidates.counted("row")) in \(report.sections.counted("section"))"
    var lines = ["\(contents) → \(report.pages.total.counted("page")) (\(report.formats.joined(separator: ", ")))"]
    if let changes = report.changes {
      lines.append(summary(of: changes))
    } else if !report.keys.isEmpty {
      lines.append(report.keys.map(summary).joined(separator: "; "))
    }
    if !report.problems.isEmpty { lines.append(summary(of: report.problems)) }
    let touched = Self.list([
      (report.created.count, "created"), (report.updated.count, "updated"), (report.deleted.count, "deleted"),
    ])
    let seconds = report.seconds
    let phases = [("reading", seconds.reading), ("planning", seconds.planning), ("writing", seconds.writing)]
      .map { "\($0.0) \(rounded($0.1))" }.joined(separator: ", ")
    if report.isUnchanged {
      lines.append("Nothing \(isChecking ? "would change" : "has changed") (\(rounded(seconds.total)) s)")
    } else {
      // The bytes of files that an interrupted build had written, and this build only moved, were not counted.
      let count = report.pages.bytes + report.assets.bytes
      let bytes = count > 0 ? " (\(ByteCount(count)))" : ""
      lines.append(
        "\(isChecking ? "Would be written: " : "")\(touched)\(bytes) in \(rounded(seconds.total)) s: \(phases)")
    }
    if report.brokenLinks > 0 {
      let links = report.brokenLinks == 1 ? "1 link leads" : "\(report.brokenLinks) links lead"
      lines.append("\(links) nowhere on the pages that were rendered: `pomona check` lists them")
    }
    if isVerifying {
      let total = report.pages.total + report.assets.total
      lines.append(
        "\(isChecking ? "Would be restored" : "Restored"): \(report.mended.count) of \(total.counted("file"))")
      lines += report.mended.map { "! \($0)" }
    }
    if isChecking {
      lines += (report.created.map { "+ \($0)" } + report.updated.map { "~ \($0)" } + report.deleted.map { "- \($0)" })
    } else if report.formats.contains("html") {
      lines.append("Open \(URL(filePath: report.output).appending(path: "index.html").absoluteString)")
    } else {
      lines.append("See \(report.output)")
    }
    return lines.map(\.printable)
  }

  private func summary(of changes: BuildReport.Rows) -> String {
    let parts = Self.list([
      (changes.inserted, "new"), (changes.updated, "changed"), (changes.deleted, "removed"), (changes.moved, "moved"),
    ])
    return "Rows: " + (parts.isEmpty ? "none changed" : parts)
  }

  /// Returns the numbers that are not zero with what they are of: `2 new, 1 changed`.
  static func list(_ counts: [(Int, String)]) -> String {
    counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  private func summary(of key: BuildReport.Key) -> String {
    let names =
      key.fields.isEmpty
      ? key.areFileNames ? "the names of their files" : "their numbers"
      : key.fields.map { "“\($0)”" }.joined(separator: " and ")
    let links = (key.links ?? []).map { ", “\($0.field)” from the table “\($0.table)”" }
    return "\(key.dataset): \(key.rows.counted("row")), identified by \(names)\(links.joined())"
  }

  private func summary(of problems: [String: Int]) -> String {
    let parts = Dataset.Problem.Kind.allCases.compactMap { kind in
      problems[kind.rawValue].map { $0.counted(kind.noun) }
    }
    return "Problems in the data: \(parts.joined(separator: ", "))"
  }

  /// Returns seconds with two decimals, such as `0.30`.
  private func rounded(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension Dataset.Problem.Kind {
  /// The singular noun in messages.
  fileprivate var noun: String {
    switch self {
    case .value: "mistyped value"
    case .repeatedKey: "repeated key"
    case .missingKey: "missing key"
    case .missingFields: "short row"
    case .surplusFields: "long row"
    case .quotes: "misquoted row"
    case .columnName: "unusable column name"
    case .encoding: "damaged line"
    case .row: "unreadable row"
    }
  }
}

/// A number of bytes in a readable unit: `512 B`, `12 KB`, `3.4 MB`.
struct ByteCount: CustomStringConvertible {
  let count: Int

  init(_ count: Int) { self.count = count }

  var description: String {
    switch count {
    case ..<1000: "\(count) B"
    case ..<1_000_000: "\((count + 500) / 1000) KB"
    default: "\(Double((count + 50_000) / 100_000) / 10) MB"
    }
  }
}
