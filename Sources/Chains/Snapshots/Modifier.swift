public import Changesets
public import DataSources

/// A leaf that shows a custom model and changes the model and the view as one.
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
/// Every change is a *session*. The blocks of a session work on a copy of the model and return what they changed. The
/// result is checked against the number of items in each section and, if items can be compared, against the items
/// before, after and at each returned place. If it is consistent, the model changes, and observers are notified of one
/// batch, in normal form. If it is not, or a block throws, the session fails: it throws, the model stays unchanged, and
/// no observer is notified.
///
/// The blocks run when the session is requested. The result is shown immediately or, within a transaction or an
/// observer, when its turn comes. The blocks of the next session receive the model that this one leaves. If the
/// transaction fails, the session is rolled back. A session that is requested by a block comes after the session of
/// that block.
public final class Modifier<Model, Item>: DataSource {
  /// Changes the model and returns the places of the changes.
  public typealias Block = (inout Model) throws -> [ItemPath]
  /// Called once: with true after observers were notified, or with false if the session failed or was rolled back.
  public typealias Completion = (_ isMade: Bool) -> Void

  public let link = ChainLink("Modifier")
  private let content: DraftedContent<State>
  private let sections: (Model) -> [SectionState<String?, Item>]
  /// Returns whether two items are equal; `nil` for items that cannot be compared.
  private let areEqual: ((Item, Item) -> Bool)?

  private struct State {
    var model: Model
    var sections: [SectionState<String?, Item>]
    var recorder = BatchRecorder()

    /// Replaces the model. Returns the old state, which the caller releases.
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
  ///   - model: The model. It has to have value semantics throughout: the changes of an object by a block cannot be
  ///     rolled back.
  ///   - sections: Returns the sections of a model, with their names and items. It is called after every block. Arrays
  ///     of the model are not copied.
  public convenience init(_ model: Model, sections: @escaping (Model) -> [SectionState<String?, Item>]) {
    self.init(model, areEqual: nil, sections: sections)
  }

  /// Creates a source that shows a model whose items can be compared, so that the places that blocks return are
  /// checked.
  ///
  /// - Parameters:
  ///   - model: The model. It has to have value semantics throughout: the changes of an object by a block cannot be
  ///     rolled back.
  ///   - sections: Returns the sections of a model, with their names and items. It is called after every block. Arrays
  ///     of the model are not copied.
  public convenience init(
    _ model: Model, sections: @escaping (Model) -> [SectionState<String?, Item>]
  ) where Item: Equatable { self.init(model, areEqual: ==, sections: sections) }

  /// Creates a source whose model is a list of items.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - name: The name of the section.
  public convenience init(_ items: [Item], name: String? = nil) where Model == [Item] {
    self.init(items) { [SectionState(name, items: $0)] }
  }

  /// Creates a source whose model is a list of items that can be compared, so that the places that blocks return are
  /// checked.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - name: The name of the section.
  public convenience init(_ items: [Item], name: String? = nil) where Model == [Item], Item: Equatable {
    self.init(items) { [SectionState(name, items: $0)] }
  }

  /// The model that is shown.
  ///
  /// Sessions of a transaction are not in it before the transaction is complete; their blocks receive the pending
  /// model.
  public var model: Model { content.shown.model }

  public var numberOfSections: Int { content.shown.sections.count }

  public func numberOfItems(inSection section: Int) -> Int { state(ofSection: section).items.count }

  public func item(at path: ItemPath) -> Item {
    let items = state(ofSection: path.section).items
    guard items.indices.contains(path.item) else { fatalError("There is no item at \(path).") }
    return items[path.item]
  }

  /// - Complexity: O(1).
  public func items(inSection section: Int) -> [Item] { state(ofSection: section).items }

  public func name(ofSection section: Int) -> String? { state(ofSection: section).value }

  private func state(ofSection section: Int) -> SectionState<String?, Item> {
    guard content.shown.sections.indices.contains(section) else {
      fatalError("There is no section \(section): the source has \(numberOfSections).")
    }
    return content.shown.sections[section]
  }

  // MARK: - Sessions

  /// Changes the model in a session that updates, deletes and inserts items.
  ///
  /// The blocks run in this order, each on the result of the one before. Missing blocks are skipped. An item that is
  /// updated and then deleted is deleted. Moves require a session of their own.
  ///
  /// - Parameters:
  ///   - update: Changes items and returns their places. It may not add or remove items.
  ///   - delete: Removes items and returns their places before the session.
  ///   - insert: Inserts items and returns their places after the session.
  ///   - completion: Called when the session is over.
  /// - Throws: The error of a block, or an `UpdateError` if the changes of a block are inconsistent with the places
  ///   that it returns. If the session is requested by a block of another session, only the completion receives the
  ///   failure.
  /// - Complexity: A copy of the parts of the model that change, O(*s* + *k* log *k*) for *s* sections and *k* places,
  ///   and the cost of the blocks and of the sections of a model.
  public func modify(
    update: Block? = nil, delete: Block? = nil, insert: Block? = nil, completion: Completion? = nil
  ) throws {
    func step(_ name: String, _ block: Block?, _ edits: @escaping ([ItemPath]) -> Edits<ItemPath>) -> Step? {
      block.map { block in
        Step(name: name) { model in UpdateBatch(items: edits(Set(try block(&model)).sorted())) }
      }
    }
    let steps = [
      step("the update block", update) { Edits(updates: $0.map { PlacePair($0, $0) }) },
      step("the delete block", delete) { Edits(deletes: $0) },
      step("the insert block", insert) { Edits(inserts: $0) },
    ]
    try run(steps.compactMap(\.self), completion: completion)
  }

