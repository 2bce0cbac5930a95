package import Diagnostics

/// What was touched on the disk, and why.
///
/// The lists have their paths in the order of a walk through the folders: by bytes, a slash before everything else. If an earlier build was
/// cut short when it had begun to touch files, this one has finished it, and they have its files, too.
package struct PublishingReport: Sendable {
  /// How many files there were of one kind.
  package struct Counts: Hashable, Sendable {
    /// Files that the plan names.
    package var planned = 0
    /// Files that were made, since something that they follow from has changed, or what is on the disk has.
    package var made = 0
    /// Files that were written, since their bytes have changed.
    package var written = 0
    /// Files that were there with the right bytes, made or not.
    package var unchanged: Int { planned - written }
    /// The bytes that were written.
    package var bytes = 0
  }

  /// Files where none was.
  package var created: [String] = []
  /// Files that have other bytes than before.
  package var updated: [String] = []
  /// Files that are gone.
  package var deleted: [String] = []
  /// Those of the files that are as they were published before, since somebody else had changed or deleted them.
  package var mended: [String] = []
  /// The groups of files that could not be made, and why: their files are as they were.
  package var failures: [String: DiagnosticsError] = [:]
  /// The pages.
  package var pages = Counts()
  /// Everything else.
  package var assets = Counts()

  /// How many files were looked at or changed in what is known of the catalog: what does not depend on the machine.
  package var visits = 0

  /// Makes a report of nothing.
  package init() {}

  /// The counts of a kind.
  package subscript(kind: PlannedFile.Kind) -> Counts {
    get { kind == .page ? pages : assets }
    set { if kind == .page { pages = newValue } else { assets = newValue } }
  }
}

/// How a catalog is published.
package struct PublishingOptions {
  /// How many threads make and write files; nil for one on each processor.
  package var jobs: Int?
  /// Whether every file is made and compared with what is on the disk, whatever is known of it. A file that has the right bytes is not
  /// written, all the same.
  package var isClean: Bool
  /// Whether the other files are published if one of a group cannot be made. The files of the group stay as they were, and are due the next
  /// time.
  package var keepsGoing = false
  /// Groups that have failed before any of their files could be planned, and why.
  package var failedGroups: [String: DiagnosticsError] = [:]
  /// Whether a file that is not planned is one of a group that failed: it stays, too.
  package var isKept: (_ path: String, _ failedGroup: String) -> Bool = { _, _ in false }
  /// What is to be kept beside the catalog, by plain names, and comes and goes with it: see ``PublishedFolder/note(_:)``. A note that is not
  /// named stays as it was, but for the ``PublishedFolder/memo``.
  package var notes: [String: [UInt8]] = [:]
  /// What is appended to notes, by their names; a note that is replaced is not appended to. So a note about all of a catalog may grow by what
  /// has changed.
  package var appendedNotes: [String: [UInt8]] = [:]
  /// Is told now and then, by the thread that publishes, how many files are done, of how many that are known of.
  package var progress: (_ done: Int, _ total: Int) -> Void

  /// Chooses how a catalog is published.
  package init(
    jobs: Int? = nil, isClean: Bool = false,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    self.jobs = jobs
    self.isClean = isClean
    self.progress = progress
  }
}
