public import Changesets

/// Records a sequence of edits as one batch.
///
/// Each edit is recorded when it is made, with the paths of the state at that moment. The batch leads from the state
/// before all of them to the state after all of them.
///
/// ```swift
/// var recorder = BatchRecorder()
/// names.remove(at: 3)
/// recorder.removeItems(at: ItemPath(0, 3))
/// names.insert("Fig", at: 0)
/// recorder.insertItems(at: ItemPath(0, 0))
/// let batch = recorder.finish()   // delete (0, 3), insert (0, 0)
/// ```
///
/// Edits of the same item are merged. An item that is inserted and then removed leaves no edit; one that is inserted
/// and then moved or updated is inserted; one that is moved or updated and then removed, individually or with its
/// section, is deleted. Several moves become one, also if the item moved out of a section that was removed later.
///
/// The recorder does not know the number of sections and items, so it cannot check whether a path exists. Indexes must
/// be less than 2³².
///
/// Record each edit right after it is made. Recorded in another order, the same edits describe another change: a path
/// refers to the state that the edits recorded before it have left.
public struct BatchRecorder: Sendable {
  /// The composition of the edits up to the last batch that was recorded as one, including that batch.
  private var earlier = UpdateBatch()
  /// The first edit after that, while it is the only one: most batches consist of one edit.
  private var onlyEdit: Edit?
  /// The sections in the state after several edits.
  private var sections: EditedSections?
  private var isReload = false

  /// Creates a recorder without edits.
  public init() {}

  /// Whether no edits were recorded since the beginning, or since the last batch. Edits that cancel each other count as
  /// edits.
  package var isEmpty: Bool { !isReload && earlier.isEmpty && onlyEdit == nil && sections == nil }

  /// Returns the batch of all edits, in normal form, and resets the recorder.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits and of the sections and items that they name.
  public mutating func finish() -> UpdateBatch {
    defer { self = BatchRecorder() }
    if isReload { return .reload }
    return earlier.followed(by: onlyEdit?.batch ?? sections?.batch.normalized() ?? UpdateBatch())
  }

  /// Records a reload, which supersedes all other edits.
  public mutating func reload() {
    self = BatchRecorder()
    isReload = true
  }

  /// Records a batch of edits.
  ///
  /// - Parameter batch: The batch that leads from the state before the edits to the state after them.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits of the batch and of those before.
  public mutating func apply(_ batch: UpdateBatch) {
    guard !isReload, !batch.isEmpty else { return }
    if batch.isReload { return reload() }
    // The edits so far become a batch of their own, to which the new batch, with paths of the state after them, is
    // added.
    let before = finish()
    earlier = before.followed(by: batch.normalized())
  }

  private mutating func record(_ edit: Edit) {
    guard !isReload, !edit.isEmpty else { return }
    if onlyEdit == nil && sections == nil {
      onlyEdit = edit
    } else {
      // With the second edit, paths of different states have to be combined, which needs the sections in their
      // present state.
      if let first = onlyEdit {
        var sections = EditedSections()
        sections.apply(first)
        self.sections = sections
        onlyEdit = nil
      }
      sections?.apply(edit)
    }
  }

  // MARK: - Edits

  /// Records that items were inserted.
  ///
  /// - Parameters:
  ///   - count: The number of them.
  ///   - path: The path of the first of them, after the insertion.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func insertItems(_ count: Int = 1, at path: ItemPath) { record(.insertItems(count, at: path)) }

  /// Records that items were removed.
  ///
  /// - Parameters:
  ///   - count: The number of them.
  ///   - path: The path of the first of them, before the removal.
  /// - Complexity: O(`count` + log *k*) on average, *k* being the number of edits.
  public mutating func removeItems(_ count: Int = 1, at path: ItemPath) { record(.removeItems(count, at: path)) }

  /// Records that an item was moved, possibly to another section.
  ///
  /// - Parameters:
  ///   - from: The path of the item before the move.
  ///   - to: The path of the item after the move.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func moveItem(from: ItemPath, to: ItemPath) { record(.moveItem(from: from, to: to)) }

  /// Records that the contents of an item changed.
  ///
  /// - Parameter path: The path of the item.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func updateItem(at path: ItemPath) { record(.updateItem(at: path)) }

  /// Records that sections were inserted, with the items that they have when the batch is finished.
  ///
  /// - Parameters:
  ///   - count: The number of them.
  ///   - section: The index of the first of them, after the insertion.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func insertSections(_ count: Int = 1, at section: Int) { record(.insertSections(count, at: section)) }

  /// Records that sections were removed, with all items that were in them.
  ///
  /// - Parameters:
  ///   - count: The number of them.
  ///   - section: The index of the first of them, before the removal.
  /// - Complexity: O(`count` + log *k*) on average, *k* being the number of edits.
  public mutating func removeSections(_ count: Int = 1, at section: Int) { record(.removeSections(count, at: section)) }

  /// Records that a section was moved, with all its items.
  ///
  /// - Parameters:
  ///   - from: The index of the section before the move.
  ///   - to: The index of the section after the move.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func moveSection(from: Int, to: Int) { record(.moveSection(from: from, to: to)) }

  /// Records that the section itself changed, such as its name or header. Its items are not affected.
  ///
  /// - Parameter section: The index of the section.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func updateSection(at section: Int) { record(.updateSection(at: section)) }

  // MARK: - One edit

  /// One edit, with the paths of the state when it is made.
  enum Edit: Sendable {
    case insertItems(Int, at: ItemPath)
    case removeItems(Int, at: ItemPath)
    case moveItem(from: ItemPath, to: ItemPath)
    case updateItem(at: ItemPath)
    case insertSections(Int, at: Int)
    case removeSections(Int, at: Int)
    case moveSection(from: Int, to: Int)
    case updateSection(at: Int)
  }
}

extension BatchRecorder.Edit {
  /// Whether the edit changes nothing.
  var isEmpty: Bool {
    switch self {
    case .insertItems(let count, _), .removeItems(let count, _): count == 0
    case .insertSections(let count, _), .removeSections(let count, _): count == 0
    case .moveItem(let from, let to): from == to
    case .moveSection(let from, let to): from == to
    case .updateItem, .updateSection: false
    }
  }

  /// The batch of this edit alone, in normal form.
  var batch: UpdateBatch {
    var batch = UpdateBatch()
    switch self {
    case .insertItems(let count, let path): batch.items.append(.insert, path, count)
    case .removeItems(let count, let path): batch.items.append(.delete, path, count)
    case .moveItem(let from, let to): batch.items.append(.move, PlacePair(moving: from, to: to))
    case .updateItem(let path): batch.items.append(.update, path, 1)
    case .insertSections(let count, let section): batch.sections.append(.insert, section, count)
    case .removeSections(let count, let section): batch.sections.append(.delete, section, count)
    case .moveSection(let from, let to): batch.sections.append(.move, PlacePair(moving: from, to: to))
    case .updateSection(let section): batch.sections.append(.update, section, 1)
    }
    return batch
  }
}

extension Edits where Place: RecordedPlace {
  /// Adds an edit for each of a number of adjacent elements.
  fileprivate mutating func append(_ kind: Kind, _ place: Place, _ count: Int) {
    for place in place.followers(count) { append(kind, PlacePair(place, place)) }
  }
}

extension PlacePair where Place: RecordedPlace {
  /// Creates a move in normal form: if two neighbours change places, the first one is not named.
  fileprivate init(moving from: Place, to: Place) {
    self = to == from.advanced(by: 1) ? PlacePair(to, from) : PlacePair(from, to)
  }
}
