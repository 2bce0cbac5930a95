/// Returns the edits that lead from one state of a list to the next.
///
/// ```swift
/// let edits = diff(from: old, to: new)                     // Identifiable & Equatable
/// ```
///
/// The result is in normal form: sorted, free of contradictions, and minimal in deletes and inserts. It is minimal in
/// moves if identities are unique, or if the effort is `.minimal`.
///
/// - Important: Both states are compared as they are now. If elements are objects, a change that was made in place is
///   in both, and is not found: compare values, or name the updates yourself.
///
/// - Parameters:
///   - old: The state before.
///   - new: The state after.
///   - options: The options of the diff.
/// - Complexity: O(*n*) on average, *n* being the number of elements, and O(*m* log *m*) for *m* elements out of order;
///   see ``DiffOptions/Effort``.
@inlinable public func diff<Element: Identifiable & Equatable>(
  from old: [Element], to new: [Element], options: DiffOptions = DiffOptions()
) -> Edits<Int> { diff(from: old, to: new, matching: IdentifiableMatching(), options: options) }

/// Returns the edits that lead from one state of a list to the next, with closures or key paths.
///
/// ```swift
/// let edits = diff(from: old, to: new, id: \.sku) { $0.price == $1.price }
/// ```
///
/// - Parameters:
///   - old: The state before.
///   - new: The state after.
///   - id: Returns the identity of an element.
///   - options: The options of the diff.
///   - content: Returns whether an element that is in both states has the same content in both.
@inlinable @inline(__always) public func diff<Element, ID: Hashable>(
  from old: [Element], to new: [Element], id: @escaping (Element) -> ID, options: DiffOptions = DiffOptions(),
  content: @escaping (Element, Element) -> Bool
) -> Edits<Int> {
  inlinedDiff(from: old, to: new, matching: ClosureMatching(id: id, content: content), options: options)
}

/// Returns the edits that lead from one state of a list to the next, comparing content by `==`.
///
/// With `id: \.self`, an element that changes is another one: it is deleted and inserted.
/// ``Edits/pairingReplacements()`` makes updates of such pairs.
///
/// ```swift
/// let edits = diff(from: "abcd".map(\.self), to: "adbc".map(\.self), id: \.self)
/// ```
///
/// - Parameters:
///   - old: The state before.
///   - new: The state after.
///   - id: Returns the identity of an element.
///   - options: The options of the diff.
@inlinable @inline(__always) public func diff<Element: Equatable, ID: Hashable>(
  from old: [Element], to new: [Element], id: @escaping (Element) -> ID, options: DiffOptions = DiffOptions()
) -> Edits<Int> {
  inlinedDiff(from: old, to: new, matching: ClosureMatching(id: id, content: ==), options: options)
}

/// Returns the edits that lead from one state of a list to the next, with a custom matching.
///
/// - Parameters:
///   - old: The state before.
///   - new: The state after.
///   - matching: How elements are matched and compared.
///   - options: The options of the diff.
/// - Complexity: O(*n*) on average, *n* being the number of elements, and O(*m* log *m*) for *m* elements out of order.
@inlinable public func diff<M: Matching>(
  from old: [M.Element], to new: [M.Element], matching: M, options: DiffOptions = DiffOptions()
) -> Edits<Int> { inlinedDiff(from: old, to: new, matching: matching, options: options) }

/// Returns the edits of a diff. It is inlined into the caller, where the closures of a ``ClosureMatching`` are known
/// and become part of the loops.
@inlinable @inline(__always) func inlinedDiff<M: Matching>(
  from old: [M.Element], to new: [M.Element], matching: M, options: DiffOptions
) -> Edits<Int> {
  if options.isOverLimit(Swift.max(old.count, new.count)) { return .reload }
  if options.duplicates == .keepFirst, let edits = diffKeepingFirst(from: old, to: new, matching, options) {
    return edits
  }
  var edits = FoundEdits()
  old.withUnsafeBufferPointer { old in
    new.withUnsafeBufferPointer { new in
      ListDiff(from: old, to: new, matching: matching, options: options).run(into: &edits)
    }
  }
  return edits.edits
}

