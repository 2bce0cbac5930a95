import Fingerprints

/// The files of a catalog, and what is known of them.
///
/// What a publishing changes is noted in a journal, so that it can be undone, and written, at the cost of what has changed.
struct Inventory: Sendable {
  /// A number for each path that has been heard of.
  private(set) var paths = PathTable()
  /// By number.
  private var entries: [Entry] = []
  /// The folders that the catalog's files are in.
  private var folders = FolderCounts()
  /// How many files the catalog has.
  private(set) var count = 0
  /// How many files are gone, and nobody was told.
  private(set) var goneCount = 0
  /// The numbers of the catalog's files in the order of a walk through the folders, and some that are not its files any more.
  private var order: [Int] = []
  /// The numbers of files that have come and have no place in the order yet.
  private var unordered: [Int] = []
  /// Whether a file has gone that still has its place in the order.
  private var isOrderStale = false
  /// The numbers of files of which a change was noted, and some of which it was delivered.
  private var noted: [Int] = []
  /// The files that the present publishing has changed.
  private(set) var changed: [Int] = []
  /// What those of them were of which anything was known.
  private var journal: [(id: Int, state: FileState)] = []
  /// The number of the present publishing.
  private var publishing: UInt32 = 0
  private var hadLostRecords = false
  /// How many files were looked at or changed one by one: the work that grows with the catalog, or does not.
  private(set) var visits = 0

  /// Whether the folder may hold files that belong to somebody else.
  var isAdopted = false
  /// Whether records were lost: then there may be files that the catalog had published and that are in no record.
  var hasLostRecords = false
  /// When the records were written, by the file system's clock; nil if what is known is not on the disk.
  var recorded: Int?

  // MARK: - Asking

  /// Whether a path is that of a file of the catalog.
  func owns(_ path: some StringProtocol) -> Bool { paths.id(of: path).map { isOurs($0) } ?? false }

  /// Whether a path is that of a file of the catalog.
  func owns(_ path: [UInt8]) -> Bool {
    path.withUnsafeBufferPointer { paths.id(of: $0) }.map { isOurs($0) } ?? false
  }

  /// Whether a file belongs to the catalog.
  func isOurs(_ id: Int) -> Bool { entries[id].state.isOurs }

  /// What is known of a file.
  func record(of id: Int) -> FileRecord? { entries[id].state.record }

  /// What happened to a file that was not delivered yet.
  func change(of id: Int) -> FileChange? { entries[id].state.change }

  /// Whether the present publishing names a file.
  func isPlanned(_ id: Int) -> Bool { entries[id].planned == publishing }

  // MARK: - Changing

  /// The number of a path, which is entered if need be.
  mutating func enter(_ path: String) -> Int {
    let id = paths.enter(path)
    if id == entries.count { entries.append(Entry()) }
    return id
  }

  /// Notes that the present publishing names a file.
  ///
  /// - Returns: Whether it does so for the first time.
  mutating func plan(_ id: Int) -> Bool {
    visits += 1
    guard !isPlanned(id) else { return false }
    entries[id].planned = publishing
    return true
  }

  /// Takes a file in.
  mutating func add(_ id: Int) {
    var state = entries[id].state
    state.isOurs = true
    set(state, of: id)
  }

  /// Gives a file away.
  mutating func remove(_ id: Int) {
    var state = entries[id].state
    state.isOurs = false
    state.record = nil
    set(state, of: id)
  }

  /// Notes what is known of a file.
  mutating func setRecord(_ record: FileRecord, of id: Int) {
    guard entries[id].state.record != record else { return }
    var state = entries[id].state
    state.record = record
    set(state, of: id)
  }

  /// Notes what happened to a file, to be delivered.
  mutating func note(_ change: FileChange, of id: Int) {
    var state = entries[id].state
    state.change = if let earlier = state.change { earlier.followed(by: change) } else { change }
    set(state, of: id)
  }

  /// Sets what a file is, and notes in the journal what it was.
  mutating func set(_ state: FileState, of id: Int) {
    let old = entries[id].state
    guard state != old else { return }
    visits += 1
    if !entries[id].isJournaled {
      entries[id].isJournaled = true
      changed.append(id)
      if old != FileState() { journal.append((id, old)) }
    }
    change(id, to: state)
  }

  private mutating func change(_ id: Int, to state: FileState) {
    let old = entries[id].state
    entries[id].state = state
    goneCount += (state.isGone ? 1 : 0) - (old.isGone ? 1 : 0)
    if state.change != nil, !entries[id].isNoted {
      entries[id].isNoted = true
      noted.append(id)
    }
    guard state.isOurs != old.isOurs else { return }
    let paths = paths
    paths.withBytes(of: id) { if state.isOurs { folders.add($0) } else { folders.remove($0) } }
    count += state.isOurs ? 1 : -1
    if !state.isOurs {
      isOrderStale = true
    } else if !entries[id].isOrdered {
      entries[id].isOrdered = true
      unordered.append(id)
    }
  }

  // MARK: - Publishing

  /// Begins a publishing.
  mutating func begin() {
    precondition(changed.isEmpty)
    publishing += 1
    visits = 0
    hadLostRecords = hasLostRecords
  }

  /// Whether the present publishing has changed anything.
  var isChanged: Bool { !changed.isEmpty }

  /// Keeps what the present publishing has changed.
  ///
  /// - Complexity: O(*k*) for *k* files that were changed.
  mutating func keepChanges() {
    for id in changed { entries[id].isJournaled = false }
    (changed, journal) = ([], [])
  }

