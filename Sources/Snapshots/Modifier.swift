public import Changesets
public import DataSources

/// A leaf that shows a model of your own, and changes both as one.
///
/// Photos of kittens that are loaded page by page:
///
/// ```swift
/// struct Album {
///   var title: String
///   var photos: [Photo] = []
/// }
///
/// let album = Modifier(Album(title: "Kittens")) { [SectionState($0.title, items: $0.photos)] }
/// let cells = CellSource<Photo, PhotoCell>(album)
///
/// func didLoad(_ page: [Photo]) throws {
///   try album.modify(insert: { album in
///     let first = album.photos.count
///     album.photos += page
///     return (first..<album.photos.count).map { ItemPath(section: 0, item: $0) }
///   })
/// }
/// ```
///
/// Every change is a *session*. A session's blocks work on a copy of the model, and return what they changed, which is checked: against the
/// number of items in each section, and, where items can be compared, against the items before, after and at each place that a block
/// returns. If it agrees, the model changes, and observers are notified of one batch, in normal form. If it does not agree, or a block
/// throws, the session is off: it throws, the model stays as it was, and no observer is notified.
///
/// The blocks run when the session is asked for. It is shown at once, or, within a transaction or an observer, when its turn comes; the
/// blocks of the next session get the model as it leaves it. Where the transaction fails, the session is rolled back. A session that a block
/// asks for comes after the block's own.
public final class Modifier<Model, Item>: DataSource {
  /// Changes the model, and returns the places of what it changed.
  public typealias Block = (inout Model) throws -> [ItemPath]
  /// Is called once: with true when observers were notified, or with false when the session failed or was rolled back.
  public typealias Completion = (_ isMade: Bool) -> Void

  /// The source's place in its chains.
  public let link = ChainLink("Modifier")
  private let content: DraftedContent<State>
  private let sections: (Model) -> [SectionState<String?, Item>]
  /// Whether two items are equal; nil for items that cannot be compared.
  private let areEqual: ((Item, Item) -> Bool)?

  private struct State {
    var model: Model
    var sections: [SectionState<String?, Item>]
    var recorder = BatchRecorder()

    /// Replaces the model by another one, and returns the old one, to be released by the caller.
    mutating func replace(by model: Model, _ sections: [SectionState<String?, Item>], _ batch: UpdateBatch) -> State {
      let old = self
      self.model = model
      self.sections = sections
      recorder.apply(batch)
      return old
    }
  }

  private init(
    _ model: Model, areEqual: ((Item, Item) -> Bool)?, sections: @escaping (Model) -> [SectionState<String?, Item>]
  ) {
    self.sections = sections
    self.areEqual = areEqual
    content = DraftedContent(State(model: model, sections: sections(model)), link: link)
    link.onUpdate(self) { $0.content.shown.recorder.finish() }
  }

  /// Creates a source that shows a model.
  ///
  /// - Parameters:
  ///   - model: The model. It has to be a value all through: what a block does to an object cannot be taken back.
  ///   - sections: The sections of a model, with their names and items. It is called after every block; arrays that the model has are not
  ///     copied.
  public convenience init(_ model: Model, sections: @escaping (Model) -> [SectionState<String?, Item>]) {
    self.init(model, areEqual: nil, sections: sections)
  }

  /// Creates a source that shows a model whose items can be compared, so that the places that blocks return are checked.
  ///
  /// - Parameters:
  ///   - model: The model. It has to be a value all through: what a block does to an object cannot be taken back.
  ///   - sections: The sections of a model, with their names and items. It is called after every block; arrays that the model has are not
  ///     copied.
  public convenience init(
    _ model: Model, sections: @escaping (Model) -> [SectionState<String?, Item>]
  ) where Item: Equatable {
    self.init(model, areEqual: ==, sections: sections)
  }

  /// Creates a source whose model is a list of items.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - name: The name of the section.
  public convenience init(_ items: [Item], name: String? = nil) where Model == [Item] {
    self.init(items) { [SectionState(name, items: $0)] }
  }

