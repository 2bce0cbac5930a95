import Datasets
import Diagnostics
import Foundation

extension BuildReport: CustomStringConvertible {
  /// What the command prints: the warnings, and a summary in a few lines.
  public var description: String { ((warnings.isEmpty ? [] : [warnings.text]) + summary).joined(separator: "\n") }

  /// The summary: the contents of the catalog, the problems of its data, and the changes of its files.
  package var summary: [String] {
    let rows = rows == candidates ? "" : "\(rows) of "
    let contents = "\(rows)\(candidates.counted("row")) in \(sections.counted("section"))"
    var lines = ["\(contents) → \(pages.total.counted("page")) (\(formats.joined(separator: ", ")))"]
    if let changes {
      lines.append(changes.summary)
    } else if !keys.isEmpty {
      lines.append(keys.map(\.description).joined(separator: "; "))
    }
    lines += ties.map(\.description)
    if !problemCounts.isEmpty { lines.append(summaryOfProblems) }
    let touched = Self.list([(created.count, "created"), (updated.count, "updated"), (deleted.count, "deleted")])
    let phases = [("reading", seconds.reading), ("planning", seconds.planning), ("writing", seconds.writing)]
      .map { "\($0.0) \(rounded($0.1))" }.joined(separator: ", ")
    if isUnchanged {
      lines.append("Nothing \(isChecking ? "would change" : "has changed") (\(rounded(seconds.total)) s)")
    } else {
      // The bytes of files that an interrupted build had written, and this build only moved, were not counted.
      let count = pages.bytes + assets.bytes
      let bytes = count > 0 ? " (\(ByteCount(count)))" : ""
      lines.append(
        "\(isChecking ? "Would be written: " : "")\(touched)\(bytes) in \(rounded(seconds.total)) s: \(phases)")
    }
    if brokenLinks > 0 {
      let links = brokenLinks == 1 ? "1 link leads" : "\(brokenLinks) links lead"
      lines.append("\(links) nowhere on the pages that were rendered: `pomona check` lists them")
    }
    if isVerifying {
      let total = pages.total + assets.total
      lines.append("\(isChecking ? "Would be restored" : "Restored"): \(mended.count) of \(total.counted("file"))")
      lines += mended.map { "! \($0)" }
    }
    if isChecking {
      lines += (created.map { "+ \($0)" } + updated.map { "~ \($0)" } + deleted.map { "- \($0)" })
    } else if formats.contains("html") {
      lines.append("Open \(URL(filePath: output).appending(path: "index.html").absoluteString)")
    } else {
      lines.append("See \(output)")
    }
    return lines.map(\.printable)
  }

  private var summaryOfProblems: String {
    let parts = Dataset.Problem.Kind.allCases.compactMap { kind in problemCounts[kind].map { $0.counted(kind.noun) } }
    return "Problems in the data: \(parts.joined(separator: ", "))"
  }

  /// Returns the numbers that are not zero with what they are of: `2 new, 1 changed`.
  package static func list(_ counts: [(Int, String)]) -> String {
    counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Returns seconds with two decimals, such as `0.30`.
  private func rounded(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension BuildReport.Rows: CustomStringConvertible {
  /// The changes as text: `2 new, 1 changed`.
  public var description: String {
    BuildReport.list([(inserted, "new"), (updated, "changed"), (deleted, "removed"), (moved, "moved")])
  }

  fileprivate var summary: String { "Rows: " + (isEmpty ? "none changed" : description) }
}

extension BuildReport.Key: CustomStringConvertible {
  /// What identifies the rows: `fruits: 12 rows, identified by “name”`.
  public var description: String {
    let names =
      fields.isEmpty
      ? areFileNames ? "the names of their files" : "their numbers"
      : fields.map { "“\($0)”" }.joined(separator: " and ")
    let links = (links ?? []).map { ", “\($0.field)” from the table “\($0.table)”" }
    return "\(dataset): \(rows.counted("row")), identified by \(names)\(links.joined())"
  }
}

extension BuildReport.Tie: CustomStringConvertible {
  /// Where the rows stand: `roles: its rows only tie works and people together, and are listed there`.
  public var description: String {
    let last = others.last.map { others.count > 1 ? " and \($0)" : $0 } ?? ""
    return
      "\(dataset): its rows only tie \(others.dropLast().joined(separator: ", "))\(last) together, and are listed there"
  }
}

extension BuildReport.Problem: CustomStringConvertible {
  /// The problem as text: `fruits.csv, row 12, field “price”: “n” is no number`.
  public var description: String {
    let place = Diagnostic.Location(file: file, row: row, line: line, field: field).description
    return "\(place.isEmpty ? "" : place + ": ")\(message)".printable
  }
}

extension BuildReport.Files: CustomStringConvertible {
  /// The numbers as text: `12 files, 3 rendered, 1 written`.
  public var description: String { "\(total.counted("file")), \(rendered) rendered, \(written) written" }
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
private struct ByteCount: CustomStringConvertible {
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