  /// Changes the model in a session that moves items.
  ///
  /// - Parameters:
  ///   - move: Moves items within or between sections, and returns their places before and after.
  ///   - completion: Called when the session is over.
  /// - Throws: As ``modify(update:delete:insert:completion:)``.
  /// - Complexity: As ``modify(update:delete:insert:completion:)``.
  public func modify(
    move: @escaping (inout Model) throws -> [PlacePair<ItemPath>], completion: Completion? = nil
  ) throws {
    try run(
      [Step(name: "the move block") { UpdateBatch(items: Edits(moves: try move(&$0))) }], completion: completion)
  }

  /// Changes the model in a session with any edits of items and sections.
  ///
  /// - Parameters:
  ///   - batch: Changes the model and returns the batch that leads from the old model to the new one.
  ///   - completion: Called when the session is over.
  /// - Throws: As ``modify(update:delete:insert:completion:)``.
  /// - Complexity: As ``modify(update:delete:insert:completion:)``.
  public func modify(
    batch: @escaping (inout Model) throws -> UpdateBatch, completion: Completion? = nil
  ) throws { try run([Step(name: "the batch block", change: batch)], completion: completion) }

  /// Changes the model in any way. Observers read everything again.
  ///
  /// - Parameters:
  ///   - change: Changes the model.
  ///   - completion: Called when the session is over.
  /// - Throws: The error of the block. If the session is requested by a block of another session, only the completion
  ///   receives the failure.
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
    /// The name of the block in error messages.
    let name: String
    /// Changes the model and returns the batch that describes the change.
    let change: (inout Model) throws -> UpdateBatch
  }

  private func run(_ steps: [Step], completion: Completion?) throws {
    try content.edit(animated: .automatic, completion: completion) { [sections, areEqual] draft in
      var model = draft.model
      var shown = draft.sections
      var batch = UpdateBatch()
      for step in steps {
        // Each block is checked by itself, so that an error names the block that caused it.
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
  /// Throws an error unless the moved items, and the neighbours of all deleted, inserted, moved and updated items, are
  /// the same before and after.
  ///
  /// If a block returns a wrong place, the items between it and the right place are mapped to each other's places, so
  /// one of them is next to a returned place. Comparing those neighbours detects the mistake without comparing all
  /// items.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  fileprivate func requirePlaces<Item>(
    from old: [[Item]], to new: [[Item]], link: String, _ areEqual: (Item, Item) -> Bool
  ) throws {
    if isReload || items.isEmpty { return }
    let batch = normalized()
    let map = PathMap(batch)
    let wayBack = PathMap(batch.inverted())
    let updated = Set(batch.items.updates.map(\.before))
    func require(_ before: ItemPath, _ after: ItemPath) throws {
      guard !updated.contains(before), let item = old.item(at: before), let other = new.item(at: after) else { return }
      // An item that is not equal to itself, such as a NaN, cannot be checked.
      guard areEqual(item, other) || !areEqual(item, item) || !areEqual(other, other) else {
        throw UpdateError.misplaced(item, other, before, after, link)
      }
    }
    let edits = batch.items
    let moves = batch.items.moves
    for before in old.places(around: Array(edits.deletes) + moves.map(\.before) + edits.updates.map(\.before)) {
      if let after = map.newPath(of: before) { try require(before, after) }
    }
    for after in new.places(around: Array(edits.inserts) + moves.map(\.after)) {
      if let before = wayBack.newPath(of: after) { try require(before, after) }
    }
  }
}

extension Array {
  fileprivate func item<Item>(at path: ItemPath) -> Item? where Element == [Item] {
    guard indices.contains(path.section), self[path.section].indices.contains(path.item) else { return nil }
    return self[path.section][path.item]
  }

  /// Returns those of the given places, and of the places before and after them, that exist.
  fileprivate func places<Item>(around paths: [ItemPath]) -> [ItemPath] where Element == [Item] {
    paths.flatMap { path in (path.item - 1...path.item + 1).map { ItemPath(section: path.section, item: $0) } }
      .filter { item(at: $0) != nil }
  }
}

extension UpdateError.Code {
  /// The counts of a batch are right, but it names wrong places.
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