  /// Creates a source whose model is a list of items that can be compared, so that the places that blocks return are checked.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - name: The name of the section.
  public convenience init(_ items: [Item], name: String? = nil) where Model == [Item], Item: Equatable {
    self.init(items) { [SectionState(name, items: $0)] }
  }

  /// The model that is shown.
  public var model: Model { content.shown.model }

  /// The number of sections.
  public var numberOfSections: Int { content.shown.sections.count }

  /// The number of items in a section.
  public func numberOfItems(inSection section: Int) -> Int { state(ofSection: section).items.count }

  /// The item at a place.
  public func item(at path: ItemPath) -> Item {
    let items = state(ofSection: path.section).items
    guard items.indices.contains(path.item) else { fatalError("There is no item at \(path).") }
    return items[path.item]
  }

  /// The items of a section, in order.
  ///
  /// - Complexity: O(1).
  public func items(inSection section: Int) -> [Item] { state(ofSection: section).items }

  /// The name of a section.
  public func name(ofSection section: Int) -> String? { state(ofSection: section).value }

  private func state(ofSection section: Int) -> SectionState<String?, Item> {
    guard content.shown.sections.indices.contains(section) else {
      fatalError("There is no section \(section): the source has \(numberOfSections).")
    }
    return content.shown.sections[section]
  }
}

// MARK: - Sessions

extension Modifier {
  /// Changes the model by a session that updates, deletes and inserts items.
  ///
  /// The blocks run in this order, each on what the one before left; a block that is missing is skipped. An item that is updated and
  /// then deleted is a deleted one. Moves are not mixed with these: they have a session of their own.
  ///
  /// - Parameters:
  ///   - update: Changes items, and returns their places. It adds and removes none.
  ///   - delete: Removes items, and returns the places that they had before the session.
  ///   - insert: Adds items, and returns the places that they have after the session.
  ///   - completion: Is called when the session is over.
  /// - Throws: What a block throws, or an ``UpdateError`` if a block did something else than it says; to the completion alone, where a
  ///   block of another session asks for this one.
  /// - Complexity: A copy of what changes in the model, O(*s* + *k* log *k*) for *s* sections and *k* places, and what the blocks and the
  ///   sections of a model take.
  public func modify(
    update: Block? = nil, delete: Block? = nil, insert: Block? = nil, completion: Completion? = nil
  ) throws {
    func step(_ name: String, _ block: Block?, _ edits: @escaping ([ItemPath]) -> Edits<ItemPath>) -> Step? {
      block.map { block in
        Step(name: name) { model in UpdateBatch(items: edits(Set(try block(&model)).sorted())) }
      }
    }
    let steps = [
      step("the update block", update) { Edits(updates: $0.map { Pair($0, $0) }) },
      step("the delete block", delete) { Edits(deletes: $0) },
      step("the insert block", insert) { Edits(inserts: $0) },
    ]
    try run(steps.compactMap(\.self), completion: completion)
  }

  /// Changes the model by a session that moves items.
  ///
  /// - Parameters:
  ///   - move: Moves items, also to other sections, and returns their places before and after.
  ///   - completion: Is called when the session is over.
  /// - Throws: As ``modify(update:delete:insert:completion:)``.
  /// - Complexity: As ``modify(update:delete:insert:completion:)``.
  public func modify(
    move: @escaping (inout Model) throws -> [Pair<ItemPath>], completion: Completion? = nil
  ) throws {
    try run(
      [Step(name: "the move block") { UpdateBatch(items: Edits(moves: try move(&$0))) }], completion: completion)
  }

  /// Changes the model by a session that does anything, also to sections.
  ///
  /// - Parameters:
  ///   - batch: Changes the model, and returns the batch that leads from the model before to the model after.
  ///   - completion: Is called when the session is over.
  /// - Throws: As ``modify(update:delete:insert:completion:)``.
  /// - Complexity: As ``modify(update:delete:insert:completion:)``.
  public func modify(
    batch: @escaping (inout Model) throws -> UpdateBatch, completion: Completion? = nil
  ) throws {
    try run([Step(name: "the batch block", change: batch)], completion: completion)
  }

