/// How one state of a sectioned source becomes the next: the one thing that sources, transforms and documents tell each other.
///
/// Everything is positions: a batch says *where*, the source says *what*. An item's paths are in the before or the after space
/// of its section, as ``Edits`` says; a section that is not deleted, inserted or moved stays in order.
///
/// - Items of a deleted section are deleted with it, and those of an inserted section inserted with it; naming them is
///   allowed and changes nothing. A move out of a deleted section, or into an inserted one, has to be named.
/// - A section's move carries its items along.
/// - A section's update says that its own content (a name, a header) changed; its items are not meant.
public struct UpdateBatch: Hashable, Sendable {
  /// What happened to the sections.
  public var sections: Edits<Int>
  /// What happened to the items.
  public var items: Edits<ItemPath>

  /// Makes a batch of the edits of sections and of items.
  public init(sections: Edits<Int> = Edits(), items: Edits<ItemPath> = Edits()) {
    self.sections = sections
    self.items = items
  }

  /// Everything is new: consumers read the source again.
  public static var reload: UpdateBatch { UpdateBatch(sections: .reload) }

  /// Whether the batch is the encoding of a change as a reload.
  @inlinable public var isReload: Bool { sections.isReload || items.isReload }

  /// Whether nothing happened.
  @inlinable public var isEmpty: Bool { sections.isEmpty && items.isEmpty }

  /// How many deletes, inserts, moves and updates there are; a reload has none.
  public var count: Int { isReload ? 0 : sections.count + items.count }
}

/// Reloads are equal, whichever part says it.
extension UpdateBatch {
  /// Whether the edits are equal, or both batches are reloads.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.isReload || rhs.isReload { return lhs.isReload == rhs.isReload }
    return lhs.sections == rhs.sections && lhs.items == rhs.items
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isReload)
    if isReload { return }
    hasher.combine(sections)
    hasher.combine(items)
  }
}
