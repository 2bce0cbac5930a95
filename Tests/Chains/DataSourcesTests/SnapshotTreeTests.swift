import Changesets
import TestKit
import Testing

@testable import DataSources
@testable import OrderedTrees
@testable import Snapshots

/// Section snapshots: examples, and comparison with their model.
@Suite struct SectionSnapshotTests {
  private func fruit() throws -> SectionSnapshot<String> {
    var section = SectionSnapshot<String>()
    try section.append(["Pome", "Stone"])
    try section.append(["Apple", "Pear"], to: "Pome")
    try section.append(["Boskoop", "Cox"], to: "Apple")
    try section.append(["Plum"], to: "Stone")
    return section
  }

  @Test func itemsThatDoNotEqualThemselvesThrow() {
    var tree = SectionSnapshot<Double>()
    #expect(throws: UpdateError.self) { try tree.append([.nan]) }
    #expect(tree.items.isEmpty)
  }

  @Test func treesAreEditedByTheirMethods() throws {
    var section = try fruit()
    #expect(section.items == ["Pome", "Apple", "Boskoop", "Cox", "Pear", "Stone", "Plum"])
    #expect(section.visibleItems == ["Pome", "Stone"])
    // Children expanded under a collapsed item are visible when that is expanded.
    try section.expand(["Apple"])
    #expect(section.visibleItems == ["Pome", "Stone"])
    try section.expand(["Pome"])
    #expect(section.visibleItems == ["Pome", "Apple", "Boskoop", "Cox", "Pear", "Stone"])
    try section.collapse(["Pome"])
    #expect(try section.isExpanded("Apple"))
    #expect(try !section.isVisible("Apple"))
    #expect(section.expandedItems == ["Apple"])
    #expect(try section.level(of: "Cox") == 2)
    #expect(try section.parent(of: "Cox") == "Apple")
    #expect(try section.parent(of: "Pome") == nil)
    #expect(section.index(of: "Pear") == 4)
    // After an item is after its descendants.
    try section.insert(["Quince"], after: "Apple")
    #expect(section.items == ["Pome", "Apple", "Boskoop", "Cox", "Quince", "Pear", "Stone", "Plum"])
    try section.delete(["Apple", "Cox"])
    #expect(section.items == ["Pome", "Quince", "Pear", "Stone", "Plum"])
    // A reinserted item is new.
    try section.append(["Apple"])
    #expect(try !section.isExpanded("Apple"))
    #expect(section.rootItems == ["Pome", "Stone", "Apple"])
    #expect(section.description == "SectionSnapshot(6 items)")
    section.deleteAll()
    #expect(section == SectionSnapshot())
    try section.append(["Fig"])
    #expect(section.description == "SectionSnapshot(1 item)")
  }

