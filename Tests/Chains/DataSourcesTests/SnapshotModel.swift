import Changesets
import DataSources
import Snapshots

/// A snapshot in the plainest form, to compare the real one with: arrays of arrays, searched from the start.
struct SnapshotModel: Equatable {
  struct Part: Equatable {
    var section: String
    var items: [Int]
  }

  var parts: [Part] = []
  var reloadedItems: [Int] = []
  var reconfiguredItems: [Int] = []
  var reloadedSections: [String] = []

  /// An edit; both the model and the snapshot can perform it.
  enum Edit {
    case appendItems([Int], String?)
    case insertItems([Int], before: Int)
    case insertItemsAfter([Int], Int)
    case deleteItems([Int])
    case deleteAllItems
    case moveItem(Int, before: Int)
    case moveItemAfter(Int, Int)
    case reloadItems([Int])
    case reconfigureItems([Int])
    case appendSections([String])
    case insertSections([String], before: String)
    case insertSectionsAfter([String], String)
    case deleteSections([String])
    case moveSection(String, before: String)
    case moveSectionAfter(String, String)
    case reloadSections([String])
  }

  var items: [Int] { parts.flatMap(\.items) }
  var sections: [String] { parts.map(\.section) }

  func path(of item: Int) throws -> ItemPath {
    for (section, part) in parts.enumerated() {
      if let index = part.items.firstIndex(of: item) { return ItemPath(section: section, item: index) }
    }
    throw UpdateError(.unknownIdentity, "")
  }

  func index(of section: String) throws -> Int {
    guard let index = sections.firstIndex(of: section) else { throw UpdateError(.unknownIdentity, "") }
    return index
  }

  mutating func perform(_ edit: Edit) throws {
    switch edit {
    case .appendItems(let items, let section):
      guard section != nil || !parts.isEmpty else { throw UpdateError(.noSection, "") }
      let target = try section.map(index(of:)) ?? parts.count - 1
      try insert(items, at: ItemPath(section: target, item: parts[target].items.count))
    case .insertItems(let items, let other):
      try insert(items, at: try path(of: other))
    case .insertItemsAfter(let items, let other):
      let path = try path(of: other)
      try insert(items, at: ItemPath(section: path.section, item: path.item + 1))
    case .deleteItems(let items):
      for item in items { _ = try path(of: item) }
      remove(items)
    case .deleteAllItems:
      self = SnapshotModel()
    case .moveItem(let item, let other), .moveItemAfter(let item, let other):
      _ = (try path(of: item), try path(of: other))
      guard item != other else { return }
      for index in parts.indices { parts[index].items.removeAll { $0 == item } }
      let target = try path(of: other)
      if case .moveItem = edit {
        parts[target.section].items.insert(item, at: target.item)
      } else {
        parts[target.section].items.insert(item, at: target.item + 1)
      }
    case .reloadItems(let items):
      for item in items { _ = try path(of: item) }
      for item in items where !reloadedItems.contains(item) { reloadedItems.append(item) }
    case .reconfigureItems(let items):
      for item in items { _ = try path(of: item) }
      for item in items where !reconfiguredItems.contains(item) { reconfiguredItems.append(item) }
    case .appendSections(let sections):
      try insert(sections, at: parts.count)
    case .insertSections(let sections, let other):
      try insert(sections, at: try index(of: other))
    case .insertSectionsAfter(let sections, let other):
      try insert(sections, at: try index(of: other) + 1)
    case .deleteSections(let sections):
      for section in sections { _ = try index(of: section) }
      remove(parts.filter { sections.contains($0.section) }.flatMap(\.items))
      parts.removeAll { sections.contains($0.section) }
      reloadedSections.removeAll { sections.contains($0) }
    case .moveSection(let section, let other), .moveSectionAfter(let section, let other):
      let part = parts[try index(of: section)]
      _ = try index(of: other)
      guard section != other else { return }
      parts.removeAll { $0.section == section }
      let target = try index(of: other)
      if case .moveSection = edit { parts.insert(part, at: target) } else { parts.insert(part, at: target + 1) }
    case .reloadSections(let sections):
      for section in sections { _ = try index(of: section) }
      for section in sections where !reloadedSections.contains(section) { reloadedSections.append(section) }
    }
  }

  private mutating func insert(_ items: [Int], at path: ItemPath) throws {
    guard Set(items).count == items.count, Set(items).isDisjoint(with: self.items) else {
      throw UpdateError(.duplicateIdentity, "")
    }
    parts[path.section].items.insert(contentsOf: items, at: path.item)
  }

