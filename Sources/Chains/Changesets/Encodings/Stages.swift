/// A step of an update that is performed in several steps: the edits of this step, and the state that they lead to.
///
/// A consumer performs the stages in order: it replaces its data by ``state`` and performs ``edits``, which are in
/// normal form, all at once. The edits of a stage lead from the state of the previous stage (for the first stage, the
/// state before the update) to its own.
///
/// Other libraries call this a *staged changeset*. For an ``UpdateBatch``, `sections.deletes`, `.inserts`, `.updates`
/// and `.moves` are sectionDeleted, sectionInserted, sectionUpdated and sectionMoved; the same lists of `items` are
/// elementDeleted, elementInserted, elementUpdated and elementMoved; and ``state`` is data. (The two places of an
/// update are equal here, since elements are updated in place.)
public struct UpdateStage<Edit, State> {
  /// The edits of this step: `Edits<Int>` for flat lists, ``UpdateBatch`` for sections and items.
  public var edits: Edit
  /// The complete state after this step.
  public var state: State

  /// Creates a stage.
  package init(_ edits: Edit, state: State) {
    self.edits = edits
    self.state = state
  }
}

extension UpdateStage: Sendable where Edit: Sendable, State: Sendable {}
extension UpdateStage: Equatable where Edit: Equatable, State: Equatable {}

extension UpdateBatch {
  /// Returns the batch in steps, each of which a table view can perform at once.
  ///
  /// The steps, without those that are empty, are:
  ///
  /// 1. updates of items, in place;
  /// 2. updates of sections, in place;
  /// 3. deletes of items (those of deleted sections are deleted with their section);
  /// 4. inserts of sections, with the items that are new in them;
  /// 5. inserts of items, and moves of items: out of deleted sections, which still exist, and into inserted ones, which
  ///    already exist;
  /// 6. deletes and moves of sections.
  ///
  /// Therefore no update is combined with a move, and items stay in their places while sections move. The composition
  /// of the edits of all stages is the normal form of the batch, and the last state is the new one. A reload is one
  /// stage.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  /// - Throws: ``UpdateError`` if the batch does not lead from a state of these counts to the other.
  /// - Complexity: That of a `diff` for each stage: O(*n*) on average, *n* being the number of sections and items, and
  ///   O(*m* log *m*) for *m* moves.
  public func stages<Value, Item>(
    from old: [SectionState<Value, Item>], to new: [SectionState<Value, Item>]
  ) throws -> [UpdateStage<UpdateBatch, [SectionState<Value, Item>]>] {
    try validate(before: old.map(\.items.count), after: new.map(\.items.count))
    if isReload { return [UpdateStage(.reload, state: new)] }
    let batch = normalized()
    var path = try StagePath(of: batch, from: old, to: new)

    // The content of surviving items is replaced first, while all of them are where they were: so updates are never
    // combined with moves.
    path.showNewItems()
    let itemUpdates = batch.items.updates.map { PlacePair($0.before, $0.before) }
    path.append(UpdateBatch(items: Edits(updates: itemUpdates)))
    path.showNewSections()
    let sectionUpdates = batch.sections.updates.map { PlacePair($0.before, $0.before) }
    path.append(UpdateBatch(sections: Edits(updates: sectionUpdates)))

    let withoutDeletes = path.deletingItems()
    path.append(withoutDeletes)
    let withInserts = path.insertingSections(into: withoutDeletes, moved: Set(batch.sections.moves.map(\.before)))
    path.append(withInserts)
    path.append(path.arrangingItems(of: withInserts))
    path.append(path.after)
    return path.stages
  }

  /// Returns the batch in steps, each of which a table view can perform at once, for sections without a value of their
  /// own.
  ///
  /// - Parameters:
  ///   - old: The items of each section before.
  ///   - new: The items of each section after.
  /// - Throws: ``UpdateError`` if the batch does not lead from a state of these counts to the other.
  /// - Complexity: As of the variant with section values.
  public func stages<Item>(from old: [[Item]], to new: [[Item]]) throws -> [UpdateStage<UpdateBatch, [[Item]]>] {
    try stages(from: old.map { SectionState((), items: $0) }, to: new.map { SectionState((), items: $0) })
      .map { UpdateStage($0.edits, state: $0.state.map(\.items)) }
  }
}

extension Edits<Int> {
  /// Returns the edits in steps, each of which a table view can perform at once: updates in place; deletes; inserts and
  /// moves.
  ///
  /// Empty steps are left out. The composition of the edits of all stages is the normal form of these edits, and the
  /// last state is the new one. A reload is one stage.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  /// - Throws: ``UpdateError`` if the edits do not lead from a list of the one count to a list of the other.
  /// - Complexity: O(*n*) on average, *n* being the number of elements, and O(*m* log *m*) for *m* moves.
  public func stages<Element>(from old: [Element], to new: [Element]) throws -> [UpdateStage<Edits<Int>, [Element]>] {
    if isReload { return [UpdateStage(.reload, state: new)] }
    return try UpdateBatch(items: inSection(0)).stages(from: [old], to: [new])
      .map { UpdateStage($0.edits.items.withoutSections, state: $0.state.first ?? []) }
  }
}

