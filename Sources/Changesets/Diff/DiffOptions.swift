/// How a diff is made.
public struct DiffOptions: Sendable {
  /// What a diff may cost, and what it promises on lists with duplicate identities. Where identities are unique, the two give
  /// the same, minimal result.
  public enum Effort: Sendable {
    /// Linear in the number of elements, but for the sorting of moves. Minimal in deletes and inserts. Moves are minimal where
    /// identities are unique; where they are not, they still are in lists of up to 2,000 elements and, in longer ones, up to
    /// about as many edits as the square root of the number of elements. Beyond, there may be more, since stretches that stay
    /// are not searched for duplicates: 9 % on average of 60 lists of 30,000 elements in which blocks of thousands were moved,
    /// copied, reversed and shuffled, and twice as many in the worst of them. No bound is known.
    case linear
    /// Minimal in deletes, inserts and moves, whatever the identities: O(*n* · *d*), *d* being the number of edits.
    case minimal
  }

  /// What becomes of elements whose identity occurs more than once in a state.
  ///
  /// To refuse them, call ``requireUniqueIdentities(in:matching:)`` before.
  public enum DuplicatePolicy: Sendable {
    /// They are paired in an order that moves few; what has no partner is deleted or inserted.
    case pairInOrder
    /// Only the first in each state is matched; the others are deleted and inserted.
    case keepFirst
  }

  /// What the diff may cost.
  public var effort: Effort = .linear
  /// What becomes of duplicate identities.
  public var duplicates: DuplicatePolicy = .pairInOrder
  /// The number of elements that each state may have; with more in one of them, the result is a reload. It always is
  /// from 2³⁰ elements on.
  public var elementLimit = Int.max
  /// The number of edits that there may be; with more, the result is a reload.
  public var editLimit = Int.max { didSet { editLimit = max(0, editLimit) } }
  /// Called from time to time while identities are hashed and searched, though not while equal stretches are compared; once it
  /// returns true, the diff is given up, and the result is a reload. `{ Task.isCancelled }` stops with the task.
  public var isCancelled: (@Sendable () -> Bool)?

  /// The number of edits that the search for a short script may come to before keys are hashed; nil for what the lists' length
  /// suggests.
  @usableFromInline package var searchLimit: Int?
  /// How much work the pairing of duplicates may be before it is approximated; nil for what the lists' length suggests.
  package var pairingBudget: Int?

  /// The options: linear, pairing duplicates in order, without limits.
  public init() {}

  /// Throws a `CancellationError` if the diff is to be given up.
  @inlinable func checkCancellation() throws {
    if let isCancelled, isCancelled() { throw CancellationError() }
  }

  /// Whether a number of elements is too large.
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
