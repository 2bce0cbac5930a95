extension UpdateBatch {
  /// The batch in steps that do not mix what table views cannot carry out at once.
  ///
  /// The steps are, in this order and without those in which nothing happens:
  ///
  /// 1. updates of items, where they are;
  /// 2. updates of sections, where they are;
  /// 3. deletes of items (those of deleted sections go with them);
  /// 4. inserts of sections, with the items that are new in them;
  /// 5. inserts of items, and moves of items: out of deleted sections, which are still there, and into inserted ones, which are
  ///    there already;
  /// 6. deletes and moves of sections.
  ///
  /// So nothing is updated while anything moves, and items stay where they are while sections move. The edits of all stages,
  /// composed, are the normal form of the batch, and the last state is the new one. A reload is one stage.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  /// - Throws: ``UpdateError`` if the batch does not lead from a state of these counts to the other.
  /// - Complexity: That of a `diff` for each stage: O(*n*) on average, *n* being the number of sections and items, and
  ///   O(*m* log *m*) for *m* moves.
  public func stages<Value, Item>(
    from old: [SectionState<Value, Item>], to new: [SectionState<Value, Item>]
  ) throws -> [Stage<UpdateBatch, [SectionState<Value, Item>]>] {
    try validate(before: old.map(\.items.count), after: new.map(\.items.count))
    if isReload { return [Stage(.reload, state: new)] }
    let batch = normalised()
    var path = try StagePath(of: batch, from: old, to: new)

    path.showNewItems()
    let itemUpdates = batch.items.updates.map { Pair($0.before, $0.before) }
    path.append(UpdateBatch(items: Edits(updates: itemUpdates)))
    path.showNewSections()
    let sectionUpdates = batch.sections.updates.map { Pair($0.before, $0.before) }
    path.append(UpdateBatch(sections: Edits(updates: sectionUpdates)))

    let withoutDeletes = path.deletingItems()
    try path.append(withoutDeletes)
    let withInserts = path.insertingSections(into: withoutDeletes, moved: Set(batch.sections.moves.map(\.before)))
    try path.append(withInserts)
    try path.append(path.arrangingItems(of: withInserts))
    try path.append(path.after)
    return path.stages
  }

  /// The batch in steps that do not mix what table views cannot carry out at once, where sections have no value of their own.
  ///
  /// - Parameters:
  ///   - old: The items of each section before.
  ///   - new: The items of each section after.
  /// - Throws: ``UpdateError`` if the batch does not lead from a state of these counts to the other.
  /// - Complexity: As of the variant with values.
  public func stages<Item>(from old: [[Item]], to new: [[Item]]) throws -> [Stage<UpdateBatch, [[Item]]>] {
    try stages(from: old.map { SectionState((), items: $0) }, to: new.map { SectionState((), items: $0) })
      .map { Stage($0.edits, state: $0.state.map(\.items)) }
  }
}

extension Edits<Int> {
  /// The edits in steps that do not mix what table views cannot carry out at once: updates in place; deletes; inserts and moves.
  ///
  /// Steps in which nothing happens are left out. The edits of all stages, composed, are the normal form of these, and the last
  /// state is the new one. A reload is one stage.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  /// - Throws: ``UpdateError`` if the edits do not lead from a list of this count to the other.
  /// - Complexity: O(*n*) on average, *n* being the number of elements, and O(*m* log *m*) for *m* moves.
  public func stages<Element>(from old: [Element], to new: [Element]) throws -> [Stage<Edits<Int>, [Element]>] {
    if isReload { return [Stage(.reload, state: new)] }
    return try UpdateBatch(items: inSection(0)).stages(from: [old], to: [new])
      .map { Stage($0.edits.items.withoutSections, state: $0.state.first ?? []) }
  }
}
