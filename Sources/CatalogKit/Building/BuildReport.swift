public import Publishing

/// What a build did.
public struct BuildReport: Codable, Hashable, Sendable {
  /// What became of files of one kind.
  public struct Files: Codable, Hashable, Sendable {
    /// How many there are.
    public var total = 0
    /// How many had to be made: what they follow from was another than at the last build.
    public var rendered = 0
    /// How many were made or changed on the disk.
    public var written = 0
    /// How many stayed as they were.
    public var unchanged = 0
    /// How many bytes were written.
    public var bytes = 0

    init() {}

    init(_ counts: PublishingReport.Counts) {
      (total, rendered, written) = (counts.planned, counts.made, counts.written)
      (unchanged, bytes) = (counts.unchanged, counts.bytes)
    }
  }

  /// How long it took, by phase.
  public struct Seconds: Codable, Hashable, Sendable {
    /// From the beginning to the end.
    public var total = 0.0
    /// Reading the configuration, the data and the templates, and making the chain.
    public var reading = 0.0
    /// Finding out which pages there are, and what each is made from.
    public var planning = 0.0
    /// Making and writing files.
    public var writing = 0.0

    init() {}
  }

  /// What happened to the records, where that is known: when a catalog that is watched hears of a change.
  public struct Rows: Codable, Hashable, Sendable {
    /// How many are new.
    public var inserted = 0
    /// How many were changed.
    public var updated = 0
    /// How many have gone.
    public var deleted = 0
    /// How many stand at another place.
    public var moved = 0

    init() {}

    var isEmpty: Bool { inserted + updated + deleted + moved == 0 }
  }

  /// The number of rows that are shown, each counted once.
  public var rows = 0
  /// The number of rows that there were to show: those of the data sets that the chain begins with, also where a step hides them.
  public var candidates = 0
  /// What happened to them, where that is known.
  public var changes: Rows?
  /// The sections of the home page.
  public var sections = 0
  /// The formats that were rendered.
  public var formats: [String] = []
  /// The pages, in every format.
  public var pages = Files()
  /// Style sheets, pictures, indexes, feeds and the like.
  public var assets = Files()
  /// The paths of new files, in order.
  public var created: [String] = []
  /// The paths of files that have other bytes than before, in order.
  public var updated: [String] = []
  /// The paths of files that are not part of the catalog any more, in order.
  public var deleted: [String] = []
  /// The paths of those files that are as they were published before, since somebody else had changed or deleted them, in order.
  public var mended: [String] = []
  /// The number of relative links and pictures that lead nowhere, in the cells of the pages that were made: all of them at a first build, or
  /// a clean one.
  public var brokenLinks = 0
  /// All files that have changed since such a list was delivered last; nil in a report that delivers none. See
  /// ``CatalogBuilder/deliver(_:to:)``.
  public var undelivered: FileChanges?
  /// How long it took.
  public var seconds = Seconds()
  /// The folder that was written to.
  public var output = ""

  init() {}

  /// Whether nothing was changed on the disk.
  public var isUnchanged: Bool { created.isEmpty && updated.isEmpty && deleted.isEmpty }

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
