import Diagnostics
import Fingerprints

/// The inventory of a catalog, and the log that stores it.
///
/// A publishing appends its changes as a batch. When half of the log is out of date, it is rewritten. A log that is
/// torn, or broken as a whole, has lost records: then every file that it contains is inspected, and a file that it does
/// not contain may still be the catalog's. The log itself records this, until a publishing of all files clears it.
final class Store {
  static let name = "store"
  /// The names of the lists of files that older versions kept.
  static let olderNames = ["manifest", "undelivered"]

  enum Update {
    /// A batch is appended.
    case batch(SealedLog.Chunk)
    /// The log is replaced.
    case log(SealedLog.Chunk)
  }

  /// The identity of a log at a point in time.
  struct Identity {
    /// The seal of the first batch.
    var start: Fingerprint
    /// The seal of the last batch.
    var end: Fingerprint
  }

  /// The records of the catalog's files.
  var inventory = Inventory()
  /// The end of the log; `nil` if there is none.
  private var end: SealedLog.Position?
  /// The seal of the first batch.
  private var start = Fingerprint(high: 0, low: 0)
  /// The seals of all batches of a log that was read, until `settle` is called.
  private var seals: [Fingerprint] = []
  /// The number of batches in the log plus the number of files in them, a measure of the log's size.
  private var weight = 0
  /// The properties of the catalog according to the log.
  private var marks: Inventory.Marks = []
  /// Whether the log is torn or incomplete.
  private var isTorn = false

  init() {}

  /// Reads the log from the first of the folders that has one.
  ///
  /// - Throws: `DiagnosticsError` if it cannot be read, or another version wrote it.
  /// - Complexity: O(*n*) in the length of the log.
  init(in folders: [Folder], _ diagnostics: PublishingDiagnostics) throws(DiagnosticsError) {
    let name = diagnostics.path(Self.name)
    let file: (bytes: [UInt8], status: FileStatus)?
    do {
      file = try Self.read(in: folders)
    } catch {
      guard error.isObstacle else { throw diagnostics.error("read", name, error) }
      throw diagnostics.obstacle(name, to: name)
    }
    guard let file else {
      let isOlder = try diagnostics.attempt("read", name) { () throws(SystemError) in
        for folder in folders {
          for name in ["manifest", "manifest.json"] where try folder.status(of: name) != nil { return true }
        }
        return false
      }
      if isOlder { throw diagnostics.otherVersion() }
      return
    }
    guard let log = SealedLog.read(.store, file.bytes), let known = Self.content(of: log) else {
      if SealedLog.isOfAnotherVersion(.store, file.bytes) { throw diagnostics.otherVersion() }
      isTorn = true
      return
    }
    (inventory, weight) = known
    inventory.recorded = file.status.modified
    end = log.end
    start = log.seals[0]
    seals = log.seals
    marks = inventory.marks
    isTorn = log.isTorn
  }

  /// Returns the inventory in a log, and the log's weight, or `nil` if the first batch is missing or a batch is
  /// malformed.
  private static func content(of log: SealedLog.Content) -> (inventory: Inventory, weight: Int)? {
    guard let first = log.chunks.first, var inventory = Inventory(log: log.reader(of: first)) else { return nil }
    var weight = 1 + inventory.entryCount
    for chunk in log.chunks.dropFirst() {
      guard let count = inventory.take(log.reader(of: chunk)) else { return nil }
      weight += 1 + count
    }
    return (inventory, weight)
  }

  private static func read(in folders: [Folder]) throws(SystemError) -> (bytes: [UInt8], status: FileStatus)? {
    for folder in folders {
      if let file = try folder.read(name) { return file }
    }
    return nil
  }

