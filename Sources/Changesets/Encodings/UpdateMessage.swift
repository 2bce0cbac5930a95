/// A message of an update protocol that knows no moves: what a consumer hears, one after the other, when its source changes.
///
/// A consumer that keeps arrays of its own may change them as each message comes, place after place as they are listed:
/// deletes are listed from the last to the first, inserts and updates from the first to the last. What is at an inserted or
/// updated place is read from the state after.
public enum UpdateMessage: Hashable, Sendable {
  /// Everything is new; no other message belongs to this update.
  case didReload
  /// An update begins.
  case willUpdate
  /// Sections went, with their items. Sections in before space, descending.
  case didDeleteSections([Int])
  /// Sections came, with their items. Sections in after space, ascending.
  case didInsertSections([Int])
  /// Items went. Paths in before space, descending.
  case didDeleteItems([ItemPath])
  /// Items came. Paths in after space, ascending.
  case didInsertItems([ItemPath])
  /// Items have another content. Paths in after space, ascending.
  case didUpdateItems([ItemPath])
  /// The update is complete.
  case didUpdate
}
