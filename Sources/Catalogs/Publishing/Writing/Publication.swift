import Diagnostics
import Fingerprints

/// A publishing in progress. It compares the plan with the records and the disk, creates the files that are missing or
/// out of date, and computes the changes.
///
/// The publication modifies the inventory. The caller keeps these changes or undoes them.
final class Publication {
  /// The report about the work so far.
  private(set) var report = PublishingReport()

  private let store: Store
  private let root: Folder?
  private let isWhole: Bool
  private let isVerifying: Bool
  private let options: PublishingOptions
  private let diagnostics: PublishingDiagnostics
  private let look: (Int) -> DiskState
  private let openWorkerPool: () throws(DiagnosticsError) -> WorkerPool
  private var workers: WorkerPool?
  private var pathConflicts: PathConflicts?
  /// The files of the plan, if groups of files may fail separately.
  private var planned: [Int] = []
  private var assetFormats: [Int: String] = [:]
  /// The files that are new in the catalog.
  private var added: [(id: Int, group: String?)] = []
  /// The number of files of the plan that were processed.
  private var position = 0
  /// The number of these files that are up to date, and are not made.
  private var settled = 0
  private var expected: Int
  private var failedGroups: Set<String> = []
  /// The errors of groups that failed while they were planned.
  private var ownFailures: [String: DiagnosticsError] = [:]

  /// Creates a publication, and starts it in the inventory.
  ///
  /// - Parameters:
  ///   - store: The records of the catalog.
  ///   - root: The output folder, if it exists.
  ///   - isWhole: Whether the plan contains all files of the catalog.
  ///   - isVerifying: Whether a file counts as up to date only if it is what its own description says.
  ///   - expected: An estimate of the number of files of the plan.
  ///   - look: Returns what is on the disk in the place of a file of the catalog.
  ///   - openWorkerPool: Creates the workers. It is called when the first file has to be made.
  init(
    _ store: Store, in root: Folder?, isWhole: Bool, isVerifying: Bool, expected: Int, options: PublishingOptions,
    diagnostics: PublishingDiagnostics, look: @escaping (Int) -> DiskState,
    openWorkerPool: @escaping () throws(DiagnosticsError) -> WorkerPool
  ) {
    self.store = store
    self.root = root
    self.isWhole = isWhole
    self.isVerifying = isVerifying
    self.options = options
    self.diagnostics = diagnostics
    self.look = look
    self.openWorkerPool = openWorkerPool
    self.expected = expected
    pathConflicts = root.map { PathConflicts(in: $0) }
    store.inventory.begin()
  }

  // MARK: - Planning

  /// Processes a file of the plan.
  ///
  /// - Returns: Whether to continue; `false` if an earlier file has failed.
  func plan(_ file: PlannedFile) throws(DiagnosticsError) -> Bool {
    guard options.keepsGoing, let group = file.group else { return try planFile(file) }
    do {
      if file.kind == .asset { try refuseCollisions(of: file.path, in: group) }
      return try planFile(file)
    } catch {
      // An error of a file fails its group only.
      if ownFailures[group] == nil { ownFailures[group] = error }
      failedGroups.insert(group)
      return true
    }
  }

  private func planFile(_ file: PlannedFile) throws(DiagnosticsError) -> Bool {
    let id = try enter(file)
    defer { position += 1 }
    report[file.kind].planned += 1
    if position % 256 == 0 { reportProgress() }

    var state: DiskState?
    var isClaimed = false
    if store.inventory.isTracked(id) {
      state = look(id)
    } else {
      try refuseObstacle(to: file.path) { (pathConflicts) throws(SystemError) in
        // A file whose record was lost is adopted if its bytes are those that are made.
        if store.inventory.hasLostRecords { isClaimed = try pathConflicts.isFile(file.path) }
        return isClaimed ? nil : try pathConflicts.first(to: file.path, besides: store.inventory)
      }
      added.append((id, file.group))
    }
    if !isVerifying, let state, let planKey = file.planKey,
      try markUpToDate(file, id: id, state, if: { $0.planKey == planKey })
    {
      return true
    }
    // A file of a group that has failed is not published, so that it need not be made.
    if let group = file.group {
      if position % 16 == 0 { failedGroups.formUnion((workers?.failedGroups ?? [:]).keys) }
      if failedGroups.contains(group) { return true }
    }
    var preparedKey: Fingerprint?
    let content = try file.prepare { (key) throws(DiagnosticsError) in
      preparedKey = key
      // The record of a file that was made from a wrong plan has the right plan key. It has the right prepared key only
      // if that says nothing of its own.
      guard let state, let key, !isVerifying || key != file.planKey else { return false }
      return try markUpToDate(file, id: id, state, if: { $0.preparedKey == key })
    }
    guard let content else { return true }
    if workers == nil { workers = try openWorkerPool() }
    return workers?.make(
      FileTask(
        position: position, id: id, path: file.path, kind: file.kind, group: file.group, planKey: file.planKey,
        preparedKey: preparedKey, content: content,
        present: state.map { presence(of: id, $0) } ?? (isClaimed ? .claimed : .missing)))
      ?? false
  }

