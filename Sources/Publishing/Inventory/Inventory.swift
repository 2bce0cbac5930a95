import Fingerprints

/// The files of a catalog, and what is known of them; kept by the manifest and the store.
struct Inventory: Sendable {
  /// A number for each path that has been heard of.
  var paths = PathTable()
  /// By number: whether the file belongs to the catalog.
  private(set) var isOurs: [Bool] = []
  /// By number: what is known of the file.
  private(set) var records: [FileRecord?] = []
  /// By number: what happened to the file that was not delivered yet.
  private(set) var changes: [FileChange?] = []
  /// The numbers of the catalog's files, in the order of a walk through the folders.
  private(set) var order: [Int] = []
  /// Whether the folder may hold files that belong to somebody else.
  var isAdopted = false
  /// The fingerprint of the manifest that these files were read from, or written to.
  var manifest: Fingerprint?
  /// When the store was written, by the file system's clock; nil if what is known is not in a store.
  var recorded: Int?

  /// The number of a path, which is entered if need be.
  mutating func enter(_ path: String) -> Int {
    let id = paths.enter(path)
    makeRoom()
    return id
  }

  /// Whether a path is that of a file of the catalog.
  func owns(_ path: some StringProtocol) -> Bool { paths.id(of: path).map { isOurs[$0] } ?? false }

  /// Whether a path is that of a file of the catalog.
  func owns(_ path: [UInt8]) -> Bool {
    path.withUnsafeBufferPointer { paths.id(of: $0) }.map { isOurs[$0] } ?? false
  }

  /// Notes what is known of a file.
  mutating func setRecord(_ record: FileRecord?, of id: Int) { records[id] = record }

  /// Notes what happened to a file, to be delivered.
  mutating func note(_ change: FileChange, of id: Int) {
    changes[id] = if let earlier = changes[id] { earlier.followed(by: change) } else { change }
  }

  /// Notes that all changes were delivered.
  mutating func forgetChanges() { changes = Array(repeating: nil, count: changes.count) }

  /// Gives files away, and takes others in.
  ///
  /// - Complexity: O(*n* + *m* log *m*) for *n* files and *m* new ones.
  mutating func change(removing removed: [Int], adding added: [Int]) {
    for id in removed {
      isOurs[id] = false
      records[id] = nil
    }
    if !removed.isEmpty { order.removeAll { !isOurs[$0] } }
    for id in added { isOurs[id] = true }
    if !added.isEmpty { order = paths.merging(order, paths.sorted(added)) }
  }

  /// Takes in all paths that were entered, which are sorted.
  mutating func takeAll() {
    makeRoom()
    isOurs = Array(repeating: true, count: paths.count)
    order = Array(0..<paths.count)
  }

  private mutating func makeRoom() {
    let missing = paths.count - isOurs.count
    isOurs.append(contentsOf: repeatElement(false, count: missing))
    records.append(contentsOf: repeatElement(nil, count: missing))
    changes.append(contentsOf: repeatElement(nil, count: missing))
  }
}

/// What is known of a file of the catalog since it was made.
struct FileRecord: Equatable, Sendable {
  /// What may have to do with its bytes; zero where only preparing tells.
  var ingredients = Fingerprint(high: 0, low: 0)
  /// What its bytes follow from; zero where only they tell.
  var inputs = Fingerprint(high: 0, low: 0)
  /// Its bytes.
  var content: Fingerprint
  /// The number of its bytes.
  var size: Int
  /// When it was written, by the file system's clock: nanoseconds since 1970. It tells whether somebody else has written to it.
  var modified: Int
}

/// The store keeps what is known of each file of the manifest: it may be lost, and then everything is made anew.
///
/// It is the fingerprint of the manifest that it goes with, and a record for each of its files, in the same order; of a file of which
/// nothing is known the size is -1.
extension Inventory {
  private static let recordLength = 64

  /// Takes in what a store knows; nothing happens if it is broken, or goes with another manifest.
  ///
  /// - Parameters:
  ///   - bytes: The store.
  ///   - time: When it was written, by the file system's clock.
  /// - Complexity: O(*n*) in its length.
  mutating func read(store bytes: [UInt8], written time: Int) {
    guard var content = ChecksummedFile.content(.store, of: bytes), content.fingerprint() == manifest,
      content.rest.count == order.count * Self.recordLength
    else { return }
    for id in order {
      guard let ingredients = content.fingerprint(), let inputs = content.fingerprint(),
        let bytes = content.fingerprint(), let size = content.integer(),
        let modified = content.integer()
      else { return }
      if size >= 0 {
        setRecord(
          FileRecord(ingredients: ingredients, inputs: inputs, content: bytes, size: size, modified: modified), of: id)
      }
    }
    recorded = time
  }

