import Diagnostics
import Fingerprints

/// One publishing, while it goes on: compares the plan with what is there, has made what has to be, and finds out what changes.
final class Publication {
  /// The inventory as it is going to be.
  private(set) var inventory: Inventory
  /// What happened so far.
  private(set) var report = PublishingReport()

  private let options: PublishingOptions
  private let diagnostics: PublishingDiagnostics
  private let look: (Int) -> Sighting
  private let openWorkshop: () throws(DiagnosticsError) -> Workshop
  private var workshop: Workshop?
  private var obstacles: Obstacles?
  /// By number: whether the plan names the file.
  private var isPlanned: [Bool]
  /// The files that are new in the catalog.
  private var added: [(id: Int, group: String?)] = []
  /// How many files of the plan have come.
  private var turn = 0
  /// How many of them need not be made.
  private var settled = 0
  private var expected: Int
  private var hasNewRecords = false
  /// The groups that are known to have failed.
  private var failedGroups: Set<String> = []
  /// Why groups have failed while they were planned.
  private var ownFailures: [String: DiagnosticsError] = [:]

  /// Begins.
  ///
  /// - Parameters:
  ///   - inventory: What is there.
  ///   - root: The folder, if there is one.
  ///   - expected: About how many files the plan has.
  ///   - look: Says what is in the place of a file of the catalog.
  ///   - openWorkshop: Is called when the first file has to be made.
  init(
    _ inventory: Inventory, in root: Folder?, expected: Int, options: PublishingOptions,
    diagnostics: PublishingDiagnostics, look: @escaping (Int) -> Sighting,
    openWorkshop: @escaping () throws(DiagnosticsError) -> Workshop
  ) {
    self.inventory = inventory
    self.options = options
    self.diagnostics = diagnostics
    self.look = look
    self.openWorkshop = openWorkshop
    self.expected = expected
    isPlanned = Array(repeating: false, count: inventory.paths.count)
    obstacles = root.map { Obstacles(inventory, in: $0) }
  }

  // MARK: - Planning

  /// Takes a file of the plan.
  ///
  /// - Returns: Whether to go on: a file that came before may have failed.
  func plan(_ file: PlannedFile) throws(DiagnosticsError) -> Bool {
    guard options.keepsGoing, let group = file.group else { return try planFile(file) }
    do {
      if file.kind == .asset { try refuseCollisions(of: file.path) }
      return try planFile(file)
    } catch {
      // What is wrong with one file of a group is no matter of the others.
      if ownFailures[group] == nil { ownFailures[group] = error }
      failedGroups.insert(group)
      return true
    }
  }

  private func planFile(_ file: PlannedFile) throws(DiagnosticsError) -> Bool {
    let id = try enter(file.path)
    defer { turn += 1 }
    report[file.kind].planned += 1
    if turn % 256 == 0 { tell() }

    var sighting: Sighting?
    if inventory.isOurs[id] {
      sighting = look(id)
    } else {
      try refuse(to: file.path) { (obstacles) throws(SystemError) in try obstacles.first(to: file.path) }
      added.append((id, file.group))
    }
    if let sighting, let ingredients = file.ingredients,
      try settle(id, file, sighting, where: { $0.ingredients == ingredients })
    {
      settled += 1
      return true
    }
    // What goes with a file that could not be made would be made for nothing.
    if let group = file.group {
      if turn % 16 == 0 { failedGroups.formUnion((workshop?.failedGroups ?? [:]).keys) }
      if failedGroups.contains(group) { return true }
    }
    let prepared = try file.prepare()
    if let sighting, let inputs = prepared.inputs, try settle(id, file, sighting, where: { $0.inputs == inputs }) {
      settled += 1
      return true
    }
    if workshop == nil { workshop = try openWorkshop() }
    return workshop?.make(
      MakingTask(
        turn: turn, id: id, path: file.path, kind: file.kind, group: file.group, ingredients: file.ingredients,
        inputs: prepared.inputs, content: prepared.content, present: sighting.map { presence(of: id, $0) } ?? .nothing))
      ?? false
  }

  /// Waits for what is being made, and throws it away.
  ///
  /// - Returns: The error of the first file that could not be made, if there is any.
  func abandon() -> DiagnosticsError? {
    do {
      _ = try workshop?.finish()
      return nil
    } catch {
      return error
    }
  }

  private func enter(_ path: String) throws(DiagnosticsError) -> Int {
    let id = if let known = inventory.paths.id(of: path) { known } else { try enterNew(path) }
    guard !isPlanned[id] else {
      throw diagnostics.error(
        "“\(path)” is the place of two files",
        hint: "Give each object an identity, and each renderer a format, of its own.")
    }
    isPlanned[id] = true
    return id
  }

  private func enterNew(_ path: String) throws(DiagnosticsError) -> Int {
    var bytes = path
    guard bytes.withUTF8({ PathRules.allow($0) }) else {
      throw diagnostics.error(
        "“\(path)” is not a place inside the output folder", hint: "Files are named by plain relative paths.")
    }
    isPlanned.append(false)
    return inventory.enter(path)
  }

  /// Settles a file that has the right bytes as far as anybody knows.
  private func settle(
    _ id: Int, _ file: PlannedFile, _ sighting: Sighting, where isSame: (FileRecord) -> Bool
  ) throws(DiagnosticsError) -> Bool {
    if sighting == .blocked {
      try refuse(to: file.path) { (obstacles) throws(SystemError) in try obstacles.firstForeign(to: file.path) }
    }
    guard !options.isClean, var record = inventory.records[id], isSame(record) else { return false }
    switch sighting {
    case .recorded: break
    case .rewritten(let modified): record.modified = modified
    case .other, .missing, .blocked: return false
    }
    if let ingredients = file.ingredients { record.ingredients = ingredients }
    setRecord(record, of: id)
    return true
  }

