import Changesets
public import DataSources

extension DiffableDataSource {
  /// Returns the items of a section as a tree, after all requested changes. If no tree was applied, all items are root
  /// items.
  ///
  /// - Throws: `UpdateError` if there is no such section.
  /// - Complexity: O(*k*), *k* being the number of items shown in the section.
  public func snapshot(for section: Section) throws -> SectionSnapshot<Item> {
    try content.draft.tree(of: section)
  }

  /// Shows the visible items of a tree as the items of a section.
  ///
  /// - Parameters:
  ///   - sectionSnapshot: The tree.
  ///   - section: The section. It is appended if it is missing.
  ///   - animated: How observers show the change.
  ///   - completion: Called once: with true when the change is shown, or with false if it failed or was rolled back.
  /// - Throws: `UpdateError` if an item of the tree, visible or not, is in another section. If the change is requested
  ///   by a handler of another change, only the completion receives the failure.
  /// - Complexity: O(*k* log *n* + *k* *t*) and a copy of the snapshot's storage, for *k* items in the tree and the
  ///   section, *n* in all sections, and *t* sections with a tree.
  public func apply(
    _ sectionSnapshot: SectionSnapshot<Item>, to section: Section, animated: UpdateAnimations = .automatic,
    completion: ((_ isMade: Bool) -> Void)? = nil
  ) throws {
    try makeChange(animated: animated, completion: completion) { try $0.show(sectionSnapshot, in: section) }
  }

  /// Returns the handlers of a section: its own or, if it has none, those of all sections.
  func sectionSnapshotHandlers(for section: Section) -> SectionSnapshotHandlers<Item> {
    handlersOfSections[section] ?? sectionSnapshotHandlers
  }

  /// Sets the handlers of a section, which are called instead of those of all sections.
  ///
  /// - Parameters:
  ///   - handlers: The handlers; `nil` to use those of all sections again.
  ///   - section: The section, which need not exist yet.
  public func setSectionSnapshotHandlers(_ handlers: SectionSnapshotHandlers<Item>?, for section: Section) {
    handlersOfSections[section] = handlers
  }

  /// Expands an item, which shows its children. Has no effect if the item is expanded already.
  ///
  /// - Parameters:
  ///   - item: The item, visible or not.
  ///   - section: The section of the item.
  ///   - animated: How observers show the change.
  ///   - completion: Called once: with true when the change is shown, or with false if it failed or was rolled back.
  /// - Throws: `UpdateError` if there is no such item, if a handler refuses, or if a child that a handler returns is
  ///   already in another section. If the change is requested by a handler of another change, only the completion
  ///   receives the failure.
  /// - Complexity: As ``apply(_:to:animated:completion:)``.
  public func expand(
    _ item: Item, in section: Section, animated: UpdateAnimations = .automatic,
    completion: ((_ isMade: Bool) -> Void)? = nil
  ) throws {
    try makeChange(animated: animated, completion: completion) { [self] content in
      var tree = try content.tree(of: section)
      guard tree.contains(item) else { throw UpdateError.unknown(item, in: section) }
      guard try !tree.isExpanded(item) else { return nil }
      let handlers = sectionSnapshotHandlers(for: section)
      guard handlers.shouldExpandItem?(item) != false else {
        throw UpdateError.refused("expanded", item, by: "shouldExpandItem")
      }
      if let children = handlers.snapshotForExpandingParent {
        let current = try tree.snapshot(of: item, includingParent: false)
        try tree.replace(childrenOf: item, using: children(item, current))
      }
      try tree.expand([item])
      // The handler is called when nothing can fail any more.
      let change = try content.show(tree, in: section)
      handlers.willExpandItem?(item)
      return change
    }
  }

  /// Collapses an item, which hides its descendants. Has no effect if the item is collapsed already.
  ///
  /// - Parameters:
  ///   - item: The item, visible or not.
  ///   - section: The section of the item.
  ///   - animated: How observers show the change.
  ///   - completion: Called once: with true when the change is shown, or with false if it failed or was rolled back.
  /// - Throws: `UpdateError` if there is no such item, or if a handler refuses. If the change is requested by a handler
  ///   of another change, only the completion receives the failure.
  /// - Complexity: As ``apply(_:to:animated:completion:)``.
  public func collapse(
    _ item: Item, in section: Section, animated: UpdateAnimations = .automatic,
    completion: ((_ isMade: Bool) -> Void)? = nil
  ) throws {
    try makeChange(animated: animated, completion: completion) { [self] content in
      var tree = try content.tree(of: section)
      guard tree.contains(item) else { throw UpdateError.unknown(item, in: section) }
      guard try tree.isExpanded(item) else { return nil }
      let handlers = sectionSnapshotHandlers(for: section)
      guard handlers.shouldCollapseItem?(item) != false else {
        throw UpdateError.refused("collapsed", item, by: "shouldCollapseItem")
      }
      try tree.collapse([item])
      let change = try content.show(tree, in: section)
      handlers.willCollapseItem?(item)
      return change
    }
  }
}

/// The closures that a ``DiffableDataSource`` calls when an item of a section that shows a tree is expanded or
/// collapsed.
public struct SectionSnapshotHandlers<Item: Hashable & Sendable> {
  /// Returns whether an item may be expanded. Without it, every item may be.
  public var shouldExpandItem: ((Item) -> Bool)?
  /// Called before an item is expanded.
  public var willExpandItem: ((Item) -> Void)?
  /// Returns whether an item may be collapsed. Without it, every item may be.
  public var shouldCollapseItem: ((Item) -> Bool)?
  /// Called before an item is collapsed.
  public var willCollapseItem: ((Item) -> Void)?
  /// Returns the descendants of an item that is about to be expanded, given its current ones. Use it to load them
  /// lazily.
  public var snapshotForExpandingParent:
    ((_ parent: Item, _ current: SectionSnapshot<Item>) throws -> SectionSnapshot<Item>)?

  /// Creates handlers without closures.
  public init() {}
}
