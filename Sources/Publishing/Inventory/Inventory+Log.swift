import Fingerprints

/// The store is a log of batches; each says what has become of some files, and is appended when they are published.
///
/// A batch is marks, the number of its files, for each what it is and what is known of it, and the paths, each with a zero byte behind it.
/// What it says holds whatever was before, so that a batch may be taken in twice. The first one has all files, in the order of a walk, and
/// then those that are gone: so the same state makes the same bytes.
extension Inventory {
  /// What a batch says of the catalog.
  struct Marks: OptionSet {
    let rawValue: UInt64
    /// The folder may hold files that belong to somebody else.
    static let adopted = Marks(rawValue: 1)
    /// Records were lost before.
    static let lost = Marks(rawValue: 2)
    /// All changes before were delivered.
    static let delivered = Marks(rawValue: 4)
  }

  fileprivate static let recordLength = 64

  /// What is to be said of the catalog.
  var marks: Marks { [isAdopted ? .adopted : [], hasLostRecords ? .lost : []] }

  /// A log of all that is known.
  ///
  /// - Complexity: O(*n*) in its length.
  mutating func log() -> SealedLog.Chunk { batch(of: walk() + gone, marks, after: nil) }

  /// What has become of some files.
  ///
  /// - Parameter end: The end of the log.
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
          writer.put(record.ingredients)
          writer.put(record.inputs)
          writer.put(record.content)
          writer.put(record.size)
          writer.put(record.modified)
        }
        for id in ids { writer.put(path: path(id)) }
      }
    }
  }

  /// Reads the first batch of a log; nil if it names a place outside the folder.
  ///
  /// - Complexity: O(*n*) in its length.
  init?(log batch: ByteReader) {
    var batch = batch
    guard let marks = batch.number(), let states = StateReader(&batch), batch.rest.isEmpty || batch.rest.last == 0
    else { return nil }
    self.init(paths: batch.rest, states)
    take(Marks(rawValue: marks))
  }

  /// Takes in another batch.
  ///
  /// - Returns: The number of its files; nil if it names a place outside the folder.
  /// - Complexity: O(*k*) for *k* files.
  mutating func take(_ batch: ByteReader) -> Int? {
    var batch = batch
    guard let marks = batch.number(), var states = StateReader(&batch) else { return nil }
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

  private func state(of id: Int) -> FileState {
    FileState(record: record(of: id), change: change(of: id), isOurs: isOurs(id))
  }
}

/// What a batch says of its files, one after the other.
struct StateReader {
  /// How many files there are.
  let count: Int
  private var codes: ArraySlice<UInt8>.Iterator
  private var records: ByteReader

  /// Takes what a batch says of its files.
  fileprivate init?(_ batch: inout ByteReader) {
    guard let count = batch.integer(), count >= 0, count <= batch.rest.count / Inventory.recordLength,
      let codes = batch.bytes(count), let records = batch.part(count * Inventory.recordLength)
    else { return nil }
    self.count = count
    self.codes = codes.makeIterator()
    self.records = records
  }

  /// What is known of the next file; nil if there is none.
  mutating func next() -> FileState? {
    guard let code = codes.next(), let record = records.record() else { return nil }
    return FileState(code: code, record)
  }
}

extension ByteReader {
  fileprivate mutating func record() -> FileRecord? {
    numbers(8) { number in
      FileRecord(
        ingredients: Fingerprint(high: number(0), low: number(1)), inputs: Fingerprint(high: number(2), low: number(3)),
        content: Fingerprint(high: number(4), low: number(5)), size: Int(truncatingIfNeeded: number(6)),
        modified: Int(truncatingIfNeeded: number(7)))
    }
  }
}

extension FileState {
  /// What happened to the file, whether it is the catalog's, and whether anything is known of it.
  fileprivate var code: UInt8 { (change?.rawValue ?? 0) | (isOurs ? 4 : 0) | (record == nil ? 0 : 8) }

  fileprivate init(code: UInt8, _ record: FileRecord) {
    self.record = code & 8 == 0 ? nil : record
    change = FileChange(rawValue: code & 3)
    isOurs = code & 4 != 0
  }
}
