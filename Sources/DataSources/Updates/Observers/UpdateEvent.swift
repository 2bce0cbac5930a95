public import Changesets

/// What those who observe something with items hear of an update.
///
/// The two come in pairs, and never one pair inside another; only who cancels in between misses the second. What is observed
/// shows the state before in the first, and the state after in the second: an observer never sees anything in between.
public enum UpdateEvent: Hashable, Sendable {
  /// An update is about to happen; what is observed still shows the state before it.
  case willUpdate
  /// An update has happened; what is observed shows the state after it.
  case didUpdate(UpdateBatch, animated: Bool)
}
