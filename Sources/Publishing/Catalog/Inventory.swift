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
  /// When the store was written, by the file system's clock; nothing if what is known is not in a store.
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
