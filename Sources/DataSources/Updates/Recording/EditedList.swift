import OrderedTrees

/// A list that was edited, as runs of what was side by side before.
///
/// Only the runs up to the last place that was edited are kept; what follows is as it was, however long it is. What was
/// not moved is in the order that it had before.
///
/// Invariant: a run that was moved or updated has a length of 1.
struct EditedList<Place: RecordedPlace>: Sendable {
  /// Neighbours that were neighbours before, or that are new.
  struct Run: Sendable {
    /// Where the first of them was before; nothing for what is new.
    var origin: Place?
    var isMoved = false
    var isUpdated = false
  }

  typealias Handle = RankTree.Handle

  /// The order of the runs; each weighs its length.
  var order = RankTree()
  /// The run of each handle.
  var runs: [Run] = []
  /// Where what follows the runs was before; nothing if it is new.
  var rest: Place?

  /// Makes a list that was not edited yet.
  ///
  /// - Parameter origin: Where its first element was before; nothing for a list that is new.
  init(origin: Place?) {
    rest = origin
  }

  /// Whether the list was not there before, so that it goes without saying that its elements are new.
  var isNew: Bool { rest == nil }

  /// The run of a handle.
  subscript(handle: Handle) -> Run {
    get { runs[handle.offset] }
    set { runs[handle.offset] = newValue }
  }
}
