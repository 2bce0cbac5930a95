import Changesets
import DataSources
import Synchronization

extension DiffableDataSource {
  /// The items of a section as a tree. Where none was applied, they are all roots.
  ///
  /// - Throws: ``UpdateError`` if there is no such section.
  /// - Complexity: O(*k*), *k* being the number of items shown in the section.
  public func snapshot(for section: Section) throws -> SectionSnapshot<Item> {
    try state.withLock { $0.content }.tree(of: section)
  }

  /// Shows the visible items of a tree as the items of a section.
  ///
  /// - Parameters:
  ///   - sectionSnapshot: The tree.
  ///   - section: The section, which is appended if it is missing.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  ///   - completion: Is called with the result of the change, whether or not it was made at once.
  /// - Throws: ``UpdateError`` if an item of the tree, visible or not, is in another section. A change that has to wait for others
  ///   passes its errors to the completion alone.
  /// - Complexity: O(*k* log *n* + *k* *t*) and a copy of the snapshot's storage, for *k* items in the tree and the section, *n* in all
  ///   sections, and *t* sections with a tree.
  public func apply(
    _ sectionSnapshot: SectionSnapshot<Item>, to section: Section, animated: Bool = true,
    completion: Completion? = nil
  ) throws {
    try run(animated: animated, completion: completion) {
      Change(batch: try $0.show(sectionSnapshot, in: section))
    }
  }

  /// Shows the visible items of a tree as the items of a section, and returns when they are shown and the observers were notified.
  ///
  /// - Parameters:
  ///   - sectionSnapshot: The tree.
  ///   - section: The section, which is appended if it is missing.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  /// - Throws: ``UpdateError`` if an item of the tree, visible or not, is in another section.
  /// - Complexity: As ``apply(_:to:animated:completion:)``.
  public nonisolated(nonsending) func apply(
    _ sectionSnapshot: SectionSnapshot<Item>, to section: Section, animated: Bool = true
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      // The error is passed to the completion in any case.
      try? apply(sectionSnapshot, to: section, animated: animated) { result in
        continuation.resume(with: result.map { _ in })
      }
    }
  }
}

extension DiffableDataSource {
  /// The handlers for items that are expanded and collapsed, in all sections that have no handlers of their own.
  public var sectionSnapshotHandlers: SectionSnapshotHandlers<Item> {
    get { state.withLock { $0.sectionSnapshotHandlers } }
    set {
      // The old handlers are released outside of the lock.
      _ = state.withLock { state in
        let previous = state.sectionSnapshotHandlers
        state.sectionSnapshotHandlers = newValue
        return previous
      }
    }
  }

  /// The handlers of a section: its own, else those of all sections.
  public func sectionSnapshotHandlers(for section: Section) -> SectionSnapshotHandlers<Item> {
    state.withLock { $0.handlersOfSections[section] ?? $0.sectionSnapshotHandlers }
  }

  /// Gives a section handlers of its own, which are called instead of those of all sections.
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
  ///   - completion: Is called with the result of the change, whether or not it was made at once.
  /// - Throws: ``UpdateError`` if the item is not there, if a handler refuses, or if a child that a handler gave is in another section
  ///   already. A change that has to wait for others passes its errors to the completion alone.
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
  ///   - completion: Is called with the result of the change, whether or not it was made at once.
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

/// The closures that a ``DiffableDataSource`` calls when an item of a section that shows a tree is expanded or collapsed.
public struct SectionSnapshotHandlers<Item: Hashable & Sendable>: Sendable {
  /// Whether an item may be expanded. Without it, all may.
  public var shouldExpandItem: (@Sendable (Item) -> Bool)?
  /// Is called before an item is expanded.
  public var willExpandItem: (@Sendable (Item) -> Void)?
  /// Whether an item may be collapsed. Without it, all may.
  public var shouldCollapseItem: (@Sendable (Item) -> Bool)?
  /// Is called before an item is collapsed.
  public var willCollapseItem: (@Sendable (Item) -> Void)?
  /// Gives the descendants of an item that is to be expanded, from those that it has now: the place to load them late.
  public var snapshotForExpandingParent:
    (@Sendable (_ parent: Item, _ current: SectionSnapshot<Item>) throws -> SectionSnapshot<Item>)?

  /// Creates handlers that ask and tell nobody.
  public init() {}
}
