public import Changesets

/// What a handler is behind a protocol: how a table view calls its delegate.
public protocol SelectionDelegate: AnyObject {
  /// An item was selected.
  func didSelectItem(at path: ItemPath)
}

/// Calls a delegate, from a module that cannot know what is behind the protocol.
@inline(never) public func select(_ path: ItemPath, _ delegate: any SelectionDelegate) {
  delegate.didSelectItem(at: path)
}