/// Returns the batch that leads from one state of a sectioned list to the next.
///
/// ```swift
/// let batch = diff(from: old, to: new, items: \.fruits)      // sections and items are Identifiable
/// ```
///
/// - Parameters:
///   - old: The sections before.
///   - new: The sections after.
///   - items: Returns the items of a section; they are compared by `==`.
///   - options: The options of the diff.
///   - sectionContent: Returns whether a section that is in both states has the same content of its own, such as a name
///     or a header, in both, regardless of its items. By default, no section is ever updated.
/// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* elements out
///   of order.
@inlinable public func diff<Section: Identifiable, Item: Identifiable & Equatable>(
  from old: [Section], to new: [Section], items: (Section) -> [Item], options: DiffOptions = DiffOptions(),
  sectionContent: @escaping (Section, Section) -> Bool = { _, _ in true }
) -> UpdateBatch {
  diff(
    from: old, to: new, sections: ClosureMatching(id: \.id, content: sectionContent), items: items,
    matching: IdentifiableMatching(), options: options)
}

/// Returns the batch that leads from one state of a sectioned list to the next, with closures or key paths.
///
/// ```swift
/// let batch = diff(from: old, to: new, sectionID: \.name, items: \.fruits, id: \.sku) { $0.price == $1.price }
/// ```
///
/// - Parameters:
///   - old: The sections before.
///   - new: The sections after.
///   - sectionID: Returns the identity of a section.
///   - items: Returns the items of a section.
///   - id: Returns the identity of an item.
///   - options: The options of the diff.
///   - sectionContent: Returns whether a section that is in both states has the same content of its own, such as a name
///     or a header, in both, regardless of its items. By default, no section is ever updated.
///   - content: Returns whether an item that is in both states has the same content in both.
/// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* elements out
///   of order.
@inlinable public func diff<Section, SectionID: Hashable, Item, ID: Hashable>(
  from old: [Section], to new: [Section], sectionID: @escaping (Section) -> SectionID, items: (Section) -> [Item],
  id: @escaping (Item) -> ID, options: DiffOptions = DiffOptions(),
  sectionContent: @escaping (Section, Section) -> Bool = { _, _ in true },
  content: @escaping (Item, Item) -> Bool
) -> UpdateBatch {
  diff(
    from: old, to: new, sections: ClosureMatching(id: sectionID, content: sectionContent), items: items,
    matching: ClosureMatching(id: id, content: content), options: options)
}

/// Returns the batch that leads from one state of a sectioned list to the next, with custom matchings.
///
/// Sections are matched first. Items are then matched within matched sections, and the remaining items across all
/// sections: an item that went to another section is a move, even out of a deleted section or into an inserted one.
///
/// - Parameters:
///   - old: The sections before.
///   - new: The sections after.
///   - sections: How sections are matched. Its content is that of the section itself, without its items.
///   - items: Returns the items of a section.
///   - matching: How items are matched.
///   - options: The options of the diff. The element limit applies to the sections, and to the items of each section;
///     the edit limit applies to the whole batch.
/// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* elements out
///   of order.
@inlinable public func diff<SectionMatching: Matching, ItemMatching: Matching>(
  from old: [SectionMatching.Element], to new: [SectionMatching.Element], sections: SectionMatching,
  items: (SectionMatching.Element) -> [ItemMatching.Element], matching: ItemMatching,
  options: DiffOptions = DiffOptions()
) -> UpdateBatch {
  let edits = diff(from: old, to: new, matching: sections, options: options.withoutEditLimit)
  return itemDiff(from: old.map(items), to: new.map(items), sections: edits, matching: matching, options: options)
}