  /// Waits for the files that are being made, and discards them.
  ///
  /// - Returns: The error of the first file of the plan that could not be made, if any.
  func abandon() -> DiagnosticsError? {
    do {
      _ = try workers?.finish()
      return nil
    } catch {
      return error
    }
  }

  private static let collisionHint =
    "Give one of them another place: an asset another name where it is from, a page another address, a renderer another format."

  private func enter(_ file: PlannedFile) throws(DiagnosticsError) -> Int {
    let id = if let known = store.inventory.paths.id(of: file.path) { known } else { try enterNew(file.path) }
    guard store.inventory.plan(id) else {
      let noun = file.kind == .asset ? "an asset" : "a page"
      let known =
        (assetFormats[id].map { ["an asset of the format “\($0)”"] } ?? [])
        + (file.group.map { ["\(noun) of the format “\($0)”"] } ?? [])
      let both = known.isEmpty ? "" : ": " + (known + ["another one"]).prefix(2).joined(separator: " and ")
      throw diagnostics.error("“\(file.path)” is the place of two files\(both)", hint: Self.collisionHint)
    }
    if file.kind == .asset { assetFormats[id] = file.group }
    if options.keepsGoing { planned.append(id) }
    return id
  }

  private func enterNew(_ path: String) throws(DiagnosticsError) -> Int {
    var bytes = path
    guard bytes.withUTF8({ PathRules.allow($0) }) else {
      throw diagnostics.error(
        "“\(path)” is not a place inside the output folder", hint: "Files are named by plain relative paths.")
    }
    return store.inventory.enter(path)
  }

  /// Marks a file as up to date, if it has the right bytes as far as its record and its state on the disk show. A file
  /// that was only touched by another program gets its new modification time.
  ///
  /// - Returns: Whether the file need not be made.
  private func markUpToDate(
    _ file: PlannedFile, id: Int, _ state: DiskState, if isSame: (FileRecord) -> Bool
  ) throws(DiagnosticsError) -> Bool {
    if state == .blocked {
      try refuseObstacle(to: file.path) { (pathConflicts) throws(SystemError) in
        try pathConflicts.firstForeign(to: file.path)
      }
    }
    guard !options.isClean, var record = store.inventory.record(of: id), isSame(record) else { return false }
    switch state {
    case .recorded: break
    case .rewritten(let modified): record.modified = modified
    case .other, .missing, .blocked: return false
    }
    if let planKey = file.planKey { record.planKey = planKey }
    store.inventory.setRecord(record, of: id)
    settled += 1
    return true
  }

  private func presence(of id: Int, _ state: DiskState) -> FileTask.Present {
    switch state {
    case .missing: return .missing
    case .recorded, .rewritten:
      guard !options.isClean, var record = store.inventory.record(of: id) else { return .unread }
      if case .rewritten(let modified) = state { record.modified = modified }
      return .recorded(record)
    case .other, .blocked: return .unread
    }
  }

  /// Throws an error if an obstacle is in the way of a file.
  private func refuseObstacle(
    to path: String, _ find: (inout PathConflicts) throws(SystemError) -> String?
  ) throws(DiagnosticsError) {
    guard var pathConflicts else { return }
    self.pathConflicts = nil
    defer { self.pathConflicts = pathConflicts }
    let obstacle = try diagnostics.attempt("write", path) { () throws(SystemError) in try find(&pathConflicts) }
    guard let obstacle else { return }
    throw store.inventory.hasLostRecords
      ? diagnostics.doubtful(obstacle, isPlanned: true) : diagnostics.obstacle(obstacle, to: path)
  }

  private func reportProgress(made: Int? = nil) {
    let done = settled + (made ?? workers?.count ?? 0)
    options.progress(done, max(expected, position))
  }

  // MARK: - Finishing

