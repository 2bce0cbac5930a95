public import Changesets

/// Records edits that are made one after the other as one batch.
///
/// Each edit is recorded when it is made, in places of the state as it is at that moment; the batch leads from the state
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
/// What was inserted and then removed never was; what was inserted and then moved or updated is inserted; what was
/// moved or updated and then removed, by itself or with its section, is deleted. What moved several times is one move,
/// and so is what moved out of a section that was removed later.
///
/// The recorder does not know how many sections and items there are, so it cannot tell whether a place exists. Places
/// have to be less than 2³².
public struct BatchRecorder: Sendable {
  /// What came before the last batch of many edits that was recorded as one, and that batch.
  private var earlier = UpdateBatch()
  /// The first edit after that, as long as there is no other: most batches are made of one.
  private var onlyEdit: Edit?
  /// The sections as they are after several edits.
  private var sections: EditedSections?
  /// Whether everything is new.
  private var isReload = false

  /// Creates a recorder of no edits.
  public init() {}

  /// Whether there has been no edit since the beginning, or since the last batch. Edits that cancel each other out are
  /// edits too.
  package var isEmpty: Bool { !isReload && earlier.isEmpty && onlyEdit == nil && sections == nil }

  /// Returns the batch of all edits, in normal form, and begins again.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits and of the places that they name.
  public mutating func finish() -> UpdateBatch {
    defer { self = BatchRecorder() }
    if isReload { return .reload }
    return earlier.followed(by: onlyEdit?.batch ?? sections?.batch.normalised() ?? UpdateBatch())
  }

  /// Records that everything is new; edits after that change nothing about it.
  public mutating func reload() {
    self = BatchRecorder()
    isReload = true
  }

  /// Records many edits that were made at once.
  ///
  /// - Parameter batch: What leads from the state before them to the state after them.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits of the batch and of those before.
  public mutating func apply(_ batch: UpdateBatch) {
    guard !isReload, !batch.isEmpty else { return }
    if batch.isReload { return reload() }
    let before = finish()
    earlier = before.followed(by: batch.normalised())
  }

  private mutating func record(_ edit: Edit) {
    guard !isReload, !edit.isEmpty else { return }
    if onlyEdit == nil && sections == nil {
      onlyEdit = edit
    } else {
      if let first = onlyEdit {
        var sections = EditedSections()
        sections.apply(first)
        self.sections = sections
        onlyEdit = nil
      }
      sections?.apply(edit)
    }
  }
}

// MARK: - Edits

extension BatchRecorder {
  /// Records that items were inserted.
  ///
  /// - Parameters:
  ///   - count: The number of them.
  ///   - path: Where the first of them is now.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func insertItems(_ count: Int = 1, at path: ItemPath) {
    record(.insertItems(count, at: path))
  }

  /// Records that items were removed.
  ///
  /// - Parameters:
  ///   - count: The number of them.
  ///   - path: Where the first of them was.
  /// - Complexity: O(`count` + log *k*) on average, *k* being the number of edits.
  public mutating func removeItems(_ count: Int = 1, at path: ItemPath) {
    record(.removeItems(count, at: path))
  }

  /// Records that an item was moved, perhaps to another section.
  ///
  /// - Parameters:
  ///   - from: Where it was.
  ///   - to: Where it is now.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func moveItem(from: ItemPath, to: ItemPath) {
    record(.moveItem(from: from, to: to))
  }

  /// Records that an item got another content.
  ///
  /// - Parameter path: Where it is.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func updateItem(at path: ItemPath) {
    record(.updateItem(at: path))
  }

  /// Records that sections were inserted, with whatever items they have in the end.
  ///
  /// - Parameters:
  ///   - count: The number of them.
  ///   - section: Where the first of them is now.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func insertSections(_ count: Int = 1, at section: Int) {
    record(.insertSections(count, at: section))
  }

  /// Records that sections were removed, with all items that were in them.
  ///
  /// - Parameters:
  ///   - count: The number of them.
  ///   - section: Where the first of them was.
  /// - Complexity: O(`count` + log *k*) on average, *k* being the number of edits.
  public mutating func removeSections(_ count: Int = 1, at section: Int) {
    record(.removeSections(count, at: section))
  }

  /// Records that a section was moved, with all its items.
  ///
  /// - Parameters:
  ///   - from: Where it was.
  ///   - to: Where it is now.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func moveSection(from: Int, to: Int) {
    record(.moveSection(from: from, to: to))
  }

  /// Records that a section itself got another content, a name or a header; its items are not meant.
  ///
  /// - Parameter section: Where it is.
  /// - Complexity: O(log *k*) on average, *k* being the number of edits.
  public mutating func updateSection(at section: Int) {
    record(.updateSection(at: section))
  }
}

// MARK: - One edit

extension BatchRecorder {
  /// One edit, in places of the state as it is then.
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
  /// Whether it changes nothing.
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
    case .moveItem(let from, let to): batch.items.append(.move, Pair(moving: from, to: to))
    case .updateItem(let path): batch.items.append(.update, path, 1)
    case .insertSections(let count, let section): batch.sections.append(.insert, section, count)
    case .removeSections(let count, let section): batch.sections.append(.delete, section, count)
    case .moveSection(let from, let to): batch.sections.append(.move, Pair(moving: from, to: to))
    case .updateSection(let section): batch.sections.append(.update, section, 1)
    }
    return batch
  }
}

extension Edits where Place: RecordedPlace {
  /// Adds an edit for each of some neighbours, the first of which is at a place.
  fileprivate mutating func append(_ kind: Kind, _ place: Place, _ count: Int) {
    for place in place.followers(count) { append(kind, Pair(place, place)) }
  }
}

extension Pair where Place: RecordedPlace {
  /// One move in normal form: of two neighbours that change places, the first one stays.
  fileprivate init(moving from: Place, to: Place) {
    self = to == from.advanced(by: 1) ? Pair(to, from) : Pair(from, to)
  }
}