  /// Changes the model in any way; observers read everything again.
  ///
  /// - Parameters:
  ///   - change: Changes the model.
  ///   - completion: Is called when the session is over.
  /// - Throws: What the block throws; to the completion alone, where a block of another session asks for this one.
  public func modifyWithoutAnimation(
    _ change: @escaping (inout Model) throws -> Void, completion: Completion? = nil
  ) throws {
    let step = Step(name: "the block") { model in
      try change(&model)
      return .reload
    }
    try run([step], completion: completion)
  }

  /// A block of a session.
  private struct Step {
    /// What an error says that it came from.
    let name: String
    /// Changes the model, and returns what it says that it did.
    let change: (inout Model) throws -> UpdateBatch
  }

  private func run(_ steps: [Step], completion: Completion?) throws {
    try content.edit(animated: .automatic, completion: completion) { [sections, areEqual] draft in
      var model = draft.model
      var shown = draft.sections
      var batch = UpdateBatch()
      for step in steps {
        let before = shown
        let change = try step.change(&model)
        shown = sections(model)
        try change.validate(before: before.map(\.items.count), after: shown.map(\.items.count), link: step.name)
        if let areEqual {
          try change.requirePlaces(from: before.map(\.items), to: shown.map(\.items), link: step.name, areEqual)
        }
        batch = batch.composed(with: change)
      }
      return { [model, shown, batch] state in state.replace(by: model, shown, batch) }
    }
  }
}

extension UpdateBatch {
  /// Throws unless the neighbours of all items that are deleted, inserted, moved and updated, and those that are moved, are what they were.
  ///
  /// Where a wrong item of the right number is named, the items between it and the right one are taken for each other. So one of them is beside a place
  /// that is named, and a look at those is enough: it does not take one at all items.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  fileprivate func requirePlaces<Item>(
    from old: [[Item]], to new: [[Item]], link: String, _ areEqual: (Item, Item) -> Bool
  ) throws {
    if isReload || items.isEmpty { return }
    let batch = normalised()
    let (map, wayBack) = (PathMap(batch), PathMap(batch.inverted()))
    let updated = Set(batch.items.updates.map(\.before))
    func require(_ before: ItemPath, _ after: ItemPath) throws {
      guard !updated.contains(before), let item = old.item(at: before), let other = new.item(at: after) else { return }
      // What is not equal to itself, as a number that is none, says nothing.
      guard areEqual(item, other) || !areEqual(item, item) || !areEqual(other, other) else {
        throw UpdateError.misplaced(item, other, before, after, link)
      }
    }
    let (edits, moves) = (batch.items, batch.items.moves)
    for before in old.places(around: Array(edits.deletes) + moves.map(\.before) + edits.updates.map(\.before)) {
      if let after = map.path(after: before) { try require(before, after) }
    }
    for after in new.places(around: Array(edits.inserts) + moves.map(\.after)) {
      if let before = wayBack.path(after: after) { try require(before, after) }
    }
  }
}

extension Array {
  fileprivate func item<Item>(at path: ItemPath) -> Item? where Element == [Item] {
    guard indices.contains(path.section), self[path.section].indices.contains(path.item) else { return nil }
    return self[path.section][path.item]
  }

  /// The given places, and those before and after them, of all that there are.
  fileprivate func places<Item>(around paths: [ItemPath]) -> [ItemPath] where Element == [Item] {
    paths.flatMap { path in (path.item - 1...path.item + 1).map { ItemPath(section: path.section, item: $0) } }
      .filter { item(at: $0) != nil }
  }
}

extension UpdateError.Code {
  /// A batch with the right counts names wrong places.
  public static let misplaced = Self(rawValue: "update/misplaced")
}

extension UpdateError {
  fileprivate static func misplaced<Item>(
    _ old: Item, _ new: Item, _ before: ItemPath, _ after: ItemPath, _ link: String
  ) -> UpdateError {
    UpdateError(
      .misplaced,
      "By what \(link) returned, “\(String(describing: old))” at \(before) is at \(after) afterwards, where "
        + "“\(String(describing: new))” is. Return the places of what the block changed.")
  }
}
