public import Changesets
import OrderedTrees

/// The number of items in each section of a source, from which the offset of each section follows.
///
/// Mappings store it as their copy of a source's structure. The counts are the weights of an ordered tree. So an edit,
/// and the sum of all counts before a section, take logarithmic time.
public struct SectionCounts: Sendable {
  private var weights: Weights

  /// Creates the counts of sections.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  package init(_ counts: some Sequence<Int>) { weights = Weights(counts) }

  /// Creates the counts of no sections.
  public init() { self.init(EmptyCollection()) }

  /// The number of sections.
  public var count: Int { weights.count }

  /// The number of items in all sections.
  public var total: Int { weights.sum }

  /// The number of items in a section.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public subscript(section: Int) -> Int { weights[section] }

  /// Adds a number of items to a section.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  @usableFromInline package mutating func add(_ items: Int, to section: Int) { weights.add(items, at: section) }

  /// Adds a section.
  ///
  /// - Parameter section: The index of the new section.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  package mutating func insert(_ items: Int, at section: Int) { weights.insert(items, at: section) }

  /// Removes a section.
  ///
  /// - Returns: The number of its items.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  @discardableResult
  package mutating func remove(at section: Int) -> Int { weights.remove(at: section) }

  /// Returns the number of items in all sections before a section.
  ///
  /// - Parameter section: From 0 to the number of sections.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func sum(before section: Int) -> Int { weights.sum(before: section) }

  /// Returns the offsets of a section's items in the concatenation of all sections.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  func offsets(ofSection section: Int) -> Range<Int> { weights.positions(of: section) }

  /// Returns the offset of an item in the concatenation of all sections, or `nil` if it does not exist.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  @usableFromInline func offset(of path: ItemPath) -> Int? {
    guard contains(section: path.section) else { return nil }
    let offsets = offsets(ofSection: path.section)
    return offsets.contains(offsets.lowerBound + path.item) ? offsets.lowerBound + path.item : nil
  }

  /// Returns the section and the index of an item, given its offset in the concatenation of all sections, or `nil` if
  /// there are fewer items.
  ///
  /// - Parameter offset: The number of items before it.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func section(at offset: Int) -> (section: Int, item: Int)? {
    weights.index(atSum: offset).map { ($0.index, $0.rest) }
  }

  /// Returns whether there is an item at a path.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func contains(_ path: ItemPath) -> Bool {
    path.item >= 0 && path.item < weights.weight(at: path.section) ?? 0
  }

  /// All counts, in order.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  var all: [Int] { weights.all }

  /// Applies a batch to the counts.
  ///
  /// The count of a section that is retained follows from the edits, and is not requested.
  ///
  /// - Parameters:
  ///   - batch: A batch in normal form that is valid for the counts.
  ///   - sectionsAfter: The number of sections afterwards; evaluated only for a reload.
  ///   - countAfter: Returns the number of items in a section afterwards. Called only for a section that is inserted,
  ///     and for all sections after a reload.
  /// - Complexity: O(*k* log *s*) for *k* edits and *s* sections; O(*s*) more if sections were edited, or after a
  ///   reload.
  @usableFromInline
  package mutating func apply(
    _ batch: UpdateBatch, sectionsAfter: @autoclosure () -> Int, countAfter: (Int) -> Int
  ) {
    if batch.isReload {
      self = SectionCounts((0..<sectionsAfter()).map(countAfter))
    } else if batch.sections.keepsPlaces {
      apply(batch.items)
    } else {
      self = SectionCounts(batch.counts(after: all, countAfter: countAfter))
    }
  }

  /// Applies edits of items to the counts, if all sections keep their positions.
  ///
  /// - Complexity: O(*k* log *s*) at most for *k* edits and *s* sections.
  mutating func apply(_ items: Edits<ItemPath>) {
    // Consecutive edits are usually in the same section, whose count then changes once.
    var (section, difference) = (0, 0)
    func note(_ change: Int, in other: Int) {
      if other != section, difference != 0 { add(difference, to: section) }
      difference = other == section ? difference + change : change
      section = other
    }
    // No count becomes negative in between: no more items leave a section than it had before.
    items.forEachEdit { kind, places in
      if kind == .update { return }
      if kind != .insert { note(-1, in: places.before.section) }
      if kind != .delete { note(1, in: places.after.section) }
    }
    if difference != 0 { add(difference, to: section) }
  }
}

extension UpdateBatch {
  fileprivate func counts(after before: [Int], countAfter: (Int) -> Int) -> [Int] {
    let (deletes, inserts) = (Set(sections.deletes), Set(sections.inserts))
    var counts = [Int?](repeating: nil, count: before.count - deletes.count + inserts.count)
    var targets = [Int?](repeating: nil, count: before.count)
    var isMoved = [Bool](repeating: false, count: counts.count)
    for move in sections.moves {
      targets[move.before] = move.after
      isMoved[move.after] = true
    }
    // All other sections keep their relative order.
    // The places that neither moved nor new sections take are left for the sections that are not named, in order.
    var places = counts.indices.lazy.filter { !isMoved[$0] && !inserts.contains($0) }.makeIterator()
    for section in before.indices where targets[section] == nil && !deletes.contains(section) {
      targets[section] = places.next()
    }

    for (section, target) in targets.enumerated() {
      if let target { counts[target] = before[section] }
    }
    // The count of an inserted section is `nil` until the end, when it is read from the source: it includes these
    // items.
    for path in items.inserts { counts[path.section]? += 1 }
    for move in items.moves { counts[move.after.section]? += 1 }
    for section in items.deletes.map(\.section) + items.moves.map(\.before.section) {
      if let target = targets[section] { counts[target]? -= 1 }
    }
    return counts.enumerated().map { $1 ?? countAfter($0) }
  }
}

extension SectionCounts {
  /// Creates the counts of a source's sections.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  public init(_ source: any DataSource) {
    self.init((0..<source.numberOfSections).map(source.numberOfItems(inSection:)))
  }

  /// Applies the changes of a source.
  ///
  /// - Parameters:
  ///   - changes: The changes of the mapping's sources.
  ///   - source: The index of the source that is counted.
  /// - Complexity: O(*k* log *s*) for *k* edits and *s* sections; O(*s*) more if sections were edited, or after a
  ///   reload.
  @inlinable public mutating func apply<Item>(_ changes: SourceChanges<Item>, ofSource source: Int = 0) {
    apply(changes.batches[source], changes.sources[source])
  }

  /// Applies a batch of a source.
  @inlinable package mutating func apply<Item>(_ batch: UpdateBatch, _ source: any DataSource<Item>) {
    if batch.isEmpty { return }
    apply(batch, sectionsAfter: source.numberOfSections) { source.numberOfItems(inSection: $0) }
  }

  /// Returns whether a section exists.
  public func contains(section: Int) -> Bool { (0..<count).contains(section) }
}
