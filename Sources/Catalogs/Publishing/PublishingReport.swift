package import Diagnostics

/// A report about the files that a publishing changed on the disk, and why.
///
/// The paths in the lists are in path order: bytewise, with the slash before every other byte. If an earlier build was
/// killed after it had committed, this publishing has completed its transaction, and the lists include its files.
package struct PublishingReport: Sendable {
  /// The numbers of files of one kind.
  package struct Counts: Hashable, Sendable {
    /// The number of files in the plan.
    package var planned = 0
    /// The number of files that were made, since their inputs have changed, or the file on the disk has.
    package var made = 0
    /// The number of files that were written, since their bytes have changed.
    package var written = 0
    /// The number of files that were on the disk with the right bytes, whether they were made or not.
    package var unchanged: Int { planned - written }
    /// The number of bytes that were written.
    package var bytes = 0
  }

  /// The files that did not exist before.
  package var created: [String] = []
  /// The files whose bytes have changed.
  package var updated: [String] = []
  /// The files that were deleted.
  package var deleted: [String] = []
  /// The files that were restored as they were published before, since another program had changed or deleted them.
  package var mended: [String] = []
  /// Warnings about the folder that a person should read although the catalog was published.
  package var warnings: [Diagnostic] = []
  /// The groups of files that could not be made, with their errors. Their files stay as they were.
  package var failures: [String: DiagnosticsError] = [:]
  /// The counts of pages.
  package var pages = Counts()
  /// The counts of all other files.
  package var assets = Counts()

  /// The number of files of the inventory that were visited or changed: a measure of the work that does not depend on
  /// the machine.
  package var visits = 0

  /// Creates an empty report.
  package init() {}

  /// The counts of the files of a kind.
  package subscript(kind: PlannedFile.Kind) -> Counts {
    get { kind == .page ? pages : assets }
    set { if kind == .page { pages = newValue } else { assets = newValue } }
  }
}

/// Options for publishing a catalog.
package struct PublishingOptions {
  /// The number of threads that make and write files; `nil` for one per processor.
  package var jobs: Int?
  /// Whether every file is made and compared with the file on the disk, whatever its record says. A file that has the
  /// right bytes is still not written.
  package var isClean: Bool
  /// Whether the other files are published if one of a group cannot be made. The files of the group stay as they were,
  /// and are made by the next publishing.
  package var keepsGoing = false
  /// The groups that failed before any of their files could be planned, with their errors.
  package var failedGroups: [String: DiagnosticsError] = [:]
  /// Returns whether a file that is not in the plan belongs to a group that failed, so that it is not deleted.
  package var isKept: (_ path: String, _ failedGroup: String) -> Bool = { _, _ in false }
  /// The notes to store with the catalog, by plain names, in the same transaction: see ``PublishedFolder/note(_:)``.
  /// Notes of other names stay as they are, except for the ``PublishedFolder/memo``.
  package var notes: [String: [UInt8]] = [:]
  /// The notes to store in place of those of the same names if no group of files fails.
  package var notesOfSuccess: [String: [UInt8]] = [:]
  /// The bytes to append to notes, by name. A note that is also replaced is not appended to. Appending lets a note
  /// about the whole catalog grow by the changes only.
  package var appendedNotes: [String: [UInt8]] = [:]
  /// A closure that is called from time to time, on the publishing thread, with the number of finished files and the
  /// number of files known so far.
  package var progress: (_ done: Int, _ total: Int) -> Void

  /// Creates options.
  package init(
    jobs: Int? = nil, isClean: Bool = false,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    self.jobs = jobs
    self.isClean = isClean
    self.progress = progress
  }
}