/// The sequence of states between two states, as stages.
///
/// Every intermediate state is an arrangement of *tokens*: unique numbers of the sections and of the items. Each
/// section and item of the old state, and each inserted one, has a token. The edits of a stage are therefore the `diff`
/// of two arrangements and need no bookkeeping of their own.
struct StagePath<Value, Item> {
  /// A state in which sections and items are represented by their tokens.
  typealias Arrangement = [SectionState<Int, Int>]

  /// The arrangement at the start.
  let before: Arrangement
  /// The arrangement at the end.
  let after: Arrangement
  /// The stages so far.
  private(set) var stages: [UpdateStage<UpdateBatch, [SectionState<Value, Item>]>] = []

  private let new: [SectionState<Value, Item>]
  /// The arrangement after the last stage so far.
  private var current: Arrangement
  /// The value that each token shows in the current stage: first those of the old state, then those of the new one. A
  /// section or item that survives has a token of the old state only.
  private var values: [Value]
  private var items: [Item]
  /// The lowest token of the inserted items.
  private let firstNewItem: Int
  /// Whether the section, or the item, of a token is in the new state.
  private var sectionStays: [Bool]
  private var itemStays: [Bool]

  /// Prepares the stages of a batch that is valid for the two states.
  init(of batch: UpdateBatch, from old: [SectionState<Value, Item>], to new: [SectionState<Value, Item>]) throws {
    self.new = new
    values = old.map(\.value) + new.map(\.value)
    items = old.flatMap(\.items) + new.flatMap(\.items)
    before = Self.tokens(of: old, firstSection: 0, firstItem: 0)
    firstNewItem = old.reduce(0) { $0 + $1.items.count }
    let fresh = Self.tokens(of: new, firstSection: old.count, firstItem: firstNewItem)
    // Updated elements keep their tokens, so the arrangements are computed without the updates.
    var moving = batch
    moving.sections.updates = []
    moving.items.updates = []
    let sections = try moving.sections.applied(to: before.map(\.value), count: new.count) { fresh[$0].value }
    let contents = try moving.applied(to: before.map(\.items), counts: new.map(\.items.count)) { path in
      fresh[path.section].items[path.item]
    }
    after = zip(sections, contents).map { SectionState($0, items: $1) }
    current = before
    sectionStays = Array(repeating: false, count: values.count)
    itemStays = Array(repeating: false, count: items.count)
    for section in after {
      sectionStays[section.value] = true
      for item in section.items { itemStays[item] = true }
    }
  }

  private static func tokens(
    of state: [SectionState<Value, Item>], firstSection: Int, firstItem: Int
  ) -> Arrangement {
    var next = firstItem
    return state.enumerated().map { index, section in
      defer { next += section.items.count }
      return SectionState(firstSection + index, items: Array(next..<next + section.items.count))
    }
  }

  // MARK: - Appending stages

  /// Replaces the value of every surviving item by that of the new state.
  mutating func showNewItems() {
    for (section, content) in zip(after, new) {
      for (token, item) in zip(section.items, content.items) { items[token] = item }
    }
  }

  /// Replaces the value of every surviving section by that of the new state.
  mutating func showNewSections() {
    for (section, content) in zip(after, new) { values[section.value] = content.value }
  }

  /// Appends a stage that leaves the arrangement unchanged, unless there are no edits.
  mutating func append(_ edits: UpdateBatch) {
    guard !edits.isEmpty else { return }
    let state = current.map { section in SectionState(values[section.value], items: section.items.map { items[$0] }) }
    stages.append(UpdateStage(edits, state: state))
  }

  /// Appends a stage that leads to another arrangement.
  mutating func append(_ next: Arrangement) {
    let tokens = ClosureMatching<Int, Int>(id: \.self, content: ==)
    let sections = ClosureMatching<SectionState<Int, Int>, Int>(id: \.value, content: { _, _ in true })
    let edits = diff(from: current, to: next, sections: sections, items: \.items, matching: tokens)
    current = next
    append(edits)
  }

  // MARK: - Intermediate arrangements

  /// Returns the first arrangement without the items that are deleted from surviving sections.
  func deletingItems() -> Arrangement {
    before.map { section in
      guard sectionStays[section.value] else { return section }
      return SectionState(section.value, items: section.items.filter { itemStays[$0] })
    }
  }

  /// Returns an arrangement with the inserted sections, and the items that are new in them, added.
  ///
  /// Each inserted section follows the last section before it that does not move, so it need not move in a later stage.
  func insertingSections(into arrangement: Arrangement, moved: Set<Int>) -> Arrangement {
    var first: Arrangement = []
    var following: [Int: Arrangement] = [:]
    var anchor: Int?
    for section in after {
      if section.value < before.count {
        if !moved.contains(section.value) { anchor = section.value }
        continue
      }
      let inserted = SectionState(section.value, items: section.items.filter { $0 >= firstNewItem })
      if let anchor { following[anchor, default: []].append(inserted) } else { first.append(inserted) }
    }
    return first + arrangement.flatMap { [$0] + following[$0.value, default: []] }
  }

  /// Returns an arrangement with every item in its final place, except for items that are deleted with their section.
  func arrangingItems(of arrangement: Arrangement) -> Arrangement {
    let contents = Dictionary(after.map { ($0.value, $0.items) }, uniquingKeysWith: { first, _ in first })
    return arrangement.map { section in
      SectionState(section.value, items: contents[section.value] ?? section.items.filter { !itemStays[$0] })
    }
  }
}
