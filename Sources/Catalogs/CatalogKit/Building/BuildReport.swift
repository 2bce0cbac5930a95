import Datasets
import Diagnostics
package import Publishing

/// The results of a build.
public struct BuildReport: Codable, Hashable, Sendable {
  /// The numbers of files of one kind.
  package struct Files: Codable, Hashable, Sendable {
    /// The number of files.
    package var total = 0
    /// The number of files that were rendered, because their inputs differed from those of the last build.
    package var rendered = 0
    /// The number of files that were created or changed on disk.
    package var written = 0
    /// The number of files that stayed as they were.
    package var unchanged = 0
    /// The number of bytes that were written.
    package var bytes = 0
  }

  /// The duration of a build, by phase.
  package struct Seconds: Codable, Hashable, Sendable {
    /// The total duration.
    package var total = 0.0
    /// Reading the configuration, the data and the templates, and creating the chain.
    package var reading = 0.0
    /// Planning the pages, and determining their inputs.
    package var planning = 0.0
    /// Rendering and writing files.
    package var writing = 0.0
  }

  /// The changes of records, which are known when a watched catalog is updated.
  package struct Rows: Codable, Hashable, Sendable {
    /// The number of records that were inserted.
    package var inserted = 0
    /// The number of records that were updated.
    package var updated = 0
    /// The number of records that were deleted.
    package var deleted = 0
    /// The number of records that were moved.
    package var moved = 0

    var isEmpty: Bool { inserted + updated + deleted + moved == 0 }
  }

  /// The inferred key of a data set's rows.
  package struct Key: Codable, Hashable, Sendable {
    /// The data set.
    package var dataset: String
    /// The fields; empty if the keys are the names of files, or the numbers of rows.
    package var fields: [String]
    /// Whether the keys are the names of files.
    package var areFileNames: Bool
    /// The number of rows.
    package var rows: Int
    /// The fields that come from link tables, which only relate rows to each other; `nil` if there are none.
    package var links: [Link]?
  }

  /// A field that comes from a link table, which has no pages.
  package struct Link: Codable, Hashable, Sendable {
    /// The field.
    package var field: String
    /// The table.
    package var table: String
  }

  /// A problem of the data, and how it was resolved.
  package struct Problem: Codable, Hashable, Sendable {
    /// The data set.
    package var dataset: String
    /// The code of the finding.
    package var code: String
    /// The file.
    package var file: String?
    /// The row, as numbered in a spreadsheet.
    package var row: Int?
    /// The line of the text.
    package var line: Int?
    /// The field.
    package var field: String?
    /// The problem, and how it was resolved.
    package var message: String
  }

  /// The number of rows that are shown, each counted once.
  public var rows = 0
  /// The number of rows in the data sets that the chains begin with, including those that a step hides.
  package var candidates = 0
  /// The changes of records, if they are known.
  package var changes: Rows?
  /// The keys that were inferred.
  package var keys: [Key] = []
  /// The number of problems of the data, by kind.
  package var problems: [String: Int] = [:]
  /// The problems of the data, in order; the first thousand of each data set.
  package var problemList: [Problem] = []
  /// The number of sections on the home page.
  public var sections = 0
  /// The formats that were rendered.
  public var formats: [String] = []
  /// The formats that could not be rendered. Their files stayed as they were.
  public var failedFormats: [String] = []
  /// The pages, in every format.
  package var pages = Files()
  /// Other files, such as style sheets, pictures, indexes and feeds.
  package var assets = Files()
  /// The paths of new files, in order.
  public var created: [String] = []
  /// The paths of files whose bytes have changed, in order.
  public var updated: [String] = []
  /// The paths of files that are no longer part of the catalog, in order.
  public var deleted: [String] = []
  /// The paths of files that were restored, because something other than a build had changed or deleted them, in order.
  package var mended: [String] = []
  /// The number of relative links and pictures that lead nowhere, in the cells of the pages that were rendered: all
  /// pages in a first build, or a clean one.
  package var brokenLinks = 0
  /// All files that have changed since the last list of changes was delivered; `nil` in a report without such a list.
  /// See ``CatalogBuilder/deliver(_:to:)``.
  package var undelivered: FileChanges?
  /// The duration of the build.
  package var seconds = Seconds()
  /// The folder that was written to.
  public var output = ""

  /// Whether nothing was changed on disk.
  public var isUnchanged: Bool { created.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Adds the inferred key of a data set, and its problems.
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
    for (kind, count) in found.flatMap(\.counts) { problems[kind.rawValue, default: 0] += count }
    problemList += found.flatMap(\.list).map { problem in
      let finding = problem.finding
      let location = problem.finding.location
      return Problem(
        dataset: dataset.name, code: finding.code.rawValue, file: location.file, row: location.row, line: location.line,
        field: location.field, message: finding.message)
    }
  }

  /// Copies the lists of changed files, but not the numbers of files.
  mutating func copyChanges(from report: PublishingReport) {
    created = report.created
    updated = report.updated
    deleted = report.deleted
    mended = report.mended
  }

  /// Copies the lists of changed files, and their numbers.
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
