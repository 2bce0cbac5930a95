/// How one state of a sectioned source becomes the next: what sources, transforms and documents notify each other of.
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

  /// Creates a batch.
  ///
  /// - Parameters:
  ///   - sections: What happened to the sections.
  ///   - items: What happened to the items.
  @inlinable public init(sections: Edits<Int> = Edits(), items: Edits<ItemPath> = Edits()) {
    self.sections = sections
    self.items = items
  }

  /// Everything is new: consumers read the source again.
  @inlinable public static var reload: UpdateBatch { UpdateBatch(sections: .reload) }

  /// Whether the batch is the encoding of a change as a reload.
  @inlinable public var isReload: Bool { sections.isReload || items.isReload }

  /// Whether there are no edits.
  @inlinable public var isEmpty: Bool { sections.isEmpty && items.isEmpty }

  /// The number of deletes, inserts, moves and updates; a reload has none.
  @inlinable public var count: Int { isReload ? 0 : sections.count + items.count }
}

/// A batch as steps that are made one after the other, for what remembers something of every item, section by section.
///
/// First the ``removals`` are made, then the edits of sections, then the ``insertions`` and ``replacements``. Every place is one of the
/// state as it is at that moment:
///
/// ```swift
/// for path in batch.removals { lengths[path.section].remove(at: path.item) }
/// batch.sections.apply(to: &lengths) { section in source.items(inSection: section).map(\.count) }
/// for path in batch.insertions { lengths[path.section].insert(source.item(at: path).count, at: path.item) }
/// for path in batch.replacements { lengths[path.section][path.item] = source.item(at: path).count }
/// ```
///
/// A move is a removal and an insertion.
extension UpdateBatch {
  /// The places to remove items from, the last one first. Some may be in sections that are deleted.
  ///
  /// - Complexity: O(*k*); O(*k* log *k*) if there are moves, *k* being ``count``. The batch has to be in normal form.
  public var removals: EditList<ItemPath> {
    var places = EditList<ItemPath>()
    items.forEachEdit { kind, pair in
      if kind != .insert && kind != .update { places.append(pair.before) }
    }
    if places.count > 1 { places.sort(by: >) }
    return places
  }

  /// The places to insert items at, the first one first, but for those in inserted sections.
  ///
  /// - Complexity: O(*k*); O(*k* log *k*) if there are moves or inserted sections, *k* being ``count``. The batch has to be in normal
  ///   form.
  public var insertions: EditList<ItemPath> {
    var places = EditList<ItemPath>()
    items.forEachEdit { kind, pair in
      if kind != .delete && kind != .update { places.append(pair.after) }
    }
    if !sections.isEmpty {
      let inserted = Set(sections.inserts)
      places.removeAll { inserted.contains($0.section) }
    }
    if places.count > 1 { places.sort() }
    return places
  }

  /// The places after of the items that were updated, but for those that moved, which are among the ``insertions``.
  ///
  /// - Complexity: O(*k*) on average, *k* being ``count``.
  public var replacements: EditList<ItemPath> {
    var places = EditList<ItemPath>()
    items.forEachEdit { kind, pair in
      if kind == .update { places.append(pair.after) }
    }
    if places.isEmpty || items.moves.isEmpty { return places }
    let moved = Set(items.moves.lazy.map(\.after))
    return EditList(places.filter { !moved.contains($0) })
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

// MARK: - States

/// A section of a sectioned state: its own value (a name, a header), and its items.
public struct SectionState<Value, Item> {
  /// What the section is, apart from its items.
  public var value: Value
  /// The section's items, in order.
  public var items: [Item]

  /// Creates a section.
  public init(_ value: Value, items: [Item]) {
    self.value = value
    self.items = items
  }
}

extension SectionState: Sendable where Value: Sendable, Item: Sendable {}
extension SectionState: Equatable where Value: Equatable, Item: Equatable {}
extension SectionState: Hashable where Value: Hashable, Item: Hashable {}