  /// Takes back what the present publishing has changed.
  ///
  /// - Complexity: O(*k*) for *k* files that were changed.
  mutating func undoChanges() {
    hasLostRecords = hadLostRecords
    // Of all others nothing was known.
    let before = Dictionary(uniqueKeysWithValues: journal)
    for id in changed {
      entries[id].isJournaled = false
      change(id, to: before[id] ?? FileState())
    }
    (changed, journal) = ([], [])
  }

  // MARK: - Order

  /// The numbers of the catalog's files, in the order of a walk through the folders.
  ///
  /// - Complexity: O(*n* + *m* log *m*) for *n* files, of which *m* have come since it was asked for last.
  mutating func walk() -> [Int] {
    visits += order.count + unordered.count
    if isOrderStale {
      for id in [order, unordered].joined() { entries[id].isOrdered = isOurs(id) }
      let entries = entries
      order.removeAll { !entries[$0].isOrdered }
      unordered.removeAll { !entries[$0].isOrdered }
      isOrderStale = false
    }
    if !unordered.isEmpty {
      order = paths.merging(order, paths.sorted(unordered))
      unordered = []
    }
    return order
  }

  /// Some numbers of files in the order of a walk through the folders.
  ///
  /// - Complexity: O(*k* log *k*) for *k* numbers, and O(*n*) if they are most of *n* files.
  mutating func inOrder(_ ids: [Int]) -> [Int] {
    visits += ids.count
    guard ids.count > count / 8 else { return paths.sorted(ids) }
    var isNamed = [Bool](repeating: false, count: entries.count)
    for id in ids { isNamed[id] = true }
    let files = walk().filter { isNamed[$0] }
    return files.count == ids.count ? files : paths.sorted(ids)
  }

  /// A file that is the folder of another one, if there is any among some that have come, or those that were there: no two such files can be.
  ///
  /// - Complexity: O(*k*) for *k* files that have come, and O(*n*) if they are most of *n* files.
  mutating func firstCollision(of added: [Int]) -> (file: Int, inside: Int)? {
    guard added.count > count / 8 || added.contains(where: { isColliding($0) }) else { return nil }
    return paths.firstCollision(in: walk())
  }

  private func isColliding(_ id: Int) -> Bool {
    paths.withBytes(of: id) { path in
      folders.contains(path)
        || path.indices.contains { index in
          path[index] == UInt8(ascii: "/")
            && (paths.id(of: UnsafeBufferPointer(rebasing: path[..<index])).map { isOurs($0) } ?? false)
        }
    }
  }

  // MARK: - Delivering

  /// Notes that all changes were delivered.
  ///
  /// - Complexity: O(*k*) for *k* files that were noted.
  mutating func forgetChanges() {
    for id in noted {
      entries[id].isNoted = false
      entries[id].state.change = nil
    }
    noted = []
    goneCount = 0
  }

  /// Notes that records were lost: all that is known has to be looked at, and any file may have been changed.
  mutating func loseRecords() {
    hasLostRecords = true
    for id in entries.indices where isOurs(id) { note(.updated, of: id) }
    keepChanges()
  }

  /// The changes that were not delivered.
  ///
  /// - Complexity: O(*k* log *k*) for *k* files that were noted, and O(*n*) if they are most of *n* files.
  mutating func undelivered() -> FileChanges {
    var all = FileChanges()
    for id in inOrder(noted.filter { isOurs($0) && change(of: $0) != nil }) {
      if let change = change(of: id) { all.append(paths[id], change) }
    }
    for id in gone { all.append(paths[id], .deleted) }
    return all
  }

  /// The numbers of the files that are gone, and nobody was told, in order.
  var gone: [Int] { paths.sorted(noted.filter { entries[$0].state.isGone }) }
}

extension Inventory {
  /// The files of an inventory whose paths are given, in the order of a walk but for those at the end that are gone; nil if they are not.
  ///
  /// - Parameters:
  ///   - list: The paths, each with a zero byte behind it.
  ///   - states: What is known of each file.
  /// - Complexity: O(*n*) in the length of the list.
  init?(paths list: ArraySlice<UInt8>, _ states: StateReader) {
    paths = PathTable(list)
    guard paths.count == states.count else { return nil }
    // With room for some more, so that the first one that comes need not wait until all are copied.
    entries.reserveCapacity(states.count + states.count / 8 + 64)
    var states = states
    while let state = states.next() {
      if state.isOurs {
        guard count == entries.count else { return nil }
        count += 1
      } else {
        guard state.isGone else { return nil }
        goneCount += 1
      }
      if state.change != nil { noted.append(entries.count) }
      entries.append(Entry(state: state, isOrdered: state.isOurs, isNoted: state.change != nil))
    }
    order = Array(0..<count)
    let (paths, ours) = (paths, count)
    let isSound = paths.withPaths { path in
      (0..<paths.count).allSatisfy { id in
        guard PathRules.allow(path(id)) else { return false }
        if id < ours { folders.add(path(id)) }
        return id == 0 || id == ours
          || PathTable.precedes(path(id - 1), path(id))
            && (id > ours || !PathTable.isFolder(path(id - 1), of: path(id)))
      }
    }
    guard isSound else { return nil }
  }

  /// What stands in the inventory for each number.
  private struct Entry {
    var state = FileState()
    /// Whether the number is among those that are ordered, or will be.
    var isOrdered = false
    /// Whether it is among the noted ones.
    var isNoted = false
    /// Whether the journal has it.
    var isJournaled = false
    /// The number of the last publishing that named the file.
    var planned: UInt32 = 0
  }
}

/// What is known of a path.
struct FileState: Equatable, Sendable {
  /// What is known of the file.
  var record: FileRecord?
  /// What happened to the file that was not delivered yet.
  var change: FileChange?
  /// Whether the file belongs to the catalog.
  var isOurs = false

  /// Whether the file is gone, and nobody was told.
  var isGone: Bool { !isOurs && change == .deleted }
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
