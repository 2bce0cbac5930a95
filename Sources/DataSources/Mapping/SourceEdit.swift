public import Changesets

/// What happened to a single item of one of the sources, where nothing else happened to any of them.
@usableFromInline struct SourceEdit {
  /// The index of the source.
  @usableFromInline let source: Int
  /// What happened to the item.
  @usableFromInline let edit: ItemEdit

  @inlinable init(source: Int, edit: ItemEdit) {
    self.source = source
    self.edit = edit
  }

  /// Where the item was; nothing if it was inserted.
  @inlinable var before: SourcePath? { edit.before.map { SourcePath(source: source, path: $0) } }

  /// Where the item is; nothing if it was deleted.
  @inlinable var after: SourcePath? { edit.after.map { SourcePath(source: source, path: $0) } }

  /// Where the item went out; nothing if it stayed.
  @inlinable var removal: ItemPath? { edit.isMove || edit.after == nil ? edit.before : nil }

  /// Where the item came in; nothing if it stayed.
  @inlinable var insertion: ItemPath? { edit.isMove || edit.before == nil ? edit.after : nil }

  /// Where the item is that was updated and stayed: one that came in is looked at anyway.
  @inlinable var update: ItemPath? { edit.isUpdate && !edit.isMove ? edit.after : nil }
}
