public import Changesets
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ChainLink {
  /// The handler of batches that do not match their source: a link's batch that does not lead from the source's former
  /// counts to its present ones.
  ///
  /// The error describes the mismatch and names the link. The batch is replaced by a reload: without a copy of the
  /// items, the correct edits cannot be determined. So downstream links and observers continue with the actual contents
  /// of the source.
  ///
  /// ```swift
  /// ChainLink.onInconsistency = { error in assertionFailure("\(error)") }
  /// ```
  ///
  /// The number of sections is compared after every turn, and the number of items in every section that the batch
  /// names. In sources with few sections, and where a source was edited and its batch is empty, the number of items in
  /// all sections is compared. An `Oracle` of DataSourcesTesting finds batches with the right counts and wrong paths.
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

/// The functions that return the counts of a source.
final class CountedSource {
  /// Returns the number of sections, or `nil` if there is no source any more.
  let numberOfSections: () -> Int?
  let numberOfItems: (_ section: Int) -> Int

  init(numberOfSections: @escaping () -> Int?, numberOfItems: @escaping (_ section: Int) -> Int) {
    self.numberOfSections = numberOfSections
    self.numberOfItems = numberOfItems
  }

  /// The number of items in each section; `nil` if there is no source any more.
  var counts: SectionCounts? { numberOfSections().map { SectionCounts((0..<$0).map(numberOfItems)) } }
}

extension SectionCounts {
  /// The number of sections up to which all of them are compared after every turn.
  private static var few: Int { 8 }

  /// Returns the error of a batch that does not lead from these counts to those of a source, or `nil` if it does.
  ///
  /// - Parameters:
  ///   - batch: The batch, in normal form.
  ///   - source: The source, in the state after the batch.
  ///   - isEdited: Whether the source itself was edited, and not only sources upstream.
  /// - Complexity: O(*k* log *s*) for *k* edits and *s* sections; O(*s*) more if the batch edits sections, or if it is
  ///   empty although the source was edited.
  func inconsistency(of batch: UpdateBatch, leadingTo source: CountedSource, isEdited: Bool) -> UpdateError? {
    if batch.isReload || fits(batch, leadingTo: source, isEdited: isEdited) { return nil }
    guard let after = source.counts else { return nil }
    do {
      try batch.validate(before: all, after: after.all)
      return nil
    } catch {
      return error as? UpdateError
    }
  }

  /// Whether a batch that keeps the positions of all sections fits. The result `false` is preliminary: the full
  /// validation decides then.
  private func fits(_ batch: UpdateBatch, leadingTo source: CountedSource, isEdited: Bool) -> Bool {
    let count = count
    guard batch.sections.keepsPlaces, source.numberOfSections() == count else { return false }
    // Edits that keep the places of all sections, and are not empty, are updates of sections.
    if !batch.sections.isEmpty, !batch.sections.updates.allSatisfy({ contains(section: $0.before) }) { return false }

    var named = NamedSections()
    batch.items.forEachEdit { kind, places in
      // An update counts on both sides, so it does not change the number of items, but its item has to exist.
      if kind != .insert { named.vacate(places.before) }
      if kind != .delete { named.occupy(places.after) }
    }
    func fits(_ section: Int, _ edits: NamedSections.Edits) -> Bool {
      contains(section: section) && edits.lead(from: self[section], to: source.numberOfItems(section))
    }
    guard named.allSatisfy(fits) else { return false }
    let checksAll = count <= Self.few || isEdited && batch.isEmpty
    return !checksAll || (0..<count).allSatisfy { named.contains($0) || fits($0, NamedSections.Edits()) }
  }
}

/// The sections that the edits of a batch name. A single section needs no allocation.
private struct NamedSections {
  /// The items of a section that are named. One that is updated is removed and inserted.
  struct Edits {
    private var removed = Items()
    private var inserted = Items()

    mutating func vacate(_ item: Int) { removed.add(item) }
    mutating func occupy(_ item: Int) { inserted.add(item) }

    /// Whether the edits lead from one number of items to another, and all named items exist.
    func lead(from before: Int, to after: Int) -> Bool {
      before - removed.count == after - inserted.count && removed.exist(among: before) && inserted.exist(among: after)
    }
  }

  /// A number of items, and the range that they are in.
  private struct Items {
    private(set) var count = 0
    // 0 instead of the first item suffices: only negative items matter.
    private var least = 0
    private var greatest = -1

    mutating func add(_ item: Int) {
      count += 1
      least = min(least, item)
      greatest = max(greatest, item)
    }

    func exist(among count: Int) -> Bool { least >= 0 && greatest < count }
  }

  private var first: Int?
  private var editsOfFirst = Edits()
  private var others: [Int: Edits] = [:]

  mutating func vacate(_ path: ItemPath) { edit(path.section) { $0.vacate(path.item) } }
  mutating func occupy(_ path: ItemPath) { edit(path.section) { $0.occupy(path.item) } }

  private mutating func edit(_ section: Int, _ change: (inout Edits) -> Void) {
    if first == nil { first = section }
    if section == first { change(&editsOfFirst) } else { change(&others[section, default: Edits()]) }
  }

  func contains(_ section: Int) -> Bool { section == first || others[section] != nil }

  /// Returns whether a condition holds for all sections.
  func allSatisfy(_ isTrue: (_ section: Int, _ edits: Edits) -> Bool) -> Bool {
    (first.map { isTrue($0, editsOfFirst) } ?? true) && others.allSatisfy(isTrue)
  }
}
