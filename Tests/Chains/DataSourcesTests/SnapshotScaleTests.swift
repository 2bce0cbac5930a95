import Changesets
import TestKit
import Testing

@testable import DataSources
@testable import OrderedTrees
@testable import Snapshots

/// A large snapshot is edited at the cost of the edit.
@Suite struct SnapshotScaleTests {
  private static let count = 200_000

  @Test(arguments: [1, 200]) func manyEdits(sections: Int) throws {
    let size = Self.count / sections
    var snapshot = try Snapshot(
      sections: (0..<sections).map { section in (-1 - section, Array(section * size..<(section + 1) * size)) })
    var random = SeededGenerator(seed: 5)
    var next = Self.count
    for step in 0..<1000 {
      func item() throws -> Int {
        while true {
          let item = Int.random(in: 0..<next, using: &random)
          if snapshot.contains(item: item) { return item }
        }
      }
      try snapshot.appendItems([next], toSection: -1 - step % sections)
      try snapshot.insertItems([next + 1], beforeItem: item())
      try snapshot.insertItems([next + 2], afterItem: item())
      next += 3
      try snapshot.deleteItems([item()])
      try snapshot.moveItem(item(), beforeItem: item())
      try snapshot.moveItem(item(), afterItem: item())
      try snapshot.reloadItems([item()])
      try snapshot.reconfigureItems([item()])
      try snapshot.appendSections([-1000 - 3 * step])
      try snapshot.insertSections([-1001 - 3 * step], beforeSection: -1)
      try snapshot.insertSections([-1002 - 3 * step], afterSection: -1)
      try snapshot.moveSection(-1, beforeSection: -1000 - 3 * step)
      try snapshot.moveSection(-1, afterSection: -1001 - 3 * step)
      try snapshot.reloadSections([-1002 - 3 * step])
      try snapshot.deleteSections([-1001 - 3 * step])
      let found = try item()
      let path = try #require(snapshot.path(ofItem: found))
      #expect(snapshot.itemIdentifier(at: path) == found)
      #expect(snapshot.sectionIdentifier(containingItem: found) == snapshot.sectionIdentifier(at: path.section))
      #expect(snapshot.indexOfItem(found) != nil)
    }
    #expect(snapshot.numberOfItems == Self.count + 2000)
    #expect(snapshot.numberOfSections == sections + 2000)
    // No edit visits more than the nodes from a leaf to the root.
    #expect(snapshot.order.height <= 3)
    #expect(snapshot.contents.allSatisfy { ($0?.order.height ?? 0) <= 5 })
    #expect(snapshot.order.weight == snapshot.numberOfItems)
  }

  /// The array that holds the order of the first section keeps its address: an edit does not copy it.
  @Test func editsAreMadeInPlace() throws {
    func address(_ snapshot: borrowing Snapshot<Int, Int>) -> UnsafeRawPointer? {
      snapshot.contents[0]?.order.slots.withUnsafeBytes(\.baseAddress)
    }
    var snapshot = try Snapshot(sections: [(0, Array(0..<1000)), (1, Array(1000..<2000))])
    // Leaves are filled and split first: the array grows, and then has free capacity.
    for item in 0..<300 { try snapshot.moveItem(item, beforeItem: 700) }
    let before = address(snapshot)
    try snapshot.moveItem(4, beforeItem: 3)
    #expect(address(snapshot) == before)
    try snapshot.moveItem(1500, afterItem: 3)
    #expect(address(snapshot) == before)
    try snapshot.deleteItems([10])
    #expect(address(snapshot) == before)
    try snapshot.insertItems([10], beforeItem: 11)
    #expect(address(snapshot) == before)
    let copy = snapshot
    try snapshot.moveItem(3, beforeItem: 0)
    #expect(address(snapshot) != before)
    #expect(address(copy) == before)
  }
}