  private func presence(of id: Int, _ sighting: Sighting) -> MakingTask.Present {
    switch sighting {
    case .missing: return .nothing
    case .recorded, .rewritten:
      guard !options.isClean, let record = inventory.records[id] else { return .unread }
      let modified = if case .rewritten(let modified) = sighting { modified } else { record.modified }
      return .recorded(content: record.content, size: record.size, modified: modified)
    case .other, .blocked: return .unread
    }
  }

  /// Throws an error if something is in the way of a file.
  private func refuse(
    to path: String, _ find: (inout Obstacles) throws(SystemError) -> String?
  ) throws(DiagnosticsError) {
    guard var obstacles else { return }
    self.obstacles = nil
    defer { self.obstacles = obstacles }
    let obstacle = try diagnostics.attempt("write", path) { () throws(SystemError) in try find(&obstacles) }
    if let obstacle { throw diagnostics.obstacle(obstacle, to: path) }
  }

  private func tell(made: Int? = nil) {
    let done = settled + (made ?? workshop?.count ?? 0)
    options.progress(done, max(expected, turn))
  }

  // MARK: - Finishing

  /// Waits for all files, and finds out what changes.
  ///
  /// - Parameter candidates: The numbers of the files that go, unless the plan names them.
  /// - Returns: What happens to which file, and whether there is anything to write.
  func finish(removing candidates: [Int]) throws(DiagnosticsError) -> (changes: FileChanges, isChanged: Bool) {
    let files = try makeAll()
    let failed = Set(report.failures.keys)
    added.removeAll { file in file.group.map { failed.contains($0) } ?? false }
    let removed = candidates.filter { id in
      inventory.isOurs[id] && !isPlanned[id] && !failed.contains { options.isKept(inventory.paths[id], $0) }
    }
    var isCreated = [Bool](repeating: false, count: isPlanned.count)
    var isUpdated = isCreated
    var isMended = isCreated
    for file in files {
      isMended[file.id] = file.isChanged && inventory.records[file.id]?.content == file.record.content
      setRecord(file.record, of: file.id)
      report[file.kind].made += 1
      guard file.isChanged else { continue }
      report[file.kind].written += 1
      report[file.kind].bytes += file.record.size
      if file.isNew { isCreated[file.id] = true } else { isUpdated[file.id] = true }
      inventory.note(file.isNew ? .created : .updated, of: file.id)
    }
    inventory.change(removing: removed, adding: added.map(\.id))
    try refuseCollisions()

    var changes = FileChanges()
    if !files.isEmpty {
      changes.created = inventory.order.filter { isCreated[$0] }.map { inventory.paths[$0] }
      changes.updated = inventory.order.filter { isUpdated[$0] }.map { inventory.paths[$0] }
      report.mended = inventory.order.filter { isMended[$0] }.map { inventory.paths[$0] }
    }
    for id in inventory.paths.sorted(removed) where ![.missing, .blocked].contains(look(id)) {
      changes.deleted.append(inventory.paths[id])
      inventory.note(.deleted, of: id)
    }
    if !added.isEmpty || !removed.isEmpty { inventory.manifest = nil }
    expected = turn
    tell(made: files.count)
    let isChanged = !changes.isEmpty || hasNewRecords || inventory.manifest == nil || inventory.recorded == nil
    return (changes, isChanged)
  }

  /// Waits for all files, and returns those that are published: none of a group that failed.
  private func makeAll() throws(DiagnosticsError) -> [MadeFile] {
    report.failures = options.failedGroups.merging(ownFailures) { $1 }
    guard let workshop else { return [] }
    self.workshop = nil
    do {
      let files = try workshop.finish { self.tell(made: $0) }
      report.failures.merge(workshop.failedGroups) { first, _ in first }
      guard !report.failures.isEmpty else { return files }
      let isKept = { [failures = report.failures] (file: MadeFile) in file.group.map { failures[$0] == nil } ?? true }
      // What is staged is moved with its folder: so it must not be there.
      try workshop.discard(files.filter { $0.isChanged && !isKept($0) }.map { inventory.paths[$0.id] })
      return files.filter(isKept)
    } catch {
      // A file and a folder of the same name cannot be staged; that is what is to be told, and not what the system said.
      inventory.change(removing: inventory.order.filter { !isPlanned[$0] }, adding: added.map(\.id))
      try refuseCollisions()
      throw error
    }
  }

  private func setRecord(_ record: FileRecord, of id: Int) {
    guard inventory.records[id] != record else { return }
    inventory.setRecord(record, of: id)
    hasNewRecords = true
  }

  /// Throws an error if a file would be in the place of a folder that other files of the plan are in, or in one of them.
  ///
  /// - Complexity: O(*n*) in the number of files: for the few whose paths come from somebody else.
  private func refuseCollisions(of path: String) throws(DiagnosticsError) {
    for id in isPlanned.indices where isPlanned[id] {
      let other = inventory.paths[id]
      guard other.hasPrefix(path + "/") || path.hasPrefix(other + "/") else { continue }
      throw diagnostics.error(
        "“\(path)” and “\(other)” would be a file and its folder",
        hint: "Give each object an identity, and each renderer a format, of its own.")
    }
  }

  private func refuseCollisions() throws(DiagnosticsError) {
    guard !added.isEmpty, let collision = inventory.paths.firstCollision(in: inventory.order) else { return }
    let (file, inside) = (inventory.paths[collision.file], inventory.paths[collision.inside])
    throw diagnostics.error(
      "“\(file)” is a file and the folder of “\(inside)”",
      hint: "Give each object an identity, and each renderer a format, of its own.")
  }
}