  /// The store.
  ///
  /// - Complexity: O(*n*) in its length.
  func storeBytes() -> [UInt8] {
    let nothing = FileRecord(
      inputs: Fingerprint(high: 0, low: 0), content: Fingerprint(high: 0, low: 0), size: -1, modified: 0)
    return ChecksummedFile.bytes(.store, length: 16 + order.count * Self.recordLength) { writer in
      writer.put(manifest ?? nothing.inputs)
      for id in order {
        let record = records[id] ?? nothing
        writer.put(record.ingredients)
        writer.put(record.inputs)
        writer.put(record.content)
        writer.put(record.size)
        writer.put(record.modified)
      }
    }
  }
}

/// The manifest lists the files that belong to the catalog: only those are ever changed or deleted.
///
/// It is whether the folder is adopted, a number, and the paths in the order of a walk, each with a zero byte behind it. The same files
/// make the same bytes.
extension Inventory {
  /// Reads a manifest; nil if it is broken, and it is, too, if it names a place outside the folder.
  ///
  /// - Complexity: O(*n*) in its length.
  init?(manifest bytes: [UInt8]) {
    guard var content = ChecksummedFile.content(.manifest, of: bytes), let adopted = content.number(), adopted <= 1
    else {
      return nil
    }
    let list = content.rest
    guard list.isEmpty || list.last == 0 else { return nil }
    paths = PathTable(list)
    let isSound = paths.withPaths { path in
      (0..<paths.count).allSatisfy { id in
        guard PathRules.allow(path(id)) else { return false }
        return id == 0 || PathTable.precedes(path(id - 1), path(id)) && !PathTable.isFolder(path(id - 1), of: path(id))
      }
    }
    guard isSound else { return nil }
    isAdopted = adopted == 1
    manifest = ChecksummedFile.seal(of: bytes)
    takeAll()
  }

  /// The manifest.
  ///
  /// - Complexity: O(*n*) in its length.
  func manifestBytes() -> [UInt8] {
    paths.withPaths { path in
      let length = order.reduce(8) { $0 + path($1).count + 1 }
      return ChecksummedFile.bytes(.manifest, length: length) { writer in
        writer.put(isAdopted ? 1 : 0)
        for id in order { writer.put(path: path(id)) }
      }
    }
  }
}

/// What has changed since the list of changes was delivered last is kept until it is: for each file of the manifest what happened to it,
/// and the paths of files that are gone.
///
/// It is the fingerprint of the manifest that it goes with, a byte for each of its files, in the same order, and paths, each with a zero
/// byte behind it. So a build adds what it changes at the cost of a byte a file, however long nobody has asked.
extension Inventory {
  /// Takes in what was kept. Where it is broken, or goes with another manifest, every file counts as changed: to hear of a file
  /// twice does no harm, and never to hear of it does.
  ///
  /// - Complexity: O(*n*) in its length.
  mutating func read(undelivered bytes: [UInt8]) {
    guard let changes = changes(undelivered: bytes) else {
      for id in order { note(.updated, of: id) }
      return
    }
    for (id, change) in zip(order, changes.ofFiles) {
      if let change { note(change, of: id) }
    }
    for path in changes.deleted { note(.deleted, of: enter(path)) }
  }

  private func changes(undelivered bytes: [UInt8]) -> (ofFiles: [FileChange?], deleted: [String])? {
    guard var content = ChecksummedFile.content(.undelivered, of: bytes), content.fingerprint() == manifest,
      let ofFiles = content.bytes(order.count)
    else { return nil }
    var deleted: [String] = []
    while !content.rest.isEmpty {
      guard let path = content.path(), path.withUnsafeBufferPointer({ PathRules.allow($0) }) else { return nil }
      deleted.append(String(decoding: path, as: UTF8.self))
    }
    return (ofFiles.map { FileChange(rawValue: $0) }, deleted)
  }

  /// What is kept of the changes that were not delivered.
  ///
  /// - Complexity: O(*n*) in the number of files.
  func undeliveredBytes() -> [UInt8] {
    let gone = gone
    return paths.withPaths { path in
      let length = gone.reduce(16 + order.count) { $0 + path($1).count + 1 }
      return ChecksummedFile.bytes(.undelivered, length: length) { writer in
        writer.put(manifest ?? Fingerprint(high: 0, low: 0))
        for id in order { writer.put(byte: changes[id]?.rawValue ?? 0) }
        for id in gone { writer.put(path: path(id)) }
      }
    }
  }

  /// The changes that were not delivered.
  ///
  /// - Complexity: O(*n*) in the number of files, and O(*m* log *m*) for *m* files that are gone.
  var undelivered: FileChanges {
    var all = FileChanges()
    for id in order {
      if let change = changes[id] { all.append(paths[id], change) }
    }
    for id in gone { all.append(paths[id], .deleted) }
    return all
  }

  /// The numbers of the files that are gone, in order.
  private var gone: [Int] { paths.sorted(changes.indices.filter { !isOurs[$0] && changes[$0] == .deleted }) }
}
