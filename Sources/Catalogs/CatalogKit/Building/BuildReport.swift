public import Datasets
public import Diagnostics
import Foundation
package import Publishing

/// The results of a build: what is in the catalog, which files have changed, and what is wrong with the data.
///
/// ```swift
/// print(report)  // what the command prints: the warnings, and a summary
/// for problem in report.problems { print(problem.row ?? 0, problem.field ?? "", problem.message) }
/// ```
public struct BuildReport: Codable, Hashable, Sendable {
  /// The numbers of files of one kind.
  public struct Files: Codable, Hashable, Sendable {
    /// The number of files.
    public var total = 0
    /// The number of files that were rendered, because their inputs differed from those of the last build.
    public var rendered = 0
    /// The number of files that were created or changed on disk.
    public var written = 0
    /// The number of files that stayed as they were.
    public var unchanged = 0
    /// The number of bytes that were written.
    public var bytes = 0
  }

  /// The duration of a build, by phase.
  public struct Seconds: Codable, Hashable, Sendable {
    /// The total duration.
    public var total = 0.0
    /// Reading the configuration, the data and the templates, and creating the chain.
    public var reading = 0.0
    /// Planning the pages, and determining their inputs.
    public var planning = 0.0
    /// Rendering and writing files.
    public var writing = 0.0
  }

  /// The changes of records, which are known when a watched catalog is updated.
  public struct Rows: Codable, Hashable, Sendable {
    /// The number of records that were inserted.
    public var inserted = 0
    /// The number of records that were updated.
    public var updated = 0
    /// The number of records that were deleted.
    public var deleted = 0
    /// The number of records that were moved.
    public var moved = 0

    var isEmpty: Bool { inserted + updated + deleted + moved == 0 }
  }

  /// The inferred key of a data set's rows.
  public struct Key: Codable, Hashable, Sendable {
    /// The data set.
    public var dataset: String
    /// The fields; empty if the keys are the names of files, or the numbers of rows.
    public var fields: [String]
    /// Whether the keys are the names of files.
    public var areFileNames: Bool
    /// The number of rows.
    public var rows: Int
    /// The fields that come from link tables, which only relate rows to each other; `nil` if there are none.
    public var links: [Link]?
  }

  /// A field that comes from a link table, which has no pages.
  public struct Link: Codable, Hashable, Sendable {
    /// The field.
    public var field: String
    /// The table.
    public var table: String
  }

  /// A data set that only ties rows of others together, and therefore has no pages.
  public struct Tie: Codable, Hashable, Sendable {
    /// The data set.
    public var dataset: String
    /// The data sets whose pages list its rows.
    public var others: [String]
  }

  /// A problem of the data, and how it was resolved.
  public struct Problem: Codable, Hashable, Sendable {
    /// The data set.
    public var dataset: String
    /// The code of the finding.
    public var code: String
    /// The file.
    public var file: String?
    /// The row, as numbered in a spreadsheet.
    public var row: Int?
    /// The line of the text.
    public var line: Int?
    /// The field.
    public var field: String?
    /// The problem, and how it was resolved.
    public var message: String

    init(_ finding: Diagnostic, dataset: String) {
      self.dataset = dataset
      let location = finding.location
      (code, message) = (finding.code.rawValue, finding.message)
      (file, row, line, field) = (location.file, location.row, location.line, location.field)
    }
  }

