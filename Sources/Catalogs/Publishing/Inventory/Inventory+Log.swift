import Fingerprints

/// The store is a log of batches. Each batch has the new states of some files, and is appended when they are published.
///
/// A batch consists of marks, the number of files, a code and a record for each file, and the paths, each followed by a
/// zero byte:
///
///     marks │ n │ code × n │ record × n │ path 0 path 0 …
///
/// A batch sets states, independent of earlier ones, so that applying it twice has no further effect. The first batch
/// has all files in path order, followed by the deleted files whose deletion was not delivered: the same state always
/// has the same bytes.
extension Inventory {
  /// Properties of the catalog that a batch sets.
  struct Marks: OptionSet {
    let rawValue: UInt64
    /// The folder may hold foreign files.
    static let adopted = Marks(rawValue: 1)
    /// Records were lost.
    static let lost = Marks(rawValue: 2)
    /// All earlier changes were delivered.
    static let delivered = Marks(rawValue: 4)
  }

  fileprivate static let recordLength = 64

  /// The current properties of the catalog.
  var marks: Marks { [isAdopted ? .adopted : [], hasLostRecords ? .lost : []] }

  /// Returns a new log with a single batch of all files.
  ///
  /// - Complexity: O(*n*) in the length of the log.
  mutating func log() -> SealedLog.Chunk { batch(of: walk() + gone, marks, after: nil) }

  /// Returns a batch with the current states of some files.
  ///
  /// - Parameter end: The end of the log; `nil` for the first batch of a new one.
  /// - Complexity: O(*k*) for *k* files.
  mutating func batch(of ids: [Int], _ marks: Marks, after end: SealedLog.Position?) -> SealedLog.Chunk {
    let nothing = FileRecord(content: Fingerprint(high: 0, low: 0), size: 0, modified: 0)
    return paths.withPaths { path in
      let length = ids.reduce(16) { $0 + 1 + Self.recordLength + path($1).count + 1 }
      return SealedLog.chunk(.store, after: end, length: length) { writer in
        writer.put(marks.rawValue)
        writer.put(ids.count)
        for id in ids { writer.put(byte: state(of: id).code) }
        for id in ids {
          let record = record(of: id) ?? nothing
          writer.put(record.planKey)
          writer.put(record.preparedKey)
          writer.put(record.content)
          writer.put(record.size)
          writer.put(record.modified)
        }
        for id in ids { writer.put(path: path(id)) }
      }
    }
  }

  /// Creates an inventory from the first batch of a log, or returns `nil` if the batch is malformed, such as by a path
  /// outside the folder.
  ///
  /// - Complexity: O(*n*) in the length of the log.
  init?(log batch: ByteReader) {
    var batch = batch
    guard let marks = batch.number(), let states = StateReader(&batch), batch.rest.isEmpty || batch.rest.last == 0
    else { return nil }
    self.init(paths: batch.rest, states)
    take(Marks(rawValue: marks))
  }

  /// Applies a later batch.
  ///
  /// - Returns: The number of its files, or `nil` if the batch is malformed, such as by a path outside the folder.
  /// - Complexity: O(*k*) for *k* files.
  mutating func take(_ batch: ByteReader) -> Int? {
    var batch = batch
    guard let marks = batch.number(), var states = StateReader(&batch) else { return nil }
    // The whole batch is read before any of it is applied, so that a malformed one changes nothing.
    var paths: [String] = []
    for _ in 0..<states.count {
      guard let path = batch.path(), path.withUnsafeBufferPointer({ PathRules.allow($0) }) else { return nil }
      paths.append(String(decoding: path, as: UTF8.self))
    }
    take(Marks(rawValue: marks))
    for path in paths {
      if let state = states.next() { set(state, of: enter(path)) }
    }
    keepChanges()
    return paths.count
  }

  private mutating func take(_ marks: Marks) {
    isAdopted = marks.contains(.adopted)
    hasLostRecords = marks.contains(.lost)
    if marks.contains(.delivered) { forgetChanges() }
  }
}

/// An iterator over the states in a batch.
struct StateReader {
  /// The number of files of the batch.
  let count: Int
  private var codes: ArraySlice<UInt8>.Iterator
  private var records: ByteReader

  /// Reads past the codes and records of a batch, and leaves the paths.
  fileprivate init?(_ batch: inout ByteReader) {
    // The number comes from a file. The division cannot overflow, as a product could.
    guard let count = batch.integer(), count >= 0, count <= batch.rest.count / Inventory.recordLength,
      let codes = batch.bytes(count), let records = batch.part(count * Inventory.recordLength)
    else { return nil }
    self.count = count
    self.codes = codes.makeIterator()
    self.records = records
  }

  /// Returns the state of the next file, or `nil` at the end.
  mutating func next() -> FileState? {
    guard let code = codes.next(), let record = records.record() else { return nil }
    return FileState(code: code, record)
  }
}

extension ByteReader {
  fileprivate mutating func record() -> FileRecord? {
    numbers(8) { number in
      FileRecord(
        planKey: Fingerprint(high: number(0), low: number(1)),
        preparedKey: Fingerprint(high: number(2), low: number(3)),
        content: Fingerprint(high: number(4), low: number(5)), size: Int(truncatingIfNeeded: number(6)),
        modified: Int(truncatingIfNeeded: number(7)))
    }
  }
}

extension FileState {
  /// The encoding of the change (bits 0 and 1), of `isTracked` (bit 2), of whether there is a record (bit 3), and of
  /// whether the delivery is doubtful (bit 4).
  fileprivate var code: UInt8 {
    (change?.rawValue ?? 0) | (isTracked ? 4 : 0) | (record == nil ? 0 : 8) | (delivery == .doubtful ? 16 : 0)
  }

  fileprivate init(code: UInt8, _ record: FileRecord) {
    let change = FileChange(rawValue: code & 3)
    self.record = code & 8 == 0 ? nil : record
    isTracked = code & 4 != 0
    isChanged = change == .updated
    // The receivers have a file that was updated or deleted, and one of the catalog without a change. They do not have
    // one that was created.
    delivery =
      code & 16 != 0
      ? .doubtful : isChanged || change == (isTracked ? nil : .deleted) ? .present : .absent
  }
}
