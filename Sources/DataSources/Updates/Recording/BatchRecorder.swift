public import Changesets

/// Makes one batch of edits that are made one after the other.
///
/// Each edit is told when it is made, in places of the state as it is at that moment; the batch leads from the state
/// before all of them to the state after all of them.
///
/// ```swift
/// var recorder = BatchRecorder()
/// names.remove(at: 3)
/// recorder.removeItems(at: ItemPath(section: 0, item: 3))
/// names.insert("Fig", at: 0)
/// recorder.insertItems(at: ItemPath(section: 0, item: 0))
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
  /// What came before the last batch of many edits that was told as one, and that batch.
  private var earlier = UpdateBatch()
  /// The first edit after that, as long as there is no other: most batches are made of one.
  private var onlyEdit: SingleEdit?
  /// The sections as they are after several edits.
  private var sections: EditedSections?
  /// Whether everything is new.
  private var isReload = false

  /// Makes a recorder of no edits.
  public init() {}

  /// Whether there has been no edit since the beginning, or since the last batch. Edits that cancel each other out are
  /// edits too.
  public var isEmpty: Bool { !isReload && earlier.isEmpty && onlyEdit == nil && sections == nil }

  /// Makes the batch of all edits, and begins again.
  ///
  /// - Returns: A batch in normal form.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits and of the places that they name.
  public mutating func finish() -> UpdateBatch {
    defer { self = BatchRecorder() }
    if isReload { return .reload }
    return earlier.followed(by: onlyEdit?.batch ?? sections?.batch.normalised() ?? UpdateBatch())
  }

  /// Everything is new, and edits after that say nothing more.
  public mutating func reload() {
    self = BatchRecorder()
    isReload = true
  }

  /// Many edits were made at once.
  ///
  /// - Parameter batch: What leads from the state before them to the state after them.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits of the batch and of those before.
  public mutating func apply(_ batch: UpdateBatch) {
    guard !isReload, !batch.isEmpty else { return }
    if batch.isReload { return reload() }
    let before = finish()
    earlier = before.followed(by: batch.normalised())
  }

  mutating func record(_ edit: SingleEdit) {
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
