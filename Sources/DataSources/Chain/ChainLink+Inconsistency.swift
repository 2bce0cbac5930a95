public import Changesets
import Glibc
import Synchronization

extension ChainLink {
  /// Called when a link returns a batch that does not lead from the counts that its source had to those that it has.
  ///
  /// The error says what is wrong, and names the link. The batch is replaced by a reload: without a copy of the items it is not known which
  /// edits would be right. So the links that stand on this one, and its observers, go on with what the source really shows.
  ///
  /// ```swift
  /// ChainLink.onInconsistency = { error in assertionFailure("\(error)") }
  /// ```
  ///
  /// The number of sections is compared at every turn, and the number of items wherever the batch says that something happened; of a source
  /// of few sections, and where a source was edited and its batch is empty, that of all sections. A batch of the right counts with wrong places
  /// is found by an `Oracle` of DataSourcesTesting.
  ///
  /// There is one handler for the whole program, which is called on any thread. Unless it is set, it writes a line to standard error.
  public static var onInconsistency: @Sendable (UpdateError) -> Void {
    get { inconsistencyHandler.withLock { $0 } }
    set { inconsistencyHandler.withLock { $0 = newValue } }
  }

  /// Hands over what is wrong with the batch of this link.
  func report(_ error: UpdateError) {
    var error = error
    error.link = name
    Self.onInconsistency(error)
  }
}

private let inconsistencyHandler = Mutex<@Sendable (UpdateError) -> Void> { error in
  let line = Array("\(error)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

// MARK: - Counts

extension SectionCounts {
  /// The number of sections up to which all of them are compared at every turn.
  private static var few: Int { 8 }

  /// What is wrong with a batch that is said to lead from these counts to those of a source; nil if they agree.
  ///
  /// - Parameters:
  ///   - batch: The batch, in normal form.
  ///   - source: The source, in the state after.
  ///   - isEdited: Whether the source itself was edited, and not only what it stands on.
  /// - Complexity: O(*k* log *s*) for *k* edits and *s* sections; O(*s*) more where sections were edited, or where a source was that says
  ///   nothing.
  func misfit(of batch: UpdateBatch, leadingTo source: any DataSource, isEdited: Bool) -> UpdateError? {
    if batch.isReload || fits(batch, leadingTo: source, isEdited: isEdited) { return nil }
    do {
      try batch.validate(before: all, after: SectionCounts(source).all)
      return nil
    } catch {
      return error as? UpdateError
    }
  }

  /// Whether a quick look finds that a batch fits. For batches that keep all sections where they are.
  private func fits(_ batch: UpdateBatch, leadingTo source: any DataSource, isEdited: Bool) -> Bool {
    let count = count
    guard batch.sections.keepsPlaces, source.numberOfSections == count else { return false }
    if !batch.sections.isEmpty, !batch.sections.updates.allSatisfy({ contains(section: $0.before) }) { return false }

    var differences = Differences()
    var isInRange = true
    batch.items.forEachEdit { kind, places in
      let comesFromSomewhere = kind == .insert || contains(places.before)
      let goesSomewhere = kind == .delete || source.contains(places.after)
      if !comesFromSomewhere || !goesSomewhere { isInRange = false }
      switch kind {
      case .delete: differences.add(-1, to: places.before.section)
      case .insert: differences.add(1, to: places.after.section)
      case .move, .moveAndUpdate:
        differences.add(-1, to: places.before.section)
        differences.add(1, to: places.after.section)
      case .update: differences.add(0, to: places.before.section)
      }
    }
    guard isInRange else { return false }

    func fits(_ section: Int) -> Bool {
      self[section] + differences[section] == source.numberOfItems(inSection: section)
    }
    let checksAll = count <= Self.few || isEdited && batch.isEmpty
    return checksAll ? (0..<count).allSatisfy(fits) : differences.allSections(fits)
  }
}

/// By how much the number of items changes, for each section that edits name. A single one needs no memory of its own.
private struct Differences {
  private var first: (section: Int, difference: Int)?
  private var others: [Int: Int] = [:]

  mutating func add(_ difference: Int, to section: Int) {
    if first == nil { first = (section, 0) }
    if first?.section == section {
      first?.difference += difference
    } else {
      others[section, default: 0] += difference
    }
  }

  subscript(section: Int) -> Int {
    if let first, first.section == section { return first.difference }
    return others.isEmpty ? 0 : others[section] ?? 0
  }

  /// Whether something is true of all sections that edits name.
  func allSections(_ isTrue: (Int) -> Bool) -> Bool {
    (first.map { isTrue($0.section) } ?? true) && (others.isEmpty || others.keys.allSatisfy(isTrue))
  }
}
