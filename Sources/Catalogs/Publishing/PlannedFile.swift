package import Diagnostics
package import Fingerprints

/// A file of the catalog's plan: its path, the inputs that its bytes depend on, and a closure that creates its content.
///
/// On its way to the folder, a file has three forms. ``Publication`` decides whether the next one is necessary: nothing
/// is created if the plan key is that of the last time, no bytes if the prepared key is, and nothing is written if the
/// bytes are:
///
///     PlannedFile ── prepare ──▶ FileTask ── FileStager ──▶ FinishedFile ──▶ Inventory, FileChanges
///       plan key                  content                     record
package struct PlannedFile {
  /// The error that preparing and making a file may throw.
  package typealias Failure = DiagnosticsError

  /// The kind of a file, by which reports count files.
  package enum Kind: String, Sendable {
    /// A page that was rendered.
    case page
    /// Any other file: style sheets, pictures, indexes, feeds.
    case asset
  }

  /// The file's path relative to the catalog's root, such as `fruits/apple.html`.
  package let path: String
  /// The kind of the file.
  package let kind: Kind
  /// The name of the group of files that fail together, such as those of a format: see
  /// ``PublishingOptions/keepsGoing``. `nil` for a file outside of any group.
  package let group: String?
  /// A fingerprint of everything that may affect the bytes: as long as it is the same, the file need not be prepared.
  /// It may cover more than the file uses. `nil` if only preparing the file determines whether it has changed.
  package let planKey: Fingerprint?
  /// Collects the inputs of the file, and returns its content; `nil` if the file need not be made, because `isUpToDate`
  /// says so of its prepared key. It is called for the files that may have changed, one after the other, on the thread
  /// that plans.
  package let prepare: (_ isUpToDate: Check) throws(Failure) -> FileContent?

  /// Returns whether a file has been made from exactly the inputs with a fingerprint, its *prepared key*: if so, it has
  /// the same bytes. The fingerprint is `nil` if only the bytes themselves determine whether the file has changed.
  package typealias Check = (_ preparedKey: Fingerprint?) throws(Failure) -> Bool

  /// Creates a file of a plan.
  package init(
    _ path: String, as kind: Kind, group: String? = nil, planKey: Fingerprint?,
    prepare: @escaping (_ isUpToDate: Check) throws(Failure) -> FileContent?
  ) {
    self.path = path
    self.kind = kind
    self.group = group
    self.planKey = planKey
    self.prepare = prepare
  }

  /// Creates a file of a plan that needs no preparation.
  ///
  /// - Parameters:
  ///   - path: The file's path relative to the catalog's root.
  ///   - group: The name of the group of files that fail together.
  ///   - key: The fingerprint of everything that the bytes depend on; `nil` if only the bytes themselves determine
  ///     whether the file has changed.
  package init(
    _ path: String, as kind: Kind, group: String? = nil, key: Fingerprint?,
    content: @escaping () throws(Failure) -> FileContent
  ) {
    self.init(path, as: kind, group: group, planKey: key) { (isUpToDate) throws(Failure) in
      try isUpToDate(key) ? nil : try content()
    }
  }
}

/// The content of a file, which can be produced on any thread.
package enum FileContent: Sendable {
  /// The given bytes.
  case bytes([UInt8])
  /// The bytes that a closure returns. The closure is a pure function of the values that it captures.
  case made(@Sendable () -> [UInt8])
  /// The bytes that a closure writes piece by piece, for files that are too large for memory.
  case streamed(@Sendable (_ write: ([UInt8]) throws -> Void) throws -> Void)
  /// One of several files that a ``ContentMaker`` creates together.
  case part(of: any ContentMaker, subject: any Sendable)
  /// A copy of the file at a path outside the catalog.
  case copy(of: String)
}

/// A type that creates the contents of several files at once, where that costs less than one after the other.
package protocol ContentMaker: AnyObject, Sendable {
  /// Returns the contents of files, in the order of the subjects.
  ///
  /// - Parameter subjects: The value that each of the files is made from.
  func contents(of subjects: [any Sendable]) throws(DiagnosticsError) -> [[UInt8]]
}

/// A file that has to be made.
struct FileTask: Sendable {
  /// The state of the file's place on the disk.
  enum Present: Equatable, Sendable {
    /// No file.
    case missing
    /// A file of the catalog with these bytes.
    case recorded(FileRecord)
    /// A file of the catalog whose bytes have to be read for the comparison.
    case unread
    /// A file that the catalog may have published, and whose record was lost. If it has other bytes than the ones made,
    /// it is a foreign file.
    case claimed
  }

  /// The position of the file in the plan, by which errors are ordered.
  let position: Int
  /// The number of the file's path in the inventory.
  let id: Int
  let path: String
  let kind: PlannedFile.Kind
  let group: String?
  let planKey: Fingerprint?
  let preparedKey: Fingerprint?
  let content: FileContent
  let present: Present

  /// The value that the file is made from, if it is made together with others.
  var subject: (any Sendable)? {
    if case .part(_, let subject) = content { subject } else { nil }
  }

  /// Returns whether the file is made together with another one.
  func isMade(with other: FileTask) -> Bool {
    guard case .part(let maker, _) = content, case .part(let otherMaker, _) = other.content else { return false }
    return maker === otherMaker
  }
}

/// A file that was made.
struct FinishedFile: Sendable {
  /// The number of the file's path in the inventory.
  let id: Int
  let kind: PlannedFile.Kind
  let group: String?
  let record: FileRecord
  /// What the file does to the one that was in its place before. If not `nil`, it was staged.
  let change: FileChange?

  /// - Parameter file: The bytes of the file, its size and its modification time. The keys are those of the task.
  init(_ task: FileTask, _ file: FileRecord, change: FileChange?) {
    (id, kind, group) = (task.id, task.kind, task.group)
    var record = FileRecord(content: file.content, size: file.size, modified: file.modified)
    if let planKey = task.planKey { record.planKey = planKey }
    if let preparedKey = task.preparedKey { record.preparedKey = preparedKey }
    self.record = record
    self.change = change
  }
}
