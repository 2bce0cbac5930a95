/// The files of a catalog, with a record of each.
///
/// The changes of a publishing are kept in a journal, so that they can be undone, or written, at a cost that depends on
/// the number of changes only.
///
/// Paths have numbers, which never change. Everything else is found by number:
///
///     number       0     1     2     3
///     paths        a     b/c   b/d   b/a
///     entries      ours  ours  gone  ours, added by the current publishing
///     order        0 1             in path order; `walk` merges the others into it
///     unordered    3
///     noted        2 3             with a change to deliver
///     changed      3               by the current publishing
struct Inventory: Sendable {
  /// The numbers of all known paths.
  private(set) var paths = PathTable()
  /// The entry of each path, by number.
  private var entries: [Entry] = []
  /// The folders that contain files of the catalog.
  private var folders = FolderCounts()
  /// The number of files of the catalog.
  private(set) var count = 0
  /// The number of deleted files whose deletion was not delivered.
  private(set) var goneCount = 0
  /// The numbers of the catalog's files in path order. It may still contain files that were removed: see
  /// `isOrderStale`.
  private var order: [Int] = []
  /// The numbers of added files that are not in `order` yet.
  private var unordered: [Int] = []
  /// Whether `order` or `unordered` contains a file that was removed.
  private var isOrderStale = false
  /// The numbers of files with a change to deliver. Some may have no change any more.
  private var noted: [Int] = []
  /// The numbers of the files that the current publishing has changed.
  private(set) var changed: [Int] = []
  /// The previous states of these files. Files with an empty previous state are left out.
  private var journal: [(id: Int, state: FileState)] = []
  /// The number of the current publishing.
  private var publishing: UInt32 = 0
  private var hadLostRecords = false
  /// The number of files that were visited or changed one by one: a measure of whether the work grows with the catalog.
  private(set) var visits = 0

  /// Whether the folder may hold foreign files.
  var isAdopted = false
  /// Whether records were lost: then there may be files that were published and have no record.
  var hasLostRecords = false
  /// The time when the records were written, by the file system's clock; `nil` if they are not on the disk.
  var recorded: Int?

  // MARK: - Lookup

  /// Returns whether a path is that of a file of the catalog.
  func owns(_ path: some StringProtocol) -> Bool { paths.id(of: path).map { isTracked($0) } ?? false }

  func owns(_ path: [UInt8]) -> Bool {
    path.withUnsafeBufferPointer { paths.id(of: $0) }.map { isTracked($0) } ?? false
  }

  /// Returns whether a file belongs to the catalog.
  func isTracked(_ id: Int) -> Bool { entries[id].state.isTracked }

  func state(of id: Int) -> FileState { entries[id].state }

  func record(of id: Int) -> FileRecord? { entries[id].state.record }

  /// Returns whether the plan of the current publishing contains a file.
  func isPlanned(_ id: Int) -> Bool { entries[id].planned == publishing }

  // MARK: - Changing

  /// Returns the number of a path, and adds the path if it is new.
  mutating func enter(_ path: String) -> Int {
    let id = paths.enter(path)
    if id == entries.count { entries.append(Entry()) }
    return id
  }

  /// Marks a file as planned by the current publishing.
  ///
  /// - Returns: Whether it was not marked before.
  mutating func plan(_ id: Int) -> Bool {
    visits += 1
    guard !isPlanned(id) else { return false }
    entries[id].planned = publishing
    return true
  }

  /// Adds a file to the catalog.
  mutating func add(_ id: Int) {
    var state = entries[id].state
    state.isTracked = true
    state.isChanged = true
    // The receivers of changes may have the file already: the record of that may be among the lost ones.
    if hasLostRecords { state.doubt() }
    set(state, of: id)
  }

  /// Removes a file and its record from the catalog.
  mutating func remove(_ id: Int) {
    var state = FileState()
    // What the receivers have is kept, as the deletion still has to be delivered to them.
    state.delivery = entries[id].state.delivery
    set(state, of: id)
  }

  mutating func setRecord(_ record: FileRecord, of id: Int) {
    guard entries[id].state.record != record else { return }
    var state = entries[id].state
    state.record = record
    set(state, of: id)
  }

  /// Marks the bytes of a file as changed.
  mutating func markChanged(_ id: Int) {
    var state = entries[id].state
    state.isChanged = true
    set(state, of: id)
  }

  /// Sets the state of a file, and saves its previous state in the journal.
  mutating func set(_ state: FileState, of id: Int) {
    let old = entries[id].state
    guard state != old else { return }
    visits += 1
    // Only the first change of a publishing is journaled. Its old state is the one to return to.
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
    guard state.isTracked != old.isTracked else { return }
    // A copy: the closure changes `folders`, and must not read `self` at the same time.
    let paths = paths
    paths.withBytes(of: id) { if state.isTracked { folders.add($0) } else { folders.remove($0) } }
    count += state.isTracked ? 1 : -1
    if !state.isTracked {
      // Finding the file in `order` would cost O(*n*). It is removed by the next walk.
      isOrderStale = true
    } else if !entries[id].isOrdered {
      entries[id].isOrdered = true
      unordered.append(id)
    }
  }

  // MARK: - Publishing

  /// Starts a publishing. There must be no changes of an earlier one.
  mutating func begin() {
    precondition(changed.isEmpty)
    // With a new number no file is planned, and none of them has to be visited.
    publishing += 1
    visits = 0
    hadLostRecords = hasLostRecords
  }

  /// Whether the current publishing has changed any file.
  var isChanged: Bool { !changed.isEmpty }

