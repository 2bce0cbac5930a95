extension Oracle {
  /// What an oracle asks of batches, and of the transforms that they come from, beyond being right.
  public struct Demands: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes demands of their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing is deleted and inserted, or moved, that could have stayed: the batch is the difference of the states by
    /// identity. Not asked where an identity occurs twice in a state.
    public static let fewestEdits = Demands(rawValue: 1 << 0)
    /// Updates are only for what changed its content, or what the link's source said was updated.
    public static let neededUpdates = Demands(rawValue: 1 << 1)
    /// A link is reloaded only where one that it stands on was.
    public static let neededReloads = Demands(rawValue: 1 << 2)
    /// A transform shows after every change what a new one over the same sources would, with its mapping read anew.
    public static let sameFromScratch = Demands(rawValue: 1 << 3)
    /// The laws of a transform's mapping hold: see ``DataSources/DataSource/brokenLaw()``.
    public static let laws = Demands(rawValue: 1 << 4)

    /// Nothing beyond being right: the batch fits, leads from the state before to the state after, and forgets no
    /// update.
    public static let correct: Demands = []
    /// Everything.
    public static let strict: Demands = [
      .fewestEdits, .neededUpdates, .neededReloads, .sameFromScratch, .laws,
    ]
  }
}
