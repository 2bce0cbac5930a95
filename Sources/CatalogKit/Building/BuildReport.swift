import Datasets
import Diagnostics
package import Publishing

/// What a build did.
public struct BuildReport: Codable, Hashable, Sendable {
  /// What became of files of one kind.
  package struct Files: Codable, Hashable, Sendable {
    /// How many there are.
    package var total = 0
    /// How many had to be made: what they follow from was another than at the last build.
    package var rendered = 0
    /// How many were made or changed on the disk.
    package var written = 0
    /// How many stayed as they were.
    package var unchanged = 0
    /// How many bytes were written.
    package var bytes = 0

    init() {}

    init(_ counts: PublishingReport.Counts) {
      (total, rendered, written) = (counts.planned, counts.made, counts.written)
      (unchanged, bytes) = (counts.unchanged, counts.bytes)
    }
  }

  /// How long it took, by phase.
  package struct Seconds: Codable, Hashable, Sendable {
    /// From the beginning to the end.
    package var total = 0.0
    /// Reading the configuration, the data and the templates, and making the chain.
    package var reading = 0.0
    /// Finding out which pages there are, and what each is made from.
    package var planning = 0.0
    /// Making and writing files.
    package var writing = 0.0

    init() {}
  }

  /// What happened to the records, where that is known: when a catalog that is watched hears of a change.
  package struct Rows: Codable, Hashable, Sendable {
    /// How many are new.
    package var inserted = 0
    /// How many were changed.
    package var updated = 0
    /// How many have gone.
    package var deleted = 0
    /// How many stand at another place.
    package var moved = 0

    init() {}

    var isEmpty: Bool { inserted + updated + deleted + moved == 0 }
  }

  /// What the rows of a data set are known by, where that was found out.
  package struct Key: Codable, Hashable, Sendable {
    /// The data set.
    package var dataset: String
    /// The fields; empty for the names of their files, or the numbers of the rows.
    package var fields: [String]
    /// Whether it is the names of their files.
    package var areFileNames: Bool
    /// The number of rows.
    package var rows: Int
    /// The fields that come from tables which only say what rows go together; nil where there are none.
    package var links: [Link]?
  }

  /// A field that comes from a link table, which has no pages.
  package struct Link: Codable, Hashable, Sendable {
    /// The field.
    package var field: String
    /// The table.
    package var table: String
  }

  /// Something that is wrong with the data, and what was decided instead.
  package struct Problem: Codable, Hashable, Sendable {
    /// The data set.
    package var dataset: String
    /// The kind of finding.
    package var code: String
    /// The file.
    package var file: String?
    /// The row, as a spreadsheet shows it.
    package var row: Int?
    /// The line of the text.
    package var line: Int?
    /// The field.
    package var field: String?
    /// What is wrong, and what was decided.
    package var message: String
  }

  /// The number of rows that are shown, each counted once.
  public var rows = 0
  /// The number of rows that there were to show: those of the data sets that the chain begins with, also where a step hides them.
  package var candidates = 0
  /// What happened to them, where that is known.
  package var changes: Rows?
  /// What the rows are known by, where that was found out.
  package var keys: [Key] = []
  /// The number of problems of the data, by their kinds.
  package var problems: [String: Int] = [:]
  /// The problems of the data, in order: of each data set the first thousand.
  package var problemList: [Problem] = []
  /// The sections of the home page.
  public var sections = 0
  /// The formats that were rendered.
  public var formats: [String] = []
  /// Those of them that could not be rendered, and whose files are as they were.
  public var failedFormats: [String] = []
  /// The pages, in every format.
  package var pages = Files()
  /// Style sheets, pictures, indexes, feeds and the like.
  package var assets = Files()
  /// The paths of new files, in order.
  public var created: [String] = []
  /// The paths of files that have other bytes than before, in order.
  public var updated: [String] = []
  /// The paths of files that are not part of the catalog any more, in order.
  public var deleted: [String] = []
  /// The paths of those files that are as they were published before, since somebody else had changed or deleted them, in order.
  package var mended: [String] = []
  /// The number of relative links and pictures that lead nowhere, in the cells of the pages that were made: all of them at a first build, or
  /// a clean one.
  package var brokenLinks = 0
  /// All files that have changed since such a list was delivered last; nil in a report that delivers none. See
  /// ``CatalogBuilder/deliver(_:to:)``.
  package var undelivered: FileChanges?
  /// How long it took.
  package var seconds = Seconds()
  /// The folder that was written to.
  public var output = ""

  init() {}

  /// Whether nothing was changed on the disk.
  public var isUnchanged: Bool { created.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Takes over what was found out about a data set, and what is wrong with it.
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
      let (finding, location) = (problem.finding, problem.finding.location)
      return Problem(
        dataset: dataset.name, code: finding.code.rawValue, file: location.file, row: location.row, line: location.line,
        field: location.field, message: finding.message)
    }
  }

  /// Takes over what was touched on the disk, and not how many files there are.
  mutating func takeChanges(_ report: PublishingReport) {
    (created, updated, deleted, mended) = (report.created, report.updated, report.deleted, report.mended)
  }

  mutating func take(_ report: PublishingReport) {
    pages = Files(report.pages)
    assets = Files(report.assets)
    takeChanges(report)
  }
}
