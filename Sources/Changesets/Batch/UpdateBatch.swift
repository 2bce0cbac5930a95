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
  // Most batches are one item's edit, and are handed from link to link. Such a batch is kept without lists, each of which would have to
  // be allocated, retained and released again and again.

  /// The edit of a batch without lists; nothing in one with lists, or where nothing happened.
  @usableFromInline var edit: ItemEdit?
  /// The lists, shared by all copies until one of them is changed.
  @usableFromInline var lists: Lists?

  /// All edits.
  ///
  /// Safe to send: they are changed only through `ownLists()`, by a batch that is accessed exclusively and holds the only reference; as
  /// soon as two batches share them, in one isolation domain or in two, they are only read.
  @usableFromInline final class Lists: @unchecked Sendable {
    // Unchecked, because the access to the batch, of which this one is a part, is checked already.
    @exclusivity(unchecked) @usableFromInline var sections: Edits<Int>
    @exclusivity(unchecked) @usableFromInline var items: Edits<ItemPath>

    @inlinable init(sections: Edits<Int>, items: Edits<ItemPath>) {
      self.sections = sections
      self.items = items
    }
  }

  /// What happened to the sections.
  @inlinable public var sections: Edits<Int> {
    get { lists?.sections ?? Edits() }
    _modify {
      let lists = ownLists()
      yield &lists.sections
    }
  }

  /// What happened to the items.
  @inlinable public var items: Edits<ItemPath> {
    get { lists?.items ?? edit?.edits ?? Edits() }
    _modify {
      let lists = ownLists()
      yield &lists.items
    }
  }

  /// Makes a batch of nothing.
  @inlinable public init() {}

  /// Makes a batch of the edits of sections and of items.
  @inlinable public init(sections: Edits<Int> = Edits(), items: Edits<ItemPath> = Edits()) {
    if !sections.isEmpty || !items.isEmpty { lists = Lists(sections: sections, items: items) }
  }

  /// Makes a batch of one item's edit.
  @inlinable public init(_ edit: ItemEdit) { self.edit = edit }

  /// The lists of this batch, for no other one to see.
  @usableFromInline mutating func ownLists() -> Lists {
    if isKnownUniquelyReferenced(&lists), let lists { return lists }
    let own = Lists(sections: sections, items: items)
    (edit, lists) = (nil, own)
    return own
  }

  /// The edit that the batch comes to, if it is one item's; nothing if there is more to it, or nothing.
  @inlinable public var itemEdit: ItemEdit? {
    guard let lists else { return edit }
    return lists.sections.isEmpty ? ItemEdit(lists.items) : nil
  }

  /// Everything is new: consumers read the source again.
  @inlinable public static var reload: UpdateBatch { UpdateBatch(sections: .reload) }

  /// Whether the batch is the encoding of a change as a reload.
  @inlinable public var isReload: Bool {
    guard let lists else { return false }
    return lists.sections.isReload || lists.items.isReload
  }

  /// Whether nothing happened.
  @inlinable public var isEmpty: Bool {
    guard let lists else { return edit == nil }
    return lists.sections.isEmpty && lists.items.isEmpty
  }

  /// How many deletes, inserts, moves and updates there are; a reload has none.
  @inlinable public var count: Int {
    guard let lists else { return edit?.count ?? 0 }
    return isReload ? 0 : lists.sections.count + lists.items.count
  }
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

extension UpdateBatch: CustomStringConvertible {
  /// The edits of sections and of items.
  public var description: String { "UpdateBatch(sections: \(sections), items: \(items))" }
}
