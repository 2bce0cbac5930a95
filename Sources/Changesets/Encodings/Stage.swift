/// A step of an update that is taken in several: the edits of this step, and the state that they lead to.
///
/// A consumer takes the stages in order: it puts ``state`` in the place of its data, and carries out ``edits``, which are in
/// normal form, all at once. The edits of a stage lead from the state of the stage before it (the state before the update, for
/// the first) to its own.
///
/// This is a *staged changeset*, as consumers of other libraries know it. For an ``UpdateBatch``, `sections.deletes`, `.inserts`,
/// `.updates` and `.moves` are its sectionDeleted, sectionInserted, sectionUpdated and sectionMoved; the same lists of `items` are
/// its elementDeleted, elementInserted, elementUpdated and elementMoved; and ``state`` is its data. (An update's place is the same
/// in both spaces here: things are updated where they are.)
public struct Stage<Edit, State> {
  /// What happens in this step: `Edits<Int>` for flat lists, ``UpdateBatch`` for sections and items.
  public var edits: Edit
  /// The whole state after this step.
  public var state: State

  /// Makes a stage.
  public init(_ edits: Edit, state: State) {
    self.edits = edits
    self.state = state
  }
}

extension Stage: Sendable where Edit: Sendable, State: Sendable {}
extension Stage: Equatable where Edit: Equatable, State: Equatable {}