  @Test func theTreeAsText() throws {
    var section = try fruit()
    try section.expand(["Apple", "Stone"])
    try section.append(["two\nlines"], to: "Plum")
    #expect(
      section.visualDescription() == """
        + Pome
          - Apple
            * Boskoop
            * Cox
          * Pear
        - Stone
          + Plum
            * two\\u{a}lines

        """)
    #expect(SectionSnapshot<Int>().visualDescription() == "")
  }

  @Test func subtrees() throws {
    var section = try fruit()
    try section.expand(["Apple", "Stone"])
    let children = try section.snapshot(of: "Pome")
    #expect(children.rootItems == ["Apple", "Pear"])
    #expect(children.visibleItems == ["Apple", "Boskoop", "Cox", "Pear"])
    let whole = try section.snapshot(of: "Pome", includingParent: true)
    #expect(whole.items == ["Pome", "Apple", "Boskoop", "Cox", "Pear"])
    #expect(whole.rootItems == ["Pome"])
    #expect(try section.snapshot(of: "Cox") == SectionSnapshot())
    // A subtree is moved with its expanded items.
    try section.delete(["Pome"])
    try section.insert(whole, after: "Plum")
    #expect(section.items == ["Stone", "Plum", "Pome", "Apple", "Boskoop", "Cox", "Pear"])
    #expect(try section.level(of: "Cox") == 3)
    #expect(section.expandedItems == ["Stone", "Apple"])
    // Its own items may be reinserted.
    try section.replace(childrenOf: "Pome", using: section.snapshot(of: "Apple", includingParent: true))
    #expect(section.items == ["Stone", "Plum", "Pome", "Apple", "Boskoop", "Cox"])
    var other = SectionSnapshot<String>()
    try other.append(["Fig"])
    try section.insert(other, before: "Plum")
    #expect(try section.parent(of: "Fig") == "Stone")
  }

  @Test func errorsNameTheItemAndChangeNothing() throws {
    var unknown: [(inout SectionSnapshot<String>) throws -> Void] = [
      { try $0.append(["Fig"], to: "Kiwi") }, { try $0.insert(["Fig"], before: "Kiwi") },
      { try $0.insert(["Fig"], after: "Kiwi") }, { try $0.delete(["Apple", "Kiwi"]) },
      { try $0.expand(["Apple", "Kiwi"]) }, { try $0.collapse(["Apple", "Kiwi"]) },
      { try $0.insert(SectionSnapshot(), before: "Kiwi") }, { try $0.insert(SectionSnapshot(), after: "Kiwi") },
      { try $0.replace(childrenOf: "Kiwi", using: SectionSnapshot()) },
    ]
    unknown += [
      { _ = try $0.snapshot(of: "Kiwi") }, { _ = try $0.level(of: "Kiwi") }, { _ = try $0.parent(of: "Kiwi") },
      { _ = try $0.isExpanded("Kiwi") }, { _ = try $0.isVisible("Kiwi") },
    ]
    let pome = try fruit().snapshot(of: "Pome")
    let present: [(inout SectionSnapshot<String>) throws -> Void] = [
      { try $0.append(["Fig", "Apple"]) }, { try $0.append(["Apple"], to: "Apple") },
      { try $0.insert(["Apple"], before: "Apple") }, { try $0.insert(["Apple"], after: "Plum") },
      { try $0.insert(pome, before: "Plum") }, { try $0.insert(pome, after: "Plum") },
      { try $0.replace(childrenOf: "Apple", using: pome) }, { try $0.replace(childrenOf: "Stone", using: pome) },
    ]
    let repeated: [(inout SectionSnapshot<String>) throws -> Void] = [
      { try $0.append(["Fig", "Fig"]) }, { try $0.insert(["Fig", "Fig"], before: "Plum") },
      { try $0.insert(["Fig", "Fig"], after: "Plum") },
    ]
    let kinds = [
      (unknown, UpdateError.Code.unknownIdentity, "The item Kiwi is not in the snapshot."),
      (present, .duplicateIdentity, "The item Apple is already in the snapshot."),
      (repeated, .duplicateIdentity, "The item Fig occurs more than once."),
    ]
    for (edits, code, message) in kinds {
      for (number, edit) in edits.enumerated() {
        var section = try fruit()
        try section.expand(["Stone"])
        let before = section
        let error = #expect(throws: UpdateError.self, "\(message) \(number)") { try edit(&section) }
        #expect(error?.code == code)
        #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error)) \(number)")
        #expect(section == before, "\(message) \(number)")
      }
    }
    #expect(try fruit().index(of: "Kiwi") == nil)
    #expect(try !fruit().contains("Kiwi"))
  }

  @Test func equalityIgnoresTheHistory() throws {
    var section = try fruit()
    try section.append(["Fig"], to: "Pome")
    #expect(try section != fruit())
    try section.delete(["Fig"])
    #expect(try section == fruit())
    try section.expand(["Pome"])
    #expect(try section != fruit())
    // The same items in the same order, at other levels.
    var (left, right) = (SectionSnapshot<Int>(), SectionSnapshot<Int>())
    try left.append([1, 2])
    try right.append([1])
    try right.append([2], to: 1)
    #expect(left != right)
    let copy = section
    section.deleteAll()
    #expect(copy.numberOfItems == 7)
  }

  @Test func differencesOfVisibleItems() throws {
    let older = try fruit()
    var section = older
    try section.append(["Fig"], to: "Apple")
    #expect(diff(from: older.visibleItems, to: section.visibleItems, id: \.self).isEmpty)
    try section.expand(["Pome"])
    #expect(diff(from: older.visibleItems, to: section.visibleItems, id: \.self) == Edits(inserts: [1, 2]))
    #expect(diff(from: section.visibleItems, to: older.visibleItems, id: \.self) == Edits(deletes: [1, 2]))
    try section.insert(["Drupe"], before: "Pome")
    try section.delete(["Stone"])
    #expect(
      diff(from: older.visibleItems, to: section.visibleItems, id: \.self) == Edits(deletes: [1], inserts: [0, 2, 3]))
  }

  @Test func everyEditOfSmallTrees() throws {
    for tree in trees(upTo: 4) {
      let snapshot = try tree.snapshot()
      #expect(snapshot.differences(from: tree) == [])
      let items = tree.rows.map(\.item)
      for item in items {
        for includingParent in [false, true] {
          let subtree = try tree.subtree(of: item, includingParent: includingParent)
          #expect(try snapshot.snapshot(of: item, includingParent: includingParent).differences(from: subtree) == [])
        }
      }
      var edits: [SnapshotTreeModel.Edit] = [.deleteAll, .append([10, 11], nil), .append([0, 10], nil)]
      for item in items + [99] {
        edits += [
          .append([10, 11], item), .append([10, 10], item), .insert([10, 11], before: item),
          .insertAfter([10, 11], item),
          .delete([item]), .expand([item]), .collapse([item]),
        ]
        for other in trees(upTo: 2) { edits.append(.replace(item, other)) }
        for other in items { edits.append(.delete([item, other])) }
        if items.contains(item) {
          let subtree = try tree.subtree(of: item, includingParent: true)
          let moved = SnapshotTreeModel(
            rows: subtree.rows.map { .init(item: $0.item + 20, level: $0.level, isExpanded: $0.isExpanded) })
          for other in items { edits += [.insertTree(moved, before: other), .insertTreeAfter(moved, other)] }
        }
      }
      for edit in edits {
        var (snapshot, tree) = (snapshot, tree)
        perform(edit, on: &snapshot, and: &tree, context: "small")
      }
      #expect(snapshot.differences(from: tree) == [], "copies were edited")
    }
  }

  /// Every tree with up to so many items; every other item is expanded.
  private func trees(upTo limit: Int) -> [SnapshotTreeModel] {
    var all = [SnapshotTreeModel()]
    var last = all
    for item in 0..<limit {
      last = last.flatMap { tree in
        (0...(tree.rows.last.map { $0.level + 1 } ?? 0)).map { level in
          var tree = tree
          tree.rows.append(.init(item: item, level: level, isExpanded: item.isMultiple(of: 2)))
          return tree
        }
      }
      all += last
    }
    return all
  }

  @Test(arguments: Seeds.fixed(2, fresh: 1)) func randomEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (snapshot, tree) = (SectionSnapshot<Int>(), SnapshotTreeModel())
    let count = seed.isMultiple(of: 2) ? 10 : 200
    for step in 0..<200 {
      func item() -> Int { .random(in: 0..<count, using: &random) }
      func run() -> [Int] {
        let first = item()
        return Array(first..<first + Int.random(in: 0...count / 8, using: &random))
      }
      func subtree() -> SnapshotTreeModel { (try? tree.subtree(of: item(), includingParent: true)) ?? tree }
      let edit: SnapshotTreeModel.Edit =
        switch Int.random(in: 0..<20, using: &random) {
        case 0: .append(run(), nil)
        case 1...4: .append(run(), item())
        case 5, 6: .insert(run(), before: item())
        case 7, 8: .insertAfter(run(), item())
        case 9, 10: .delete([item()])
        case 11: .delete([item(), item()])
        case 12...14: .expand([item()])
        case 15: .collapse([item()])
        case 16: .insertTree(subtree(), before: item())
        case 17: .replace(item(), subtree())
        case 18: Int.random(in: 0..<9, using: &random) == 0 ? .deleteAll : .expand([item(), item()])
        default: .append([item()], item())
        }
      perform(edit, on: &snapshot, and: &tree, context: "seed \(seed), step \(step)")
    }
    #expect(try snapshot == tree.snapshot(), "seed \(seed)")
  }

  private func perform(
    _ edit: SnapshotTreeModel.Edit, on snapshot: inout SectionSnapshot<Int>, and tree: inout SnapshotTreeModel,
    context: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var (code, expected): (UpdateError.Code?, UpdateError.Code?)
    let before = tree
    do { try tree.perform(edit) } catch { expected = (error as? UpdateError)?.code }
    do { try snapshot.perform(edit) } catch { code = (error as? UpdateError)?.code }
    #expect(code == expected, "\(edit) of \(before), \(context())", sourceLocation: sourceLocation)
    let found = snapshot.differences(from: tree)
    #expect(
      found.isEmpty, "\(found.prefix(3)) after \(edit) of \(before), \(context())", sourceLocation: sourceLocation)
  }

  @Test func largeTrees() throws {
    // A path and a fan: no method is recursive.
    var section = SectionSnapshot<Int>()
    try section.append([0])
    for item in 1..<5000 { try section.append([item], to: item - 1) }
    try section.append(Array(5000..<10_000), to: 2500)
    #expect(try section.level(of: 4999) == 4999)
    #expect(section.index(of: 9999) == 9999)
    #expect(section.visibleItems == [0])
    try section.expand(Array(0..<5000))
    #expect(section.visibleItems.count == 10_000)
    #expect(section.brackets.height <= 4)
    #expect(try section.snapshot(of: 5, includingParent: true).numberOfItems == 9995)
    try section.delete([1])
    #expect(section.items == [0])
  }
}
