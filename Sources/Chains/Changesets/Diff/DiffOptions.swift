/// The options of a diff: its effort, its treatment of duplicates, and its limits.
public struct DiffOptions: Sendable {
  /// The cost of a diff, and its guarantees for lists with duplicate identities. If identities are unique, both cases
  /// lead to the same, minimal result.
  public enum Effort: Sendable {
    /// Linear in the number of elements, apart from the sorting of moves, and minimal in deletes and inserts.
    ///
    /// Moves are minimal if identities are unique. If they are not, moves are still minimal in lists of up to 2,000
    /// elements and, in longer ones, for up to about as many edits as the square root of the number of elements. Beyond
    /// that there may be more moves, because ranges that stay are not searched for duplicates: 9 % more on average, and
    /// twice as many in the worst case, in 60 lists of 30,000 elements in which blocks of thousands were moved, copied,
    /// reversed and shuffled. No bound is known.
    case linear
    /// Minimal in deletes, inserts and moves, whether identities are unique or not: O(*n* · *d*), *d* being the number
    /// of edits.
    case minimal
  }

  /// The treatment of elements whose identity occurs more than once in a state.
  ///
  /// To reject duplicates, call `requireUniqueIdentities(in:matching:)` first.
  public enum DuplicatePolicy: Sendable {
    /// Duplicates are paired in an order that leads to few moves. Elements without a partner are deleted or inserted.
    case pairInOrder
    /// Only the first element of an identity in each state is matched. The others are deleted and inserted.
    case keepFirst
  }

  /// The cost of the diff, and its guarantees for duplicates.
  public var effort: Effort = .linear
  /// The treatment of duplicate identities.
  public var duplicates: DuplicatePolicy = .pairInOrder
  /// The greatest number of elements of each state. If one of them has more, or 2³⁰ elements or more, the result is a
  /// reload.
  public var elementLimit = Int.max
  /// The greatest number of edits. If there are more, the result is a reload.
  public var editLimit = Int.max { didSet { editLimit = max(0, editLimit) } }
  /// Called repeatedly while identities are hashed and searched, but not while equal ranges are compared. Once it
  /// returns true, the diff stops, and the result is a reload. `{ Task.isCancelled }` stops the diff with its task.
  public var isCancelled: (@Sendable () -> Bool)?

  /// The greatest number of edits of the search for a short script, which comes before any hashing; `nil` to derive it
  /// from the lengths of the lists.
  @usableFromInline package var searchLimit: Int?
  /// The number of steps after which the pairing of duplicates is approximated; `nil` to derive it from the lengths of
  /// the lists.
  package var pairingBudget: Int?

  /// Creates the default options: linear effort, duplicates paired in order, no limits.
  public init() {}

  @inlinable func checkCancellation() throws {
    if let isCancelled, isCancelled() { throw CancellationError() }
  }

  /// Whether a number of elements exceeds the limit.
  @inlinable func isOverLimit(_ count: Int) -> Bool { count > min(elementLimit, Int(Int32.max >> 1)) }

  @usableFromInline var withoutEditLimit: DiffOptions {
    var options = self
    options.editLimit = .max
    return options
  }

  var pairingInOrder: DiffOptions {
    var options = self
    options.duplicates = .pairInOrder
    return options
  }
}
