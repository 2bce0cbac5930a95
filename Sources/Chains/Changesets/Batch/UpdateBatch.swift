/// The difference between two states of a sectioned source. Sources, transforms and documents notify each other of
/// changes by batches.
///
/// A batch consists of positions only: it says *where* something changed, and the source has the content. The paths of
/// an item are in the before or the after space, as with ``Edits``. A section that is not deleted, inserted or moved
/// keeps its relative order.
///
/// - Items of a deleted section are deleted with it, and items of an inserted section are inserted with it; naming them
///   is allowed and has no effect. A move out of a deleted section, or into an inserted one, has to be named.
/// - When a section moves, its items move with it.
/// - An update of a section means that its own content (a name, a header) changed; it does not refer to its items.
public struct UpdateBatch: Hashable, Sendable {
  /// The edits of the sections.
  public var sections: Edits<Int>
  /// The edits of the items.
  public var items: Edits<ItemPath>

  /// Creates a batch.
  ///
  /// - Parameters:
  ///   - sections: The edits of the sections.
  ///   - items: The edits of the items.
  @inlinable public init(sections: Edits<Int> = Edits(), items: Edits<ItemPath> = Edits()) {
    self.sections = sections
    self.items = items
  }

  /// A batch that marks everything as new: consumers read the whole source again.
  @inlinable public static var reload: UpdateBatch { UpdateBatch(sections: .reload) }

  /// Whether the batch is a reload, of the sections or of the items.
  @inlinable public var isReload: Bool { sections.isReload || items.isReload }

  /// Whether there are no edits.
  @inlinable public var isEmpty: Bool { sections.isEmpty && items.isEmpty }

  /// The number of deletes, inserts, moves and updates; 0 for a reload.
  @inlinable public var count: Int { isReload ? 0 : sections.count + items.count }
}

/// A batch as steps that are performed one after the other, for an owner of state that is stored per item, section by
/// section.
///
/// The ``removals`` come first, then the edits of sections, then the ``insertions`` and ``replacements``. Each place
/// refers to the state at that moment:
///
/// ```swift
/// for path in batch.removals { lengths[path.section].remove(at: path.item) }
/// batch.sections.apply(to: &lengths) { section in source.items(inSection: section).map(\.count) }
/// for path in batch.insertions { lengths[path.section].insert(source.item(at: path).count, at: path.item) }
/// for path in batch.replacements { lengths[path.section][path.item] = source.item(at: path).count }
/// ```
///
/// A move is a removal and an insertion.
///
/// - Warning: A reload names no places. Check ``isReload`` first, and read the whole source again.
extension UpdateBatch {
  /// The places to remove items from, in descending order. Some may be in deleted sections.
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

  /// The places to insert items at, in ascending order, without those in inserted sections.
  ///
  /// - Complexity: O(*k*) on average; O(*k* log *k*) if there are moves, *k* being ``count``. The batch has to be in
  ///   normal form.
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

  /// The places after of items that were updated and did not move. Items that moved and changed are among the
  /// ``insertions``.
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

/// Two reloads are equal, whether the sections or the items are marked.
extension UpdateBatch {
  /// Whether the edits are equal, or both batches are reloads.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.isReload || rhs.isReload { return lhs.isReload == rhs.isReload }
    return lhs.sections == rhs.sections && lhs.items == rhs.items
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isReload)
    if isReload { return }
    hasher.combine(sections)
    hasher.combine(items)
  }
}

// MARK: - States

/// A section of a sectioned state: its own value (a name, a header) and its items.
public struct SectionState<Value, Item> {
  /// The content of the section, apart from its items.
  public var value: Value
  /// The items of the section, in order.
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
