public import Changesets

/// How many items each section of a source has, and so where in all of them a section begins.
///
/// The sections are in a ``RankTree``, each as heavy as it has items.
@usableFromInline struct SectionCounts: Sendable {
  private var sections: Boxed<RankTree>

  /// Makes the counts of sections.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  @usableFromInline init(_ counts: some Sequence<Int> = EmptyCollection()) {
    // Narrow, because the weights in a leaf are summed up at every look.
    sections = Boxed(RankTree(weights: counts, width: 16))
  }

  /// How many sections there are.
  @usableFromInline var count: Int { sections.value.count }

  /// How many items there are in all sections.
  @usableFromInline var total: Int { sections.value.weight }

  /// How many items a section has.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  @usableFromInline subscript(section: Int) -> Int { sections.value.weight(of: handle(of: section)) }

  /// Adds to the number of items that a section has.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  @usableFromInline mutating func add(_ items: Int, to section: Int) {
    sections.value.addWeight(items, at: section)
  }

  /// Adds a section.
  ///
  /// - Parameters:
  ///   - items: How many items it has.
  ///   - section: How many sections will be before it.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  mutating func insert(_ items: Int, at section: Int) {
    sections.value.insert(before: section == count ? nil : handle(of: section), weight: items)
  }

  /// Removes a section.
  ///
  /// - Returns: How many items it had.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  @discardableResult
  mutating func remove(at section: Int) -> Int {
    let handle = handle(of: section)
    let items = sections.value.weight(of: handle)
    sections.value.remove(handle)
    return items
  }

  /// How many items there are in all sections before a section.
  ///
  /// - Parameter section: From 0 to the number of sections.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  @usableFromInline func sum(before section: Int) -> Int {
    switch section {
    case 0: 0
    case count: total
    default: sections.value.weight(before: handle(of: section))
    }
  }

  /// Where an item is, when the items of all sections stand in a row; nothing where there are not as many.
  ///
  /// - Parameter offset: How many items are before it.
  /// - Complexity: O(log *s*), *s* being the number of sections.
  @usableFromInline func section(at offset: Int) -> (section: Int, item: Int)? {
    sections.value.handle(atWeight: offset).map { (sections.value.rank(of: $0.handle), $0.offset) }
  }

  /// Whether there is an item at a path.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  @usableFromInline func contains(_ path: ItemPath) -> Bool {
    guard path.item >= 0, let handle = sections.value.handle(at: path.section) else { return false }
    return path.item < sections.value.weight(of: handle)
  }

  /// All counts, in order.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  var all: [Int] { sections.value.map(sections.value.weight(of:)) }

  private func handle(of section: Int) -> RankTree.Handle {
    guard let handle = sections.value.handle(at: section) else {
      preconditionFailure("There is no section \(section) of \(count).")
    }
    return handle
  }

  /// What is wrong with the counts: nothing, unless their code is. For tests.
  func _checkInvariants() -> [String] { sections.value._checkInvariants() }
}
