import Changesets
import DataSources
import Messages

/// The default handling of messages from a display: moves, by the reordering handlers, and taps on the accessory next
/// to an item, which expand and collapse the item. Handlers that are registered with the source have priority.
extension DiffableDataSource {
  func answerMessages() {
    on(.canMoveItem) { source, path in source.canReorder(at: path) }
    on(.moveItem) { source, move in try source.reorder(from: move.from, to: move.to) }
    // Weak, because the source retains its handlers with their scopes.
    let parents = HandlerScope.items(.everything, named: "parents of a tree") { [weak self] _, path in
      self?.parent(at: path) != nil
    }
    on(.didTapAccessory, in: parents) { source, path in try source.toggle(at: path) }
  }

  private func canReorder(at path: ItemPath) -> Bool {
    guard let item = itemIdentifier(for: path), let section = sectionIdentifier(for: path.section) else { return false }
    return !content.shown.hasNestedItems(section) && reorderingHandlers.canReorderItem?(item) == true
  }

  /// Returns the item at a place if it has children, or may load some when it is expanded; otherwise `nil`.
  private func parent(at path: ItemPath) -> (item: Item, section: Section, isExpanded: Bool)? {
    guard let item = itemIdentifier(for: path), let section = sectionIdentifier(for: path.section),
      let tree = content.shown.existingTree(of: section), let isExpanded = try? tree.isExpanded(item)
    else { return nil }
    let loadsChildren = sectionSnapshotHandlers(for: section).snapshotForExpandingParent != nil
    return loadsChildren || tree.hasChildren(item) ? (item, section, isExpanded) : nil
  }

  private func toggle(at path: ItemPath) throws {
    guard let parent = parent(at: path) else { return }
    do {
      if parent.isExpanded {
        try collapse(parent.item, in: parent.section)
      } else {
        try expand(parent.item, in: parent.section)
      }
    } catch let error as UpdateError where error.code == .refused {
      // A refusal is not an error here: a tap on an item that does not open has no effect.
    }
  }
}
