import Changesets
import OrderedTrees

/// The sections of a source, and the items of those whose items were edited, after several edits.
struct EditedSections: Sendable {
  private var sections = EditedList(origin: 0)
  /// The items of a section, by its handle.
  private var items: [RankTree.Handle: EditedList<ItemPath>] = [:]
  /// What was deleted, in the order of the edits.
  private var deletedSections: [Int] = []
  private var deletedItems: [ItemPath] = []
}

extension EditedSections {
  /// What all edits come to; not in normal form.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits and of the places that they name.
  var batch: UpdateBatch {
    var batch = UpdateBatch(
      sections: Edits(deletes: deletedSections.sorted()), items: Edits(deletes: deletedItems.sorted()))
    sections.write(to: &batch.sections, from: 0)
    var section = 0
    for handle in sections.order {
      items[handle]?.write(to: &batch.items, from: ItemPath(section: section, item: 0))
      section += sections.order.weight(of: handle)
    }
    return batch
  }

  /// Makes one more edit.
  ///
  /// - Complexity: O(log *k*) on average, *k* being the number of edits, and O(*m*) where *m* places are deleted.
  mutating func apply(_ edit: SingleEdit) {
    switch edit {
    case .insertItems(let count, let path):
      editItems(of: path.section) { $0.insert(.init(), length: count, at: path.item) }
    case .removeItems(let count, let path):
      removeItems(count, at: path)
    case .moveItem(let from, let to) where from.section == to.section:
      editItems(of: from.section) { $0.move(from: from.item, to: to.item) }
    case .moveItem(let from, let to):
      let item = editItems(of: from.section) { $0.take(at: from.item) }
      editItems(of: to.section) { $0.insert(item, at: to.item) }
    case .updateItem(let path):
      editItems(of: path.section) { $0.update(at: path.item) }
    case .insertSections(let count, let section):
      sections.insert(.init(), length: count, at: section)
    case .removeSections(let count, let section):
      removeSections(count, at: section)
    case .moveSection(let from, let to):
      sections.move(from: from, to: to)
    case .updateSection(let section):
      sections.update(at: section)
    }
  }

  private mutating func editItems<Result>(of section: Int, _ edit: (inout EditedList<ItemPath>) -> Result) -> Result {
    let handle = sections.element(at: section)
    let origin = sections[handle].origin.map { ItemPath(section: $0, item: 0) }
    return edit(&items[handle, default: EditedList(origin: origin)])
  }

  private mutating func removeItems(_ count: Int, at path: ItemPath) {
    for (_, run, length) in editItems(of: path.section, { $0.remove(count, at: path.item) }) {
      if let origin = run.origin { deletedItems += origin.followers(length) }
    }
  }

  /// Removes sections; the items that had moved into them are deleted where they came from.
  private mutating func removeSections(_ count: Int, at section: Int) {
    for (handle, run, length) in sections.remove(count, at: section) {
      if let origin = run.origin { deletedSections += origin.followers(length) }
      guard let list = items.removeValue(forKey: handle) else { continue }
      deletedItems += list.order.lazy.map { list[$0] }.filter(\.isMoved).compactMap(\.origin)
    }
  }
}
