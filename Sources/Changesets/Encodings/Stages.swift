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

  /// Creates a stage.
  package init(_ edits: Edit, state: State) {
    self.edits = edits
    self.state = state
  }
}

extension Stage: Sendable where Edit: Sendable, State: Sendable {}
extension Stage: Equatable where Edit: Equatable, State: Equatable {}

extension UpdateBatch {
  /// The batch in steps that do not mix what table views cannot carry out at once.
  ///
  /// The steps are, in this order and without those that are empty:
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
    path.append(withoutDeletes)
    let withInserts = path.insertingSections(into: withoutDeletes, moved: Set(batch.sections.moves.map(\.before)))
    path.append(withInserts)
    path.append(path.arrangingItems(of: withInserts))
    path.append(path.after)
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
  /// Empty steps are left out. The edits of all stages, composed, are the normal form of these, and the last
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

/// The way from one state to another, in stages.
///
/// Every state on the way is an arrangement of *tokens*: unique numbers of the sections, and of the items. A token is that of a
/// thing before, or of an inserted one. So the edits of a stage need not be worked out: they are what `diff` finds between two
/// arrangements.
struct StagePath<Value, Item> {
  /// A state: sections and items by their tokens.
  typealias Arrangement = [SectionState<Int, Int>]

  /// The arrangement at the start.
  let before: Arrangement
  /// The arrangement at the end.
  let after: Arrangement
  /// The stages so far.
  private(set) var stages: [Stage<UpdateBatch, [SectionState<Value, Item>]>] = []

  private let new: [SectionState<Value, Item>]
  /// Where the way has come to.
  private var current: Arrangement
  /// What each token shows at present: first everything before, then everything after. Things that stay have a token of the
  /// first kind only.
  private var values: [Value]
  private var items: [Item]
  /// The first token of items that are new.
  private let firstNewItem: Int
  /// Whether the section, or the item, of a token is there at the end.
  private var sectionStays: [Bool]
  private var itemStays: [Bool]

  /// Prepares the way; the batch fits the two states.
  init(of batch: UpdateBatch, from old: [SectionState<Value, Item>], to new: [SectionState<Value, Item>]) throws {
    self.new = new
    values = old.map(\.value) + new.map(\.value)
    items = old.flatMap(\.items) + new.flatMap(\.items)
    before = Self.tokens(of: old, firstSection: 0, firstItem: 0)
    firstNewItem = old.reduce(0) { $0 + $1.items.count }
    let fresh = Self.tokens(of: new, firstSection: old.count, firstItem: firstNewItem)
    // What changed in place keeps its token, so the tokens take no part in updates.
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
}

// MARK: - Going on

extension StagePath {
  /// Lets all items that stay show what they are after.
  mutating func showNewItems() {
    for (section, content) in zip(after, new) {
      for (token, item) in zip(section.items, content.items) { items[token] = item }
    }
  }

  /// Lets all sections that stay show what they are after.
  mutating func showNewSections() {
    for (section, content) in zip(after, new) { values[section.value] = content.value }
  }

  /// Takes a stage in which everything stays where it is.
  mutating func append(_ edits: UpdateBatch) {
    guard !edits.isEmpty else { return }
    let state = current.map { section in SectionState(values[section.value], items: section.items.map { items[$0] }) }
    stages.append(Stage(edits, state: state))
  }

  /// Takes a stage that leads to an arrangement.
  mutating func append(_ next: Arrangement) {
    let tokens = ClosureMatching<Int, Int>(id: \.self, content: ==)
    let sections = ClosureMatching<SectionState<Int, Int>, Int>(id: \.value, content: { _, _ in true })
    let edits = diff(from: current, to: next, sections: sections, items: \.items, matching: tokens)
    current = next
    append(edits)
  }
}

// MARK: - Arrangements on the way

extension StagePath {
  /// The arrangement before, without the items that go while their section stays.
  func deletingItems() -> Arrangement {
    before.map { section in
      guard sectionStays[section.value] else { return section }
      return SectionState(section.value, items: section.items.filter { itemStays[$0] })
    }
  }

  /// An arrangement with the sections that come, and the items that are new in them.
  ///
  /// Each section comes after the last one before it that does not move: so it will not have to move either.
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

  /// An arrangement with every item in its last place, but for those that go with their section.
  func arrangingItems(of arrangement: Arrangement) -> Arrangement {
    let contents = Dictionary(after.map { ($0.value, $0.items) }, uniquingKeysWith: { first, _ in first })
    return arrangement.map { section in
      SectionState(section.value, items: contents[section.value] ?? section.items.filter { !itemStays[$0] })
    }
  }
}
