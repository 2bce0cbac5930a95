import Changesets
public import DataSources

extension DiffableDataSource {
  /// The items of a section as a tree, when all changes are made that were asked for. Where no tree was applied, they are all roots.
  ///
  /// - Throws: ``UpdateError`` if there is no such section.
  /// - Complexity: O(*k*), *k* being the number of items shown in the section.
  public func snapshot(for section: Section) throws -> SectionSnapshot<Item> {
    try content.draft.tree(of: section)
  }

  /// Shows the visible items of a tree as the items of a section.
  ///
  /// - Parameters:
  ///   - sectionSnapshot: The tree.
  ///   - section: The section, which is appended if it is missing.
  ///   - animated: How observers are to show the change.
  ///   - completion: Is called once: with true when the change is shown, or with false when it failed or was rolled back.
  /// - Throws: ``UpdateError`` if an item of the tree, visible or not, is in another section. Where a handler of another
  ///   change asks for it, only the completion hears of it.
  /// - Complexity: O(*k* log *n* + *k* *t*) and a copy of the snapshot's storage, for *k* items in the tree and the section, *n* in all
  ///   sections, and *t* sections with a tree.
  public func apply(
    _ sectionSnapshot: SectionSnapshot<Item>, to section: Section, animated: UpdateAnimations = .automatic,
    completion: ((_ isMade: Bool) -> Void)? = nil
  ) throws {
    try makeChange(animated: animated, completion: completion) { try $0.show(sectionSnapshot, in: section) }
  }
}

extension DiffableDataSource {
  /// The handlers of a section: its own, else those of all sections.
  func sectionSnapshotHandlers(for section: Section) -> SectionSnapshotHandlers<Item> {
    handlersOfSections[section] ?? sectionSnapshotHandlers
  }

  /// Gives a section handlers of its own, which are called instead of those of all sections.
  ///
  /// - Parameters:
  ///   - handlers: The handlers; nil, to go back to those of all sections.
  ///   - section: The section; it need not be there yet.
  public func setSectionSnapshotHandlers(_ handlers: SectionSnapshotHandlers<Item>?, for section: Section) {
    handlersOfSections[section] = handlers
  }

  /// Shows the children of an item. Nothing changes if it is expanded already.
  ///
  /// - Parameters:
  ///   - item: The item, visible or not.
  ///   - section: The section that it is in.
  ///   - animated: How observers are to show the change.
  ///   - completion: Is called once: with true when the change is shown, or with false when it failed or was rolled back.
  /// - Throws: ``UpdateError`` if the item is not there, if a handler refuses, or if a child that a handler gave is in another section
  ///   already. Where a handler of another change asks for it, only the completion hears of it.
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
      let change = try content.show(tree, in: section)
      handlers.willExpandItem?(item)
      return change
    }
  }

  /// Hides the descendants of an item. Nothing changes if it is collapsed already.
  ///
  /// - Parameters:
  ///   - item: The item, visible or not.
  ///   - section: The section that it is in.
  ///   - animated: How observers are to show the change.
  ///   - completion: Is called once: with true when the change is shown, or with false when it failed or was rolled back.
  /// - Throws: ``UpdateError`` if the item is not there, or if a handler refuses. Where a handler of another
  ///   change asks for it, only the completion hears of it.
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

/// The closures that a ``DiffableDataSource`` calls when an item of a section that shows a tree is expanded or collapsed.
public struct SectionSnapshotHandlers<Item: Hashable & Sendable> {
  /// Whether an item may be expanded. Without it, all may.
  public var shouldExpandItem: ((Item) -> Bool)?
  /// Is called before an item is expanded.
  public var willExpandItem: ((Item) -> Void)?
  /// Whether an item may be collapsed. Without it, all may.
  public var shouldCollapseItem: ((Item) -> Bool)?
  /// Is called before an item is collapsed.
  public var willCollapseItem: ((Item) -> Void)?
  /// Returns the descendants of an item that is to be expanded, from those that it has now: the place to load them late.
  public var snapshotForExpandingParent:
    ((_ parent: Item, _ current: SectionSnapshot<Item>) throws -> SectionSnapshot<Item>)?

  /// Creates handlers of which none is set.
  public init() {}
}