  /// The number of rows that are shown, each counted once.
  public var rows = 0
  /// The number of rows in the data sets that the chains begin with, including those that a step hides.
  public var candidates = 0
  /// The changes of records, if they are known.
  public var changes: Rows?
  /// The keys that were inferred.
  public var keys: [Key] = []
  /// The data sets that only tie rows of others together, and therefore have no pages.
  public var ties: [Tie] = []
  /// The number of problems of the data, by kind: all of them, also those that are not listed.
  public var problemCounts: [Dataset.Problem.Kind: Int] = [:]
  /// The problems of the data, in order; the first thousand of each data set.
  public var problems: [Problem] = []
  /// What a person should know although the catalog was built: the first problems of each kind, and findings about the
  /// configuration, about addresses, and of plugins.
  public var warnings: [Diagnostic] = []
  /// The number of sections on the home page.
  public var sections = 0
  /// The formats that were rendered.
  public var formats: [String] = []
  /// The formats that could not be rendered. Their files stayed as they were.
  public var failedFormats: [String] = []
  /// The pages, in every format.
  public var pages = Files()
  /// Other files, such as style sheets, pictures, indexes and feeds.
  public var assets = Files()
  /// The paths of new files, in order.
  public var created: [String] = []
  /// The paths of files whose bytes have changed, in order.
  public var updated: [String] = []
  /// The paths of files that are no longer part of the catalog, in order.
  public var deleted: [String] = []
  /// The paths of files that were restored, because something other than a build had changed or deleted them, in order.
  public var mended: [String] = []
  /// The number of relative links and pictures that lead nowhere, in the cells of the pages that were rendered: all
  /// pages in a first build, or a clean one.
  public var brokenLinks = 0
  /// All files that have changed since the last list of changes was delivered; `nil` in a report without such a list.
  /// See ``CatalogBuilder/deliver(_:to:)``.
  package var undelivered: FileChanges?
  /// The duration of the build.
  public var seconds = Seconds()
  /// The folder that was written to.
  public var output = ""
  /// Whether nothing was written, and the report says what would be.
  var isChecking = false
  /// Whether all files of the folder were compared with what the catalog says.
  var isVerifying = false

  /// The members of a report as JSON. The warnings are none of them: the command prints them beside the report.
  private enum CodingKeys: String, CodingKey {
    case rows, candidates, changes, keys, ties, sections, formats, failedFormats, pages, assets, created, updated,
      deleted, mended, brokenLinks, undelivered, seconds, output
    case problemCounts = "problems"
    case problems = "problemList"
  }

  /// Whether nothing was changed on disk.
  public var isUnchanged: Bool { created.isEmpty && updated.isEmpty && deleted.isEmpty }

  mutating func describe(_ dataset: OpenDataset) {
    let source = dataset.source
    if !source.isKeyChosen {
      let links = dataset.foreignKeys.compactMap { key in key.linkTable.map { Link(field: key.fields[0], table: $0) } }
      keys.append(
        Key(
          dataset: dataset.name, fields: source.keyFields, areFileNames: source.areKeysFileNames,
          rows: source.numberOfItems, links: links.isEmpty ? nil : links))
    }
    let found = dataset.problems
    for (kind, count) in found.flatMap(\.counts) { problemCounts[kind, default: 0] += count }
    problems += found.flatMap(\.list).map { Problem($0.finding, dataset: dataset.name) }
  }

  /// Copies the lists of changed files, but not the numbers of files.
  mutating func copyChanges(from report: PublishingReport) {
    created = report.created
    updated = report.updated
    deleted = report.deleted
    mended = report.mended
  }

  mutating func copyFiles(from report: PublishingReport) {
    pages = Files(report.pages)
    assets = Files(report.assets)
    copyChanges(from: report)
  }
}

extension BuildReport.Files {
  fileprivate init(_ counts: PublishingReport.Counts) {
    total = counts.planned
    rendered = counts.made
    written = counts.written
    unchanged = counts.unchanged
    bytes = counts.bytes
  }
}

// MARK: - In words

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
      let bytes = count > 0 ? " (\(size(count)))" : ""
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

  /// Returns a number of bytes in a readable unit: `512 B`, `12 KB`, `3.4 MB`.
  private func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: "\(bytes) B"
    case ..<1_000_000: "\((bytes + 500) / 1000) KB"
    default: "\(Double((bytes + 50_000) / 100_000) / 10) MB"
    }
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
