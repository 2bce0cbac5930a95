import Changesets

/// The contents of the leaves of a case, as plain arrays.
struct SampleContents: Equatable {
  /// The sections of each leaf.
  var leaves: [[SectionState<String, SampleItem>]]

  /// The samples and section names that existed in this step. One that was removed is not inserted again in the same
  /// step, as the result could not be distinguished from a move or from no change.
  private var samples: Set<Int> = []
  private var names: Set<String> = []

  /// The result of an edit.
  struct Outcome {
    /// The part of the edit that was possible.
    let done: ChainFuzzer.Edit
    /// The inverse edit, or nil if there is none.
    let inverse: ChainFuzzer.Edit?
  }

  init(leaves count: Int) { leaves = Array(repeating: [], count: count) }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.leaves == rhs.leaves }

  /// Begins a step.
  ///
  /// - Complexity: O(*n*), *n* being the number of samples and sections.
  mutating func beginStep() {
    samples.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    for sections in leaves {
      for section in sections {
        names.insert(section.value.withoutPrime)
        for sample in section.items { samples.insert(sample.id) }
      }
    }
  }

  /// Makes a single edit of a leaf, as far as it is possible.
  ///
  /// - Returns: The result, or nil if nothing was possible.
  mutating func apply(_ edit: ChainFuzzer.Edit) -> Outcome? {
    switch edit {
    case .insert(let samples, let path, let leaf):
      guard hasSection(path.section, leaf), (0...leaves[leaf][path.section].items.count).contains(path.item) else {
        return nil
      }
      let samples = newcomers(samples)
      if samples.isEmpty { return nil }
      leaves[leaf][path.section].items.insert(contentsOf: samples, at: path.item)
      return Outcome(
        done: .insert(samples, at: path, leaf: leaf), inverse: .remove(samples.count, at: path, leaf: leaf))

    case .remove(let count, let path, let leaf):
      guard has(path, leaf), count > 0 else { return nil }
      let end = path.item + min(count, leaves[leaf][path.section].items.count - path.item)
      let samples = Array(leaves[leaf][path.section].items[path.item..<end])
      leaves[leaf][path.section].items.removeSubrange(path.item..<end)
      return Outcome(
        done: .remove(samples.count, at: path, leaf: leaf), inverse: .insert(samples, at: path, leaf: leaf))

    case .update(let path, let rank, let leaf):
      guard has(path, leaf) else { return nil }
      let old = leaves[leaf][path.section].items[path.item]
      leaves[leaf][path.section].items[path.item] = SampleItem(id: old.id, rank: rank, version: old.version + 1)
      return Outcome(done: edit, inverse: .update(at: path, rank: old.rank, leaf: leaf))

    case .move(let from, let to, let leaf):
      guard has(from, leaf), hasSection(to.section, leaf) else { return nil }
      // The end of the section once the sample has been taken out.
      let room = leaves[leaf][to.section].items.count - (from.section == to.section ? 1 : 0)
      guard (0...room).contains(to.item) else { return nil }
      let sample = leaves[leaf][from.section].items.remove(at: from.item)
      leaves[leaf][to.section].items.insert(sample, at: to.item)
      return Outcome(done: edit, inverse: .move(from: to, to: from, leaf: leaf))

    case .insertSection(let name, let samples, let index, let leaf):
      guard leaves.indices.contains(leaf), (0...leaves[leaf].count).contains(index),
        names.insert(name.withoutPrime).inserted
      else { return nil }
      let samples = newcomers(samples)
      leaves[leaf].insert(SectionState(name, items: samples), at: index)
      return Outcome(
        done: .insertSection(name, samples, at: index, leaf: leaf), inverse: .removeSection(at: index, leaf: leaf))

    case .removeSection(let index, let leaf):
      guard hasSection(index, leaf) else { return nil }
      let section = leaves[leaf].remove(at: index)
      return Outcome(done: edit, inverse: .insertSection(section.value, section.items, at: index, leaf: leaf))

    case .moveSection(let from, let to, let leaf):
      guard hasSection(from, leaf), hasSection(to, leaf) else { return nil }
      leaves[leaf].insert(leaves[leaf].remove(at: from), at: to)
      return Outcome(done: edit, inverse: .moveSection(from: to, to: from, leaf: leaf))

    case .renameSection(let index, let leaf):
      guard hasSection(index, leaf) else { return nil }
      leaves[leaf][index].value = leaves[leaf][index].value.withOtherPrime
      return Outcome(done: edit, inverse: edit)

    case .reload(let sections, let leaf):
      guard leaves.indices.contains(leaf) else { return nil }
      leaves[leaf] = sections.compactMap { section in
        guard names.insert(section.value.withoutPrime).inserted else { return nil }
        return SectionState(section.value, items: newcomers(section.items))
      }
      return Outcome(done: .reload(leaves[leaf], leaf: leaf), inverse: nil)

    case .transaction, .change, .makeChain: return nil
    }
  }

  private func hasSection(_ section: Int, _ leaf: Int) -> Bool {
    leaves.indices.contains(leaf) && leaves[leaf].indices.contains(section)
  }

  private func has(_ path: ItemPath, _ leaf: Int) -> Bool {
    hasSection(path.section, leaf) && leaves[leaf][path.section].items.indices.contains(path.item)
  }

  /// Returns the samples that did not exist in this step, and records them.
  private mutating func newcomers(_ samples: [SampleItem]) -> [SampleItem] {
    samples.filter { self.samples.insert($0.id).inserted }
  }
}
