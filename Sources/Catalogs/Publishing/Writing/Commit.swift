import Fingerprints

/// The list of changes of a committed transaction: the work that is left after the point of no return, for this process
/// or the next one.
struct Commit {
  /// The changes of the catalog's files.
  var changes = FileChanges()
  /// Whether the files are staged flat: see ``StagedFiles``.
  var isFlat = false
  var isStoreStaged = false
  /// The batch that is appended to the store, if any.
  var batch: SealedLog.Chunk?
  /// The identity of the store after the transaction; `nil` if there is no store.
  var store: Store.Identity?
  /// The names of the notes that are replaced. They are staged.
  var replacedNotes: [String] = []
  /// The chunks that are appended to notes, sorted by the notes' names.
  var appendedNotes: [(name: String, chunk: SealedLog.Chunk)] = []

  init() {}

  /// Reads a list of changes, or returns `nil` if it is broken.
  ///
  /// - Parameter isFinished: Whether the transaction is complete, so that only the information about the store is read.
  init?(_ bytes: [UInt8], isFinished: Bool = false) {
    guard let log = SealedLog.read(.changes, bytes), !log.isTorn, log.chunks.count == 1 else { return nil }
    var content = log.reader(of: log.chunks[0])
    guard let isStaged = content.integer(), let batches = content.chunks(), batches.count <= 1,
      let seals = content.seals()
    else { return nil }
    isStoreStaged = isStaged != 0
    batch = batches.first
    store = seals.count == 2 ? Store.Identity(start: seals[0], end: seals[1]) : nil
    if isFinished { return }
    for list in [\Commit.changes.created, \.changes.updated, \.changes.deleted, \.replacedNotes] {
      guard let names = content.paths() else { return nil }
      self[keyPath: list] = names
    }
    guard let isFlat = content.integer(), let names = content.paths(), let chunks = content.chunks(),
      names.count == chunks.count, content.rest.isEmpty
    else { return nil }
    self.isFlat = isFlat != 0
    appendedNotes = Array(zip(names, chunks))
  }

  /// Returns the encoded list of changes.
  func bytes() -> [UInt8] {
    var content: [UInt8] = []
    content.append(number: isStoreStaged ? 1 : 0)
    content.append(chunks: batch.map { [$0] } ?? [])
    content.append(seals: store.map { [$0.start, $0.end] } ?? [])
    for list in [changes.created, changes.updated, changes.deleted, replacedNotes] { content.append(paths: list) }
    content.append(number: isFlat ? 1 : 0)
    content.append(paths: appendedNotes.map(\.name))
    content.append(chunks: appendedNotes.map(\.chunk))
    return SealedLog.chunk(.changes, content).bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: Int) {
    Swift.withUnsafeBytes(of: UInt64(truncatingIfNeeded: number).littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(paths: [String]) {
    append(number: paths.count)
    reserveCapacity(count + paths.reduce(0) { $0 + $1.utf8.count + 1 })
    for path in paths {
      append(contentsOf: path.utf8)
      append(0)
    }
  }

  fileprivate mutating func append(seals: [Fingerprint]) {
    append(number: seals.count)
    for seal in seals {
      append(number: Int(truncatingIfNeeded: seal.high))
      append(number: Int(truncatingIfNeeded: seal.low))
    }
  }

  fileprivate mutating func append(chunks: [SealedLog.Chunk]) {
    append(number: chunks.count)
    for chunk in chunks {
      append(number: chunk.offset)
      append(seals: [chunk.seal])
      append(number: chunk.bytes.count)
      append(contentsOf: chunk.bytes)
    }
  }
}

extension ByteReader {
  /// Reads a list, which begins with its length, or returns `nil` if it is broken.
  private mutating func list<Element>(_ read: (inout ByteReader) -> Element?) -> [Element]? {
    guard let count = integer() else { return nil }
    var list: [Element] = []
    // The count comes from a file, and may be any number. If it is too large, an element is missing.
    for _ in 0..<max(count, 0) {
      guard let element = read(&self) else { return nil }
      list.append(element)
    }
    return list
  }

  fileprivate mutating func paths() -> [String]? {
    list { reader -> String? in
      guard let path = reader.path(), path.withUnsafeBufferPointer({ PathRules.allow($0) }) else { return nil }
      return String(decoding: path, as: UTF8.self)
    }
  }

  fileprivate mutating func seals() -> [Fingerprint]? { list { $0.fingerprint() } }

  fileprivate mutating func chunks() -> [SealedLog.Chunk]? {
    list { reader -> SealedLog.Chunk? in
      guard let offset = reader.integer(), offset >= 0, let seal = reader.seals()?.first, let length = reader.integer(),
        let bytes = reader.bytes(length)
      else { return nil }
      return SealedLog.Chunk(offset: offset, bytes: Array(bytes), seal: seal)
    }
  }
}