  /// Applies a batch that a process was about to append when it was killed.
  ///
  /// - Returns: The update that is left to write, or `nil` if the log is complete, or the batch is malformed.
  func take(pending batch: SealedLog.Chunk) -> Update? {
    if seals.contains(batch.seal) {
      // Bytes after the batch are not part of the log, and are cut off when it is written again.
      defer { isTorn = false }
      return isTorn ? .batch(batch) : nil
    }
    let continues = end.map { SealedLog.continues($0, batch) } ?? false
    // A batch sets states, which are right even if the batch before it is lost.
    guard let count = inventory.take(SealedLog.reader(of: batch)) else { return nil }
    guard continues else {
      // The batch was to follow another one, which is lost.
      isTorn = true
      inventory.loseRecords()
      let update = Update.log(inventory.log())
      keep(update, writtenAt: nil)
      return update
    }
    isTorn = false
    marks = inventory.marks
    weight += 1 + count
    end = batch.end
    return .batch(batch)
  }

  /// Compares a log that was read with the list of changes of the last publishing. If the machine crashed, other files
  /// may have reached the disk before the last batch did.
  ///
  /// - Returns: The update that is left to write, or `nil` if the log is complete, or cannot be completed and counts as
  ///   torn.
  func take(last commit: Commit) -> Update? {
    // The list belongs to another log, or the log has everything that it should have.
    guard let last = commit.store, last.start == seals.first, !seals.contains(last.end) else { return nil }
    if let batch = commit.batch { return take(pending: batch) }
    isTorn = true
    return nil
  }

  /// Marks the log as torn, since it may have lost its end.
  func doubtRecords() { isTorn = true }

  /// Finishes the loading of a log. If it is torn, its records are marked as lost.
  func settle() {
    seals = []
    if isTorn { inventory.loseRecords() }
    if inventory.hasLostRecords { inventory.recorded = nil }
  }

  /// Whether the log matches the inventory.
  var isWritten: Bool { !inventory.isChanged && inventory.recorded != nil && marks == inventory.marks }

  /// Returns the update of the log with the changes of the current publishing.
  ///
  /// - Complexity: O(*k* log *k*) for *k* files that were changed; amortized if the log is rewritten.
  func update() -> Update {
    let changed = inventory.changed
    let count = inventory.entryCount
    // Rewriting a short log would save nothing.
    let isOld = (weight > 64 && weight + changed.count >= 2 * count) || changed.count > count / 2
    guard let end, inventory.recorded != nil, !isOld else { return .log(inventory.log()) }
    return .batch(inventory.batch(of: inventory.inOrder(changed), inventory.marks, after: end))
  }

  func identity(after update: Update?) -> Identity? {
    switch update {
    case .batch(let chunk): Identity(start: start, end: chunk.seal)
    case .log(let chunk): Identity(start: chunk.seal, end: chunk.seal)
    case nil: end.map { Identity(start: start, end: $0.seal) }
    }
  }

  /// Marks the inventory as written by an update, which is on the disk or committed.
  ///
  /// - Parameter time: The time when a new log was written, by the file system's clock; `nil` if the update is not
  ///   written yet.
  func keep(_ update: Update, writtenAt time: Int?) {
    switch update {
    case .batch(let chunk):
      // Counted before the changes are kept, and forgotten.
      weight += 1 + inventory.changed.count
      end = chunk.end
    case .log(let chunk):
      weight = 1 + inventory.entryCount
      start = chunk.seal
      end = chunk.end
    }
    if let time { wasWritten(at: time) }
    marks = inventory.marks
    inventory.keepChanges()
  }

  /// Sets the time when the log was written.
  func wasWritten(at time: Int) { inventory.recorded = inventory.hasLostRecords ? nil : time }

  /// Returns the update of the log after all changes were delivered. The inventory does not change yet.
  func updateOfDelivery() -> Update {
    guard let end, inventory.recorded != nil else {
      var inventory = inventory
      inventory.forgetChanges()
      return .log(inventory.log())
    }
    return .batch(inventory.batch(of: [], marks.union(.delivered), after: end))
  }

  /// Marks all changes as delivered in the inventory, after the update was written.
  func keepDelivery(_ update: Update) {
    switch update {
    case .batch(let chunk):
      weight += 1
      end = chunk.end
    case .log(let chunk):
      start = chunk.seal
      end = chunk.end
      marks = inventory.marks
    }
    inventory.forgetChanges()
  }
}

extension Inventory {
  /// The number of files in a log of the whole inventory.
  fileprivate var entryCount: Int { count + goneCount }
}
