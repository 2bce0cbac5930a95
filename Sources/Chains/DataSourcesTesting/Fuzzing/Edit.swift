public import Changesets

extension ChainFuzzer {
  /// One step of a case, as a value: an edit of a leaf, or another event.
  ///
  /// Paths and indexes are those at the time of the edit. What cannot be done then is skipped: an edit at a path that
  /// does not exist, or the insertion of a sample or section that already exists. Therefore any subset of a list of
  /// edits can be run.
  public indirect enum Edit: Hashable, Sendable {
    /// Inserts consecutive samples, the first of them at the path.
    case insert([SampleItem], at: ItemPath, leaf: Int = 0)
    /// Removes consecutive samples, beginning at the path.
    case remove(Int = 1, at: ItemPath, leaf: Int = 0)
    /// Replaces a sample by its next version.
    case update(at: ItemPath, rank: Int, leaf: Int = 0)
    /// Moves a sample. The second path is the one after the move.
    case move(from: ItemPath, to: ItemPath, leaf: Int = 0)
    /// Inserts a section with samples.
    case insertSection(String, [SampleItem] = [], at: Int, leaf: Int = 0)
    /// Removes a section with all its samples.
    case removeSection(at: Int, leaf: Int = 0)
    /// Moves a section. The second index is the one after the move.
    case moveSection(from: Int, to: Int, leaf: Int = 0)
    /// Adds a prime to the name of a section, or removes it. Both are names of the same section.
    case renameSection(at: Int, leaf: Int = 0)
    /// Replaces all sections of a leaf.
    case reload([SectionState<String, SampleItem>], leaf: Int = 0)
    /// Makes edits in one transaction.
    case transaction([Edit])
    /// Performs one of the chain's actions.
    case change(String, Int)
    /// Creates the chain over the present contents of the leaves. Without this edit, the chain is created at the
    /// beginning.
    case makeChain
  }
}

extension String {
  /// The name of a section without the prime, if it has one.
  var withoutPrime: String { utf8.last == UInt8(ascii: "'") ? String(dropLast()) : self }

  /// The other name of the same section: with or without a prime.
  var withOtherPrime: String { utf8.last == UInt8(ascii: "'") ? String(dropLast()) : self + "'" }
}
