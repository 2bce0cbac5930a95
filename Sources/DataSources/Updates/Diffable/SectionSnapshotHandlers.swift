/// What a ``DiffableDataSource`` asks and tells when an item of a section that shows a tree is expanded or collapsed.
public struct SectionSnapshotHandlers<Item: Hashable & Sendable>: Sendable {
  /// Whether an item may be expanded. Without it, all may.
  public var shouldExpandItem: (@Sendable (Item) -> Bool)?
  /// Hears of an item that is about to be expanded.
  public var willExpandItem: (@Sendable (Item) -> Void)?
  /// Whether an item may be collapsed. Without it, all may.
  public var shouldCollapseItem: (@Sendable (Item) -> Bool)?
  /// Hears of an item that is about to be collapsed.
  public var willCollapseItem: (@Sendable (Item) -> Void)?
  /// Gives the descendants of an item that is to be expanded, from those that it has now: the place to load them late.
  public var snapshotForExpandingParent:
    (@Sendable (_ parent: Item, _ current: SectionSnapshot<Item>) throws -> SectionSnapshot<Item>)?

  /// Makes handlers that ask and tell nobody.
  public init() {}
}
