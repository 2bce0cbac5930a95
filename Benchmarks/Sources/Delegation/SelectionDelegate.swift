public import Changesets

/// The counterpart of a handler as a protocol, in the way a table view calls its delegate.
public protocol SelectionDelegate: AnyObject {
  /// Called when an item was selected.
  func didSelectItem(at path: ItemPath)
}

/// Calls a delegate, from a module that cannot know the type of the delegate.
@inline(never) public func select(_ path: ItemPath, _ delegate: any SelectionDelegate) {
  delegate.didSelectItem(at: path)
}
