import Changesets
import DataSources
import Snapshots

/// A section snapshot in the plainest form, to compare the real one with: the items in preorder with their levels.
struct SnapshotTreeModel: Equatable {
  struct Row: Equatable {
    var item: Int
    var level: Int
    var isExpanded = false
  }

  var rows: [Row] = []

  /// An edit; both the model and the snapshot can perform it.
  enum Edit {
    case append([Int], Int?)
    case insert([Int], before: Int)
    case insertAfter([Int], Int)
    case delete([Int])
    case deleteAll
    case expand([Int])
    case collapse([Int])
    case insertTree(SnapshotTreeModel, before: Int)
    case insertTreeAfter(SnapshotTreeModel, Int)
    case replace(Int, SnapshotTreeModel)
  }

  func index(of item: Int) throws -> Int {
    guard let index = rows.firstIndex(where: { $0.item == item }) else { throw UpdateError(.unknownIdentity, "") }
    return index
  }

  /// The index after the last descendant.
  func end(of index: Int) -> Int {
    rows[(index + 1)...].firstIndex { $0.level <= rows[index].level } ?? rows.count
  }

  func parent(of index: Int) -> Int? {
    rows[..<index].lastIndex { $0.level < rows[index].level }
  }

  func ancestors(of index: Int) -> [Int] {
    parent(of: index).map { [$0] + ancestors(of: $0) } ?? []
  }

  func isVisible(_ index: Int) -> Bool { ancestors(of: index).allSatisfy { rows[$0].isExpanded } }

  func items(where condition: (Int) -> Bool) -> [Int] { rows.indices.filter(condition).map { rows[$0].item } }

  func subtree(of item: Int, includingParent: Bool) throws -> SnapshotTreeModel {
    let index = try index(of: item)
    let first = includingParent ? index : index + 1
    let level = rows[index].level + (includingParent ? 0 : 1)
    return SnapshotTreeModel(
      rows: rows[first..<end(of: index)].map { Row(item: $0.item, level: $0.level - level, isExpanded: $0.isExpanded) })
  }

  mutating func perform(_ edit: Edit) throws {
    func flat(_ items: [Int]) -> SnapshotTreeModel { SnapshotTreeModel(rows: items.map { Row(item: $0, level: 0) }) }
    switch edit {
    case .append(let items, let parent):
      let index = try parent.map(index(of:))
      try insert(flat(items), at: index.map(end(of:)) ?? rows.count, level: index.map { rows[$0].level + 1 } ?? 0)
    case .insert(let items, let other): try perform(.insertTree(flat(items), before: other))
    case .insertAfter(let items, let other): try perform(.insertTreeAfter(flat(items), other))
    case .insertTree(let tree, let other):
      let index = try index(of: other)
      try insert(tree, at: index, level: rows[index].level)
    case .insertTreeAfter(let tree, let other):
      let index = try index(of: other)
      try insert(tree, at: end(of: index), level: rows[index].level)
    case .replace(let parent, let tree):
      let index = try index(of: parent)
      var copy = self
      copy.rows.removeSubrange(index + 1..<end(of: index))
      try copy.insert(tree, at: index + 1, level: rows[index].level + 1)
      self = copy
    case .delete(let items):
      for item in items { _ = try index(of: item) }
      for item in items {
        guard let index = try? index(of: item) else { continue }
        rows.removeSubrange(index..<end(of: index))
      }
    case .deleteAll: rows = []
    case .expand(let items):
      for index in try items.map(index(of:)) { rows[index].isExpanded = true }
    case .collapse(let items):
      for index in try items.map(index(of:)) { rows[index].isExpanded = false }
    }
  }

  private mutating func insert(_ tree: SnapshotTreeModel, at index: Int, level: Int) throws {
    let items = tree.rows.map(\.item)
    guard Set(items).count == items.count, Set(items).isDisjoint(with: rows.map(\.item)) else {
      throw UpdateError(.duplicateIdentity, "")
    }
    let new = tree.rows.map { Row(item: $0.item, level: $0.level + level, isExpanded: $0.isExpanded) }
    rows.insert(contentsOf: new, at: index)
  }

  /// The same tree as a snapshot.
  func snapshot() throws -> SectionSnapshot<Int> {
    var snapshot = SectionSnapshot<Int>()
    for index in rows.indices {
      try snapshot.append([rows[index].item], to: parent(of: index).map { rows[$0].item })
    }
    try snapshot.expand(items { rows[$0].isExpanded })
    return snapshot
  }
}

extension SectionSnapshot<Int> {
  mutating func perform(_ edit: SnapshotTreeModel.Edit) throws {
    switch edit {
    case .append(let items, let parent): try append(items, to: parent)
    case .insert(let items, let other): try insert(items, before: other)
    case .insertAfter(let items, let other): try insert(items, after: other)
    case .delete(let items): try delete(items)
    case .deleteAll: deleteAll()
    case .expand(let items): try expand(items)
    case .collapse(let items): try collapse(items)
    case .insertTree(let tree, let other): try insert(tree.snapshot(), before: other)
    case .insertTreeAfter(let tree, let other): try insert(tree.snapshot(), after: other)
    case .replace(let parent, let tree): try replace(childrenOf: parent, using: tree.snapshot())
    }
  }

  /// The results in which the snapshot differs from a model.
  func differences(from model: SnapshotTreeModel) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) {
      if value != expected { found.append("\(name) is \(value), not \(expected)") }
    }
    compare("numberOfItems", numberOfItems, model.rows.count)
    compare("items", items, model.rows.map(\.item))
    compare("rootItems", rootItems, model.items { model.rows[$0].level == 0 })
    compare("visibleItems", visibleItems, model.items(where: model.isVisible))
    compare("expandedItems", expandedItems, model.items { model.rows[$0].isExpanded })
    for (index, row) in model.rows.enumerated() {
      compare("contains", contains(row.item), true)
      compare("index(of: \(row.item))", self.index(of: row.item), index)
      compare("level(of: \(row.item))", try? level(of: row.item), row.level)
      compare("parent(of: \(row.item))", try? parent(of: row.item), model.parent(of: index).map { model.rows[$0].item })
      compare("isExpanded(\(row.item))", try? isExpanded(row.item), row.isExpanded)
      compare("isVisible(\(row.item))", try? isVisible(row.item), model.isVisible(index))
    }
    return found
  }
}