  /// Waits for all files, and computes the changes.
  ///
  /// - Parameter candidates: The files to remove from the catalog, except those that the plan contains.
  /// - Returns: The changes of the catalog's files.
  /// - Complexity: O(*k* log *k*) for *k* files that are planned or removed, and O(*n*) if they are most of the *n*
  ///   files.
  func finish(removing candidates: [Int]) throws(DiagnosticsError) -> FileChanges {
    let files = try makeAll()
    // The files of groups that have failed stay as they were published: new ones are not added, and none is removed.
    let failed = Set(report.failures.keys)
    added.removeAll { file in file.group.map { failed.contains($0) } ?? false }
    let removed = candidates.filter { id in
      store.inventory.isTracked(id) && !store.inventory.isPlanned(id)
        && !failed.contains { options.isKept(store.inventory.paths[id], $0) }
    }
    var mended: [Int] = []
    for file in files {
      let wasRight = store.inventory.record(of: file.id)?.content == file.record.content
      store.inventory.setRecord(file.record, of: file.id)
      report[file.kind].made += 1
      guard file.change != nil else { continue }
      if wasRight { mended.append(file.id) }
      report[file.kind].written += 1
      report[file.kind].bytes += file.record.size
      store.inventory.markChanged(file.id)
    }
    for file in added { store.inventory.add(file.id) }
    // A foreign file is one that the inventory does not have, so that it needs the new files, and still those that are
    // removed.
    try recoverRecords()
    // Only what is on the disk is deleted. That is looked up while the files have their records.
    let deleted = removed.filter { ![.missing, .blocked].contains(look($0)) }
    for id in removed { store.inventory.remove(id) }
    // A new file may have the path of a folder of a removed one: paths collide only among the files that stay.
    try refuseCollisions()

    var changes = FileChanges()
    changes.created = paths(files.lazy.filter { $0.change == .created }.map(\.id))
    changes.updated = paths(files.lazy.filter { $0.change == .updated }.map(\.id))
    changes.deleted = paths(deleted)
    report.mended = paths(mended)
    expected = position
    reportProgress(made: files.count)
    return changes
  }

  private func paths(_ ids: some Sequence<Int>) -> [String] {
    store.inventory.inOrder(Array(ids)).map { store.inventory.paths[$0] }
  }

  /// Ends the search for files whose records were lost, if the plan has named all files, and none of them has failed.
  private func recoverRecords() throws(DiagnosticsError) {
    guard store.inventory.hasLostRecords, isWhole, report.failures.isEmpty, let root else { return }
    if !store.inventory.isAdopted {
      let foreign = try diagnostics.attempt("read", ".") { () throws(SystemError) in
        try ForeignFiles.first(in: root, besides: store.inventory)
      }
      if let foreign { throw diagnostics.doubtful(foreign, isPlanned: false) }
    }
    store.inventory.hasLostRecords = false
    report.warnings.append(diagnostics.recovered())
  }

  /// Waits for all files, and returns those that are published: no files of a group that failed.
  private func makeAll() throws(DiagnosticsError) -> [FinishedFile] {
    report.failures = options.failedGroups.merging(ownFailures) { $1 }
    guard let workers else { return [] }
    self.workers = nil
    do {
      let files = try workers.finish { self.reportProgress(made: $0) }
      report.failures.merge(workers.failedGroups) { first, _ in first }
      guard !report.failures.isEmpty else { return files }
      let isKept = { [failures = report.failures] (file: FinishedFile) in file.group.map { failures[$0] == nil } ?? true
      }
      // A new folder is moved with all files that are staged in it, so that the files of failed groups must not be
      // there.
      try workers.discard(files.filter { $0.change != nil && !isKept($0) }.map { store.inventory.paths[$0.id] })
      return files.filter(isKept)
    } catch {
      // A file and a folder of the same path cannot be staged. Their collision is reported instead of the system's
      // error.
      if isWhole {
        for id in store.inventory.walk() where !store.inventory.isPlanned(id) { store.inventory.remove(id) }
        for file in added { store.inventory.add(file.id) }
        try refuseCollisions()
      }
      throw error
    }
  }

  /// Throws an error if the path of a file is that of a folder of another file of the plan, or the other way round.
  ///
  /// - Complexity: O(*k*) in the number of files that were planned. It is called only for assets of groups, which are
  ///   few and whose paths a plugin may choose.
  private func refuseCollisions(of path: String, in format: String) throws(DiagnosticsError) {
    for id in planned {
      let other = store.inventory.paths[id]
      guard other.hasPrefix(path + "/") || path.hasPrefix(other + "/") else { continue }
      throw diagnostics.error(
        "the asset “\(path)” of the format “\(format)” and “\(other)” would be a file and its folder",
        hint: Self.collisionHint)
    }
  }

  private func refuseCollisions() throws(DiagnosticsError) {
    guard !added.isEmpty, let collision = store.inventory.firstCollision(of: added.map(\.id)) else { return }
    let (file, inside) = (named(collision.file), named(collision.inside))
    throw diagnostics.error("\(file) is a file and the folder of \(inside)", hint: Self.collisionHint)
  }

  private func named(_ id: Int) -> String {
    let path = "“\(store.inventory.paths[id])”"
    return assetFormats[id].map { "the asset \(path) of the format “\($0)”" } ?? path
  }
}
