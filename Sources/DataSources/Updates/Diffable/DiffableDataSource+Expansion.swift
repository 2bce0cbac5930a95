import Changesets
import Synchronization

extension DiffableDataSource {
  /// What is asked and told when items are expanded and collapsed, in all sections that have no handlers of their own.
  public var sectionSnapshotHandlers: SectionSnapshotHandlers<Item> {
    get { state.withLock { $0.sectionSnapshotHandlers } }
    set {
      // The old handlers are let go outside of the lock.
      _ = state.withLock { state in
        let previous = state.sectionSnapshotHandlers
        state.sectionSnapshotHandlers = newValue
        return previous
      }
    }
  }

  /// What is asked and told in a section: its own handlers, else those of all sections.
  public func sectionSnapshotHandlers(for section: Section) -> SectionSnapshotHandlers<Item> {
    state.withLock { $0.handlersOfSections[section] ?? $0.sectionSnapshotHandlers }
  }

  /// Gives a section handlers of its own, which are asked and told instead of those of all sections.
  ///
  /// - Parameters:
  ///   - handlers: The handlers; none, to go back to those of all sections.
  ///   - section: The section; it need not be there yet.
  public func setSectionSnapshotHandlers(_ handlers: SectionSnapshotHandlers<Item>?, for section: Section) {
    _ = state.withLock { state in
      let previous = state.handlersOfSections[section]
      state.handlersOfSections[section] = handlers
      return previous
    }
  }

  /// Shows the children of an item. If it is expanded already, nothing happens.
  ///
  /// - Parameters:
  ///   - item: The item, visible or not.
  ///   - section: The section that it is in.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  ///   - completion: Hears how the change ended, whether or not it was made at once.
  /// - Throws: ``UpdateError`` if the item is not there, if a handler refuses, or if a child that a handler gave is in another section
  ///   already. A change that has to wait for others reports its errors to the completion alone.
  /// - Complexity: As ``apply(_:to:animated:completion:)``.
  public func expand(_ item: Item, in section: Section, animated: Bool = true, completion: Completion? = nil) throws {
    try run(animated: animated, completion: completion) { [self] content in
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
      let batch = try content.show(tree, in: section)
      handlers.willExpandItem?(item)
      return Change(batch: batch)
    }
  }

  /// Hides the descendants of an item. If it is collapsed already, nothing happens.
  ///
  /// - Parameters:
  ///   - item: The item, visible or not.
  ///   - section: The section that it is in.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  ///   - completion: Hears how the change ended, whether or not it was made at once.
  /// - Throws: ``UpdateError`` if the item is not there, or if a handler refuses. A change that has to wait for others reports its
  ///   errors to the completion alone.
  /// - Complexity: As ``apply(_:to:animated:completion:)``.
  public func collapse(_ item: Item, in section: Section, animated: Bool = true, completion: Completion? = nil) throws {
    try run(animated: animated, completion: completion) { [self] content in
      var tree = try content.tree(of: section)
      guard tree.contains(item) else { throw UpdateError.unknown(item, in: section) }
      guard try tree.isExpanded(item) else { return nil }
      let handlers = sectionSnapshotHandlers(for: section)
      guard handlers.shouldCollapseItem?(item) != false else {
        throw UpdateError.refused("collapsed", item, by: "shouldCollapseItem")
      }
      try tree.collapse([item])
      let batch = try content.show(tree, in: section)
      handlers.willCollapseItem?(item)
      return Change(batch: batch)
    }
  }
}