  /// Keeps the changes of the current publishing.
  ///
  /// - Complexity: O(*k*) for *k* files that were changed.
  mutating func keepChanges() {
    for id in changed { entries[id].isJournaled = false }
    changed = []
    journal = []
  }

  /// Undoes the changes of the current publishing.
  ///
  /// - Complexity: O(*k*) for *k* files that were changed.
  mutating func undoChanges() {
    hasLostRecords = hadLostRecords
    // The state of all others was empty.
    let before = Dictionary(uniqueKeysWithValues: journal)
    for id in changed { change(id, to: before[id] ?? FileState()) }
    // The old states are kept now.
    keepChanges()
  }

  // MARK: - Order

  /// Returns the numbers of the catalog's files in path order.
  ///
  /// - Complexity: O(*n* + *m* log *m*) for *n* files, of which *m* were added since the last call.
  mutating func walk() -> [Int] {
    visits += order.count + unordered.count
    if isOrderStale {
      for id in [order, unordered].joined() { entries[id].isOrdered = isTracked(id) }
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

  /// Returns the given numbers in path order.
  ///
  /// - Complexity: O(*k* log *k*) for *k* numbers, and O(*n*) if they are many of the *n* files.
  mutating func inOrder(_ ids: [Int]) -> [Int] {
    visits += ids.count
    guard ids.count > count / 8 else { return paths.sorted(ids) }
    var isNamed = [Bool](repeating: false, count: entries.count)
    for id in ids { isNamed[id] = true }
    let files = walk().filter { isNamed[$0] }
    // Some numbers may be those of files that do not belong to the catalog any more.
    return files.count == ids.count ? files : paths.sorted(ids)
  }

  /// Returns a file whose path is that of a folder of another file, or `nil` if there is none. Two such files cannot
  /// both exist.
  ///
  /// - Parameter added: The files that were added. The files before them have no collisions.
  /// - Complexity: O(*k*) for *k* added files, and O(*n*) if they are many of the *n* files.
  mutating func firstCollision(of added: [Int]) -> (file: Int, inside: Int)? {
    guard added.count > count / 8 || added.contains(where: { isColliding($0) }) else { return nil }
    return paths.firstCollision(in: walk())
  }

  private func isColliding(_ id: Int) -> Bool {
    paths.withBytes(of: id) { path in
      folders.contains(path)
        || path.indices.contains { index in
          path[index] == UInt8(ascii: "/")
            && (paths.id(of: UnsafeBufferPointer(rebasing: path[..<index])).map { isTracked($0) } ?? false)
        }
    }
  }

  // MARK: - Delivery

  /// Removes all changes, after they were delivered.
  ///
  /// - Complexity: O(*k*) for *k* files with a change.
  mutating func forgetChanges() {
    for id in noted {
      entries[id].isNoted = false
      entries[id].state.deliver()
    }
    noted = []
    goneCount = 0
  }

  /// Marks records as lost: every file has to be inspected, and counts as changed.
  mutating func loseRecords() {
    hasLostRecords = true
    for id in entries.indices where isTracked(id) { add(id) }
    keepChanges()
  }

  /// Returns the changes that were not delivered.
  ///
  /// - Complexity: O(*k* log *k*) for *k* files with a change, and O(*n*) if they are many of the *n* files.
  mutating func undelivered() -> FileChanges {
    var all = FileChanges()
    for id in inOrder(noted.filter { isTracked($0) && state(of: $0).change != nil }) {
      if let change = state(of: id).change { all.append(paths[id], change) }
    }
    for id in gone { all.append(paths[id], .deleted) }
    return all
  }

  /// The numbers of the deleted files whose deletion was not delivered, in path order.
  var gone: [Int] { paths.sorted(noted.filter { entries[$0].state.isGone }) }
}

extension Inventory {
  /// Creates an inventory from a list of paths and states: first the catalog's files in path order, then the deleted
  /// files whose deletion was not delivered, also in path order. Returns `nil` if the list is not in this form.
  ///
  /// - Parameter list: The paths, each followed by a zero byte.
  /// - Complexity: O(*n*) in the length of the list.
  init?(paths list: ArraySlice<UInt8>, _ states: StateReader) {
    paths = PathTable(list)
    guard paths.count == states.count else { return nil }
    // The extra capacity lets files be added without copying all entries.
    entries.reserveCapacity(states.count + states.count / 8 + 64)
    var states = states
    while let state = states.next() {
      if state.isTracked {
        guard count == entries.count else { return nil }
        count += 1
      } else {
        guard state.isGone else { return nil }
        goneCount += 1
      }
      if state.change != nil { noted.append(entries.count) }
      entries.append(Entry(state: state, isOrdered: state.isTracked, isNoted: state.change != nil))
    }
    order = Array(0..<count)
    let paths = paths
    let ours = count
    let isSound = paths.withPaths { path in
      (0..<paths.count).allSatisfy { id in
        guard PathRules.allow(path(id)) else { return false }
        if id < ours { folders.add(path(id)) }
        // There are two lists in path order. The first path of each has none before it in its list.
        return id == 0 || id == ours
          || PathTable.precedes(path(id - 1), path(id))
            && (id > ours || !PathTable.isFolder(path(id - 1), of: path(id)))
      }
    }
    guard isSound else { return nil }
  }

  private struct Entry {
    var state = FileState()
    /// Whether the number is in `order` or `unordered`.
    var isOrdered = false
    /// Whether the number is in `noted`.
    var isNoted = false
    /// Whether the current publishing has changed the file, so that it is in `changed`.
    var isJournaled = false
    /// The number of the last publishing whose plan contained the file.
    var planned: UInt32 = 0
  }
}
