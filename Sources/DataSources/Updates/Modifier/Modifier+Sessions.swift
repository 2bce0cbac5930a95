public import Changesets

extension Modifier {
  /// A session that updates, deletes and inserts items.
  ///
  /// The blocks run in this order, each on what the one before left; a block that is missing is skipped. An item that is updated and
  /// then deleted is a deleted one. Moves are not mixed with these: they have a session of their own.
  ///
  /// - Parameters:
  ///   - update: Changes items, and returns their places. It adds and removes none.
  ///   - delete: Removes items, and returns the places that they had before the session.
  ///   - insert: Adds items, and returns the places that they have after the session.
  ///   - completion: Hears how the session ended, whether or not it ran at once.
  /// - Throws: What a block throws, or an ``UpdateError`` if a block did something else than it says. A session that has to wait for
  ///   others reports its errors to the completion alone.
  /// - Complexity: A copy of what changes in the model, O(*s* + *k* log *k*) for *s* sections and *k* places, and the blocks' own.
  public func modify(
    update: Block? = nil, delete: Block? = nil, insert: Block? = nil, completion: Completion? = nil
  ) throws {
    let steps: [(link: String, block: Block?, edits: ([ItemPath]) -> Edits<ItemPath>)] = [
      ("the update block", update, { Edits(updates: $0.map { Pair($0, $0) }) }),
      ("the delete block", delete, { Edits(deletes: $0) }),
      ("the insert block", insert, { Edits(inserts: $0) }),
    ]
    try run(animated: true, completion: completion) { [counts] model in
      var batch = UpdateBatch()
      for case (let link, let block?, let edits) in steps {
        let before = counts(model)
        let paths = Set(try block(&model))
        let step = UpdateBatch(items: edits(paths.sorted()))
        try step.validate(before: before, after: counts(model), link: link)
        batch = batch.composed(with: step)
      }
      return batch
    }
  }

  /// A session that moves items.
  ///
  /// - Parameters:
  ///   - move: Moves items, also to other sections, and returns their places before and after.
  ///   - completion: Hears how the session ended, whether or not it ran at once.
  /// - Throws: What the block throws, or an ``UpdateError`` if it did something else than it says. A session that has to wait for
  ///   others reports its errors to the completion alone.
  /// - Complexity: A copy of what changes in the model, O(*s* + *k* log *k*) for *s* sections and *k* moves, and the block's own.
  public func modify(
    move: @escaping (inout Model) throws -> [Pair<ItemPath>], completion: Completion? = nil
  ) throws {
    try run(link: "the move block", completion: completion) { UpdateBatch(items: Edits(moves: try move(&$0))) }
  }

  /// A session that does anything, also to sections.
  ///
  /// - Parameters:
  ///   - batch: Changes the model, and returns the batch that leads from the model before to the model after.
  ///   - completion: Hears how the session ended, whether or not it ran at once.
  /// - Throws: What the block throws, or an ``UpdateError`` if it did something else than it says. A session that has to wait for
  ///   others reports its errors to the completion alone.
  /// - Complexity: A copy of what changes in the model, O(*s* + *k* log *k*) for *s* sections and *k* edits, and the block's own.
  public func modify(
    batch: @escaping (inout Model) throws -> UpdateBatch, completion: Completion? = nil
  ) throws {
    try run(link: "the batch block", completion: completion, change: batch)
  }

  /// A session that changes the model in any way, and that observers show by reading everything again.
  ///
  /// - Parameters:
  ///   - change: Changes the model.
  ///   - completion: Hears how the session ended, whether or not it ran at once.
  /// - Throws: What the block throws. A session that has to wait for others reports its errors to the completion alone.
  public func modifyWithoutAnimation(
    _ change: @escaping (inout Model) throws -> Void, completion: Completion? = nil
  ) throws {
    try run(animated: false, completion: completion) {
      try change(&$0)
      return .reload
    }
  }

  /// Runs a session of one block, whose batch is held against the counts.
  private func run(
    link: String, completion: Completion?, change: @escaping (inout Model) throws -> UpdateBatch
  ) throws {
    try run(animated: true, completion: completion) { [counts] model in
      let before = counts(model)
      let batch = try change(&model)
      try batch.validate(before: before, after: counts(model), link: link)
      return batch.normalised()
    }
  }
}
