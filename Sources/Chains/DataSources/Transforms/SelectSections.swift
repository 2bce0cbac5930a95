import Changesets
import OrderedTrees

extension Mapping {
  /// Hides the sections that do not belong to a selection.
  ///
  /// - Parameter areShown: Returns for all sections of the source, in order, whether each of them is shown.
  package static func selectSections<Item>(_ areShown: @escaping ([SectionInfo]) -> [Bool]) -> Self
  where Self == Mappings.SelectSections<Item> { Self(areShown) }
}

extension Mappings {
  /// Hides the sections that do not belong to a selection. The selection depends on the names and counts of all
  /// sections together, such as that of the largest ones.
  package struct SelectSections<Item>: SectionSelectingMapping {
    private let areShown: ([SectionInfo]) -> [Bool]
    /// The number of items in each of the source's sections.
    private(set) var counts = SectionCounts()
    /// Whether each of the source's sections is shown.
    private(set) var shown = BitSequence()
    private var isSettled = true

    init(_ areShown: @escaping ([SectionInfo]) -> [Bool]) { self.areShown = areShown }

    /// Selects the sections.
    ///
    /// - Complexity: O(*s*) beside the selection, *s* being the number of the source's sections.
    package mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = SectionCounts(sources[0])
      shown = BitSequence(selection(of: sources[0]))
      isSettled = true
    }

    /// Updates the selection; new sections are hidden until it is evaluated again.
    ///
    /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections; O(*s*) more if sections
    ///   were edited.
    package mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      let batch = changes.batch(ofSource: 0)
      counts.apply(batch, changes.sources[0])
      shown.apply(batch.sections) { _ in false }
      isSettled = false
      return UpdateBatch()
    }

    /// Evaluates the selection again.
    ///
    /// - Complexity: O(*s*) beside the selection, *s* being the number of the source's sections; O(1) if nothing
    ///   changed.
    package mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      if isSettled { return UpdateBatch() }
      isSettled = true
      let old = shown
      shown = BitSequence(selection(of: sources[0]))
      var edits = Edits<Int>()
      // Deletions count the sections that were shown, and insertions those that are.
      for section in 0..<counts.count where old[section] != shown[section] {
        if old[section] {
          edits.deletes.append(old.rank(of: section))
        } else {
          edits.inserts.append(shown.rank(of: section))
        }
      }
      return UpdateBatch(sections: edits)
    }

    private func selection(of source: any DataSource<Item>) -> [Bool] {
      areShown((0..<counts.count).map { SectionInfo(name: source.name(ofSection: $0), count: counts[$0]) })
    }
  }
}
