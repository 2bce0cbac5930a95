public import Changesets
import Glibc
import Synchronization

extension ChainLink {
  /// The handler of batches that do not match their source: a link's batch that does not lead from the source's former counts to its
  /// present ones.
  ///
  /// The error describes the mismatch and names the link. The batch is replaced by a reload: without a copy of the items, the correct edits
  /// cannot be determined. So downstream links and observers continue with the actual contents of the source.
  ///
  /// ```swift
  /// ChainLink.onInconsistency = { error in assertionFailure("\(error)") }
  /// ```
  ///
  /// The number of sections is compared after every turn, and the number of items in every section that the batch names. In sources with
  /// few sections, and where a source was edited and its batch is empty, the number of items in all sections is compared. An `Oracle` of
  /// DataSourcesTesting finds batches with the right counts and wrong paths.
  ///
  /// The handler is global, and may be called on any thread. The default handler writes a line to standard error.
  public static var onInconsistency: @Sendable (UpdateError) -> Void {
    get { inconsistencyHandler.withLock { $0 } }
    set { inconsistencyHandler.withLock { $0 = newValue } }
  }

  /// Calls the handler with an error of this link's batch.
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
  /// The number of sections up to which all of them are compared after every turn.
  private static var few: Int { 8 }

  /// Returns the error of a batch that does not lead from these counts to those of a source, or `nil` if it does.
  ///
  /// - Parameters:
  ///   - batch: The batch, in normal form.
  ///   - source: The source, in the state after the batch.
  ///   - isEdited: Whether the source itself was edited, and not only sources upstream.
  /// - Complexity: O(*k* log *s*) for *k* edits and *s* sections; O(*s*) more if the batch edits sections, or if it is empty although the
  ///   source was edited.
  func inconsistency(of batch: UpdateBatch, leadingTo source: any DataSource, isEdited: Bool) -> UpdateError? {
    if batch.isReload || fits(batch, leadingTo: source, isEdited: isEdited) { return nil }
    do {
      try batch.validate(before: all, after: SectionCounts(source).all)
      return nil
    } catch {
      return error as? UpdateError
    }
  }

  /// Whether a batch that keeps the positions of all sections fits. The result `false` is preliminary: the full validation decides then.
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

/// The change of the number of items in each section that edits name. A single section needs no allocation.
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

  /// Returns whether a condition holds for all sections that edits name.
  func allSections(_ isTrue: (Int) -> Bool) -> Bool {
    (first.map { isTrue($0.section) } ?? true) && (others.isEmpty || others.keys.allSatisfy(isTrue))
  }
}