  private mutating func insert(_ sections: [String], at index: Int) throws {
    guard Set(sections).count == sections.count, Set(sections).isDisjoint(with: self.sections) else {
      throw UpdateError(.duplicateIdentity, "")
    }
    parts.insert(contentsOf: sections.map { Part(section: $0, items: []) }, at: index)
  }

  private mutating func remove(_ items: [Int]) {
    for index in parts.indices { parts[index].items.removeAll { items.contains($0) } }
    reloadedItems.removeAll { items.contains($0) }
    reconfiguredItems.removeAll { items.contains($0) }
  }
}

extension Snapshot<String, Int> {
  mutating func perform(_ edit: SnapshotModel.Edit) throws {
    switch edit {
    case .appendItems(let items, let section): try appendItems(items, toSection: section)
    case .insertItems(let items, let other): try insertItems(items, beforeItem: other)
    case .insertItemsAfter(let items, let other): try insertItems(items, afterItem: other)
    case .deleteItems(let items): try deleteItems(items)
    case .deleteAllItems: deleteAllItems()
    case .moveItem(let item, let other): try moveItem(item, beforeItem: other)
    case .moveItemAfter(let item, let other): try moveItem(item, afterItem: other)
    case .reloadItems(let items): try reloadItems(items)
    case .reconfigureItems(let items): try reconfigureItems(items)
    case .appendSections(let sections): try appendSections(sections)
    case .insertSections(let sections, let other): try insertSections(sections, beforeSection: other)
    case .insertSectionsAfter(let sections, let other): try insertSections(sections, afterSection: other)
    case .deleteSections(let sections): try deleteSections(sections)
    case .moveSection(let section, let other): try moveSection(section, beforeSection: other)
    case .moveSectionAfter(let section, let other): try moveSection(section, afterSection: other)
    case .reloadSections(let sections): try reloadSections(sections)
    }
  }

  /// The results in which the snapshot differs from a model, including those for missing elements.
  func differences(from model: SnapshotModel) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) {
      if value != expected { found.append("\(name) is \(value), not \(expected)") }
    }
    compare("numberOfItems", numberOfItems, model.items.count)
    compare("numberOfSections", numberOfSections, model.parts.count)
    compare("itemIdentifiers", itemIdentifiers, model.items)
    compare("sectionIdentifiers", sectionIdentifiers, model.sections)
    compare("reloadedItemIdentifiers", reloadedItemIdentifiers, model.reloadedItems)
    compare("reconfiguredItemIdentifiers", reconfiguredItemIdentifiers, model.reconfiguredItems)
    compare("reloadedSectionIdentifiers", reloadedSectionIdentifiers, model.reloadedSections)
    var index = 0
    for (section, part) in model.parts.enumerated() {
      compare("contains", contains(section: part.section), true)
      compare("numberOfItems(inSection:)", try? numberOfItems(inSection: part.section), part.items.count)
      compare("numberOfItems(inSectionAt:)", numberOfItems(inSectionAt: section), part.items.count)
      compare("itemIdentifiers(inSection:)", try? itemIdentifiers(inSection: part.section), part.items)
      compare("indexOfSection", indexOfSection(part.section), section)
      compare("sectionIdentifier(at:)", sectionIdentifier(at: section), part.section)
      for (item, identifier) in part.items.enumerated() {
        let path = ItemPath(section: section, item: item)
        compare("contains", contains(item: identifier), true)
        compare("indexOfItem", indexOfItem(identifier), index)
        compare("path(ofItem:)", self.path(ofItem: identifier), path)
        compare("itemIdentifier(at:)", itemIdentifier(at: path), identifier)
        compare("sectionIdentifier(containingItem:)", sectionIdentifier(containingItem: identifier), part.section)
        index += 1
      }
      for item in [-1, part.items.count, .min, .max] {
        compare("itemIdentifier(at:)", itemIdentifier(at: ItemPath(section: section, item: item)), nil)
      }
    }
    for section in [-1, model.parts.count, .min, .max] {
      compare("itemIdentifier(at:)", itemIdentifier(at: ItemPath(section: section, item: 0)), nil)
      compare("sectionIdentifier(at:)", sectionIdentifier(at: section), nil)
      compare("numberOfItems(inSectionAt:)", numberOfItems(inSectionAt: section), nil)
    }
    return found
  }
}
