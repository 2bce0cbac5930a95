public import Changesets

extension ChainFuzzer {
  /// One step of a case, as a value: an edit of a leaf, or something else that happens to the chain.
  ///
  /// Places are those of the moment. What cannot be done when its turn comes is left out, as far as it cannot: a place
  /// that does not exist, a sample or a section that is there already. So a list of edits makes sense whichever of them
  /// are taken away.
  public indirect enum Edit: Hashable, Sendable {
    /// Inserts samples side by side, the first one at the place.
    case insert([Sample], at: ItemPath, leaf: Int = 0)
    /// Removes samples side by side, the first one from the place.
    case remove(Int = 1, at: ItemPath, leaf: Int = 0)
    /// Puts the next version of a sample in its place.
    case update(at: ItemPath, rank: Int, leaf: Int = 0)
    /// Moves a sample; the second place is that afterwards.
    case move(from: ItemPath, to: ItemPath, leaf: Int = 0)
    /// Inserts a section with samples.
    case insertSection(String, [Sample] = [], at: Int, leaf: Int = 0)
    /// Removes a section with all that is in it.
    case removeSection(at: Int, leaf: Int = 0)
    /// Moves a section; the second place is that afterwards.
    case moveSection(from: Int, to: Int, leaf: Int = 0)
    /// Gives a section a prime behind its name, or takes it away. Both are names of the same section.
    case renameSection(at: Int, leaf: Int = 0)
    /// Replaces all sections of a leaf.
    case reload([SectionState<String, Sample>], leaf: Int = 0)
    /// Makes edits in one transaction.
    case transaction([Edit])
    /// Does one of the chain's own actions.
    case change(String, Int)
    /// Makes the chain, over what the leaves hold by then. Without it, the chain is made in the beginning.
    case makeChain
  }
}

extension String {
  /// The name of a section, whether or not it has a prime.
  var withoutPrime: String { utf8.last == UInt8(ascii: "'") ? String(dropLast()) : self }

  /// The other one of a section's two names.
  var withOtherPrime: String { utf8.last == UInt8(ascii: "'") ? String(dropLast()) : self + "'" }
}
