import Diagnostics
import Fingerprints

/// What is known of a catalog, and the log that it is kept in.
///
/// What a publishing changes is appended as a batch. Where half of the log is old, it is written anew. A log that is torn has lost records:
/// then every file that it knows is looked at, and one that it does not know may yet be the catalog's; until all files were
/// published once more, the log says so itself.
final class Store {
  /// The name of the log.
  static let name = "store"
  /// The name of the list of files that older versions kept.
  static let olderNames = ["manifest", "undelivered"]

  /// How the log goes on.
  enum Update {
    /// With another batch.
    case batch(SealedLog.Chunk)
    /// With another log in its place.
    case log(SealedLog.Chunk)
  }

  /// What tells a log from any other, and from what it was.
  struct Identity {
    /// The seal of the first batch.
    var start: Fingerprint
    /// The seal of the last batch.
    var end: Fingerprint
  }

  /// What is known.
  var inventory = Inventory()
  /// Where the log ends; nil if there is none.
  private var end: SealedLog.Position?
  /// The seal of the first batch.
  private var start = Fingerprint(high: 0, low: 0)
  /// The seals of all batches of a log that was read, as long as it is not settled what it is worth.
  private var seals: [Fingerprint] = []
  /// How many batches there are in the log, and files in them.
  private var weight = 0
  /// What the log says of the catalog.
  private var marks: Inventory.Marks = []
  /// Whether the log is torn.
  private var isTorn = false

  /// Creates a store of nothing.
  init() {}

  /// Reads the log from the first of some folders that has one.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` if it is broken where it begins, or another version wrote it.
  /// - Complexity: O(*n*) in its length.
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
        for folder in folders where try folder.hasOlderStore { return true }
        return false
      }
      if isOlder { throw diagnostics.otherVersion() }
      return
    }
    guard let log = SealedLog.read(.store, file.bytes), let first = log.chunks.first,
      let inventory = Inventory(log: log.reader(of: first))
    else {
      if SealedLog.isOfAnotherVersion(.store, file.bytes) { throw diagnostics.otherVersion() }
      throw diagnostics.brokenList(name)
    }
    self.inventory = inventory
    weight = 1 + inventory.entryCount
    for chunk in log.chunks.dropFirst() {
      guard let count = self.inventory.take(log.reader(of: chunk)) else { throw diagnostics.brokenList(name) }
      weight += 1 + count
    }
    self.inventory.recorded = file.status.modified
    end = log.end
    start = log.seals[0]
    seals = log.seals
    marks = self.inventory.marks
    isTorn = log.isTorn
  }

  private static func read(in folders: [Folder]) throws(SystemError) -> (bytes: [UInt8], status: FileStatus)? {
    for folder in folders {
      if let file = try folder.read(name) { return file }
    }
    return nil
  }

  /// Takes in a batch that a process was going to append when it was killed.
  ///
  /// - Returns: How the log goes on; nil if it has the batch already, or the batch is broken.
  func take(pending batch: SealedLog.Chunk) -> Update? {
    guard let end else { return nil }
    if seals.contains(batch.seal) {
      // What follows it, if anything does, is nobody's.
      defer { isTorn = false }
      return isTorn ? .batch(batch) : nil
    }
    let continues = SealedLog.continues(end, batch)
    guard let count = inventory.take(SealedLog.reader(of: batch)) else { return nil }
    guard continues else {
      // It was to follow another one, which is lost.
      isTorn = true
      inventory.loseRecords()
      let log = inventory.log()
      self.end = log.end
      start = log.seal
      weight = 1 + inventory.entryCount
      marks = inventory.marks
      return .log(log)
    }
    isTorn = false
    marks = inventory.marks
    weight += 1 + count
    self.end = batch.end
    return .batch(batch)
  }

  /// Holds a log that was read against what the last publishing says of it: the machine may have gone down when its batch was not on the
  /// disk yet, and other things were.
  ///
  /// - Returns: How the log goes on; nil if it has all.
  func take(last commit: Commit) -> Update? {
    guard let last = commit.store, last.start == seals.first, !seals.contains(last.end) else { return nil }
    if let batch = commit.batch { return take(pending: batch) }
    isTorn = true
    return nil
  }

  /// Notes that the log may have lost its end.
  func doubtRecords() { isTorn = isTorn || end != nil }

  /// Settles what a log is worth that has been read.
  func settle() {
    seals = []
    if isTorn { inventory.loseRecords() }
    if inventory.hasLostRecords { inventory.recorded = nil }
  }

  /// Whether the log says what is known.
  var isWritten: Bool { !inventory.isChanged && inventory.recorded != nil && marks == inventory.marks }

  /// How the log goes on with what the present publishing has changed.
  ///
  /// - Complexity: O(*k*) for *k* files that were changed; amortized where the log is written anew.
  func update() -> Update {
    let changed = inventory.changed
    let count = inventory.entryCount
    // A log of a few files is not worth it.
    let isOld = (weight > 64 && weight + changed.count >= 2 * count) || changed.count > count / 2
    guard let end, inventory.recorded != nil, !isOld else { return .log(inventory.log()) }
    return .batch(inventory.batch(of: inventory.inOrder(changed), inventory.marks, after: end))
  }

  /// What the log is when it has gone on.
  func identity(after update: Update?) -> Identity? {
    switch update {
    case .batch(let chunk): Identity(start: start, end: chunk.seal)
    case .log(let chunk): Identity(start: chunk.seal, end: chunk.seal)
    case nil: end.map { Identity(start: start, end: $0.seal) }
    }
  }

  /// Notes that what is known is what the log says, or is going to.
  ///
  /// - Parameter time: When a log was written, by the file system's clock.
  func keep(_ update: Update, writtenAt time: Int?) {
    switch update {
    case .batch(let chunk):
      weight += 1 + inventory.changed.count
      end = chunk.end
    case .log(let chunk):
      weight = 1 + inventory.entryCount
      (start, end) = (chunk.seal, chunk.end)
    }
    if let time { wasWritten(at: time) }
    marks = inventory.marks
    inventory.keepChanges()
  }

  /// Notes when the log was written.
  func wasWritten(at time: Int) { inventory.recorded = inventory.hasLostRecords ? nil : time }

  /// How the log goes on where all changes were delivered; this is not known yet.
  func updateOfDelivery() -> Update {
    guard let end, inventory.recorded != nil else {
      var inventory = inventory
      inventory.forgetChanges()
      return .log(inventory.log())
    }
    return .batch(inventory.batch(of: [], marks.union(.delivered), after: end))
  }

  /// Notes that all changes were delivered, as the log says.
  func keepDelivery(_ update: Update) {
    switch update {
    case .batch(let chunk):
      weight += 1
      end = chunk.end
    case .log(let chunk):
      (start, end) = (chunk.seal, chunk.end)
      marks = inventory.marks
    }
    inventory.forgetChanges()
  }
}

extension Inventory {
  /// How many files a log of all that is known has.
  fileprivate var entryCount: Int { count + goneCount }
}

extension Folder {
  /// Whether an older version has kept a list of files here.
  fileprivate var hasOlderStore: Bool {
    get throws(SystemError) {
      for name in ["manifest", "manifest.json"] where try status(of: name) != nil { return true }
      return false
    }
  }
}
