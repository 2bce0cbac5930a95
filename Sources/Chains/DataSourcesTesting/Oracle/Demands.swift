extension Oracle {
  /// The checks of an oracle beyond correctness, of batches and of the transforms that they come from.
  public struct Demands: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No item or section is deleted and inserted, or moved, that could have stayed: the batch is the difference of the
    /// states by identity. Not checked if an identity occurs twice in a state.
    public static let fewestEdits = Demands(rawValue: 1 << 0)
    /// Updates only concern items and sections whose content changed, or that the link's source updated.
    public static let neededUpdates = Demands(rawValue: 1 << 1)
    /// A link is only reloaded if a link that it stands on is.
    public static let neededReloads = Demands(rawValue: 1 << 2)
    /// After every change, a transform shows the same as a new one over the same sources, with its mapping computed
    /// again.
    public static let sameFromScratch = Demands(rawValue: 1 << 3)
    /// The laws of a transform's mapping hold: see `DataSource.brokenLaw()`.
    public static let laws = Demands(rawValue: 1 << 4)

    /// No checks beyond correctness: the batch is valid, leads from the state before to the state after, and lacks no
    /// update.
    public static let correct: Demands = []
    /// All checks.
    public static let strict: Demands = [
      .fewestEdits, .neededUpdates, .neededReloads, .sameFromScratch, .laws,
    ]
  }
}
