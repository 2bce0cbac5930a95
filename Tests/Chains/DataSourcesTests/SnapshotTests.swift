import Changesets
import Testing

@testable import DataSources
@testable import OrderedTrees
@testable import Snapshots

/// The behaviour of a snapshot beyond its model: errors, equality, marks, independent copies, cost.
@Suite struct SnapshotTests {
  private func fruit() throws -> Snapshot<String, String> {
    try Snapshot(sections: [("Pome", ["Apple", "Pear"]), ("Stone", ["Cherry", "Plum", "Peach"]), ("Citrus", [])])
  }

  /// The error that an edit throws; the snapshot must be unchanged.
  private func error(
    _ edit: (inout Snapshot<String, String>) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> UpdateError {
    let before = try fruit()
    var snapshot = before
    let error = #expect(throws: UpdateError.self, sourceLocation: sourceLocation) { try edit(&snapshot) }
    #expect(snapshot == before, sourceLocation: sourceLocation)
    return try #require(error, sourceLocation: sourceLocation)
  }

  @Test func identifiersThatDoNotEqualThemselvesThrow() throws {
    var snapshot = Snapshot<Double, Double>()
    try snapshot.appendSections([1])
    for edit: (inout Snapshot<Double, Double>) throws -> Void in [
      { try $0.appendItems([2, .nan]) }, { try $0.appendSections([.nan]) },
      { $0 = try Snapshot(sections: [(1, [.nan])]) }, { $0 = try Snapshot(sections: [(.nan, [])]) },
    ] {
      let before = snapshot
      let error = #expect(throws: UpdateError.self) { try edit(&snapshot) }
      #expect(error?.code == .brokenIdentity)
      #expect(error?.message.contains("nan is not equal to itself") == true)
      #expect(snapshot == before)
    }
  }

  @Test func snapshotsAreEditedByTheirMethods() throws {
    var snapshot = try fruit()
    try snapshot.appendItems(["Lemon", "Lime"])
    try snapshot.insertItems(["Quince"], beforeItem: "Pear")
    try snapshot.insertItems(["Medlar"], afterItem: "Pear")
    try snapshot.moveItem("Plum", afterItem: "Apple")
    try snapshot.moveSection("Citrus", beforeSection: "Pome")
    try snapshot.insertSections(["Nuts"], afterSection: "Citrus")
    #expect(snapshot.sectionIdentifiers == ["Citrus", "Nuts", "Pome", "Stone"])
    #expect(try snapshot.itemIdentifiers(inSection: "Pome") == ["Apple", "Plum", "Quince", "Pear", "Medlar"])
    #expect(snapshot.indexOfItem("Plum") == 3)
    #expect(snapshot.path(ofItem: "Plum") == ItemPath(2, 1))
    #expect(snapshot.sectionIdentifier(containingItem: "Plum") == "Pome")
    #expect(snapshot.description == "Snapshot(4 sections, 9 items)")
    try snapshot.deleteSections(["Stone", "Nuts", "Citrus"])
    try snapshot.deleteItems(["Apple", "Plum", "Quince", "Pear"])
    #expect(snapshot.description == "Snapshot(1 section, 1 item)")
  }

  @Test func missingElementsAreNotFound() throws {
    let snapshot = try fruit()
    #expect(snapshot.indexOfItem("Kiwi") == nil)
    #expect(snapshot.path(ofItem: "Kiwi") == nil)
    #expect(snapshot.sectionIdentifier(containingItem: "Kiwi") == nil)
    #expect(!snapshot.contains(item: "Kiwi"))
    #expect(snapshot.indexOfSection("Exotic") == nil)
    #expect(!snapshot.contains(section: "Exotic"))
    #expect(throws: UpdateError.self) { try snapshot.numberOfItems(inSection: "Exotic") }
    #expect(throws: UpdateError.self) { try snapshot.itemIdentifiers(inSection: "Exotic") }
  }

  @Test func unknownItemsAreNamed() throws {
    let edits: [(inout Snapshot<String, String>) throws -> Void] = [
      { try $0.insertItems(["Fig"], beforeItem: "Kiwi") }, { try $0.insertItems(["Fig"], afterItem: "Kiwi") },
      { try $0.deleteItems(["Apple", "Kiwi"]) },
      { try $0.moveItem("Kiwi", beforeItem: "Apple") }, { try $0.moveItem("Apple", beforeItem: "Kiwi") },
      { try $0.moveItem("Kiwi", afterItem: "Apple") }, { try $0.moveItem("Apple", afterItem: "Kiwi") },
      { try $0.moveItem("Kiwi", beforeItem: "Kiwi") }, { try $0.moveItem("Kiwi", afterItem: "Kiwi") },
      { try $0.reloadItems(["Apple", "Kiwi"]) }, { try $0.reconfigureItems(["Apple", "Kiwi"]) },
    ]
    for edit in edits {
      let error = try error(edit)
      #expect(error.code == .unknownIdentity)
      #expect("\(error)" == "The item Kiwi is not in the snapshot. Append or insert it first, or leave it out.")
    }
  }

  @Test func unknownSectionsAreNamed() throws {
    let edits: [(inout Snapshot<String, String>) throws -> Void] = [
      { try $0.appendItems(["Fig"], toSection: "Nuts") },
      { try $0.insertSections(["Exotic"], beforeSection: "Nuts") },
      { try $0.insertSections(["Exotic"], afterSection: "Nuts") },
      { try $0.deleteSections(["Pome", "Nuts"]) },
      { try $0.moveSection("Nuts", beforeSection: "Pome") }, { try $0.moveSection("Pome", beforeSection: "Nuts") },
      { try $0.moveSection("Nuts", afterSection: "Pome") }, { try $0.moveSection("Pome", afterSection: "Nuts") },
      { try $0.moveSection("Nuts", beforeSection: "Nuts") }, { try $0.reloadSections(["Pome", "Nuts"]) },
    ]
    for edit in edits {
      let error = try error(edit)
      #expect(error.code == .unknownIdentity)
      #expect("\(error)" == "The section Nuts is not in the snapshot. Append or insert it first, or leave it out.")
    }
  }

  @Test func existingElementsAreNotAddedAgain() throws {
    let edits: [(inout Snapshot<String, String>) throws -> Void] = [
      { try $0.appendItems(["Fig", "Plum"]) }, { try $0.appendItems(["Plum"], toSection: "Stone") },
      { try $0.insertItems(["Plum"], beforeItem: "Plum") },
      { try $0.insertItems(["Fig", "Plum"], afterItem: "Apple") },
    ]
    for edit in edits {
      let error = try error(edit)
      #expect(error.code == .duplicateIdentity)
      #expect(error.message.hasPrefix("The item Plum is already in the snapshot."))
    }
    let sectionEdits: [(inout Snapshot<String, String>) throws -> Void] = [
      { try $0.appendSections(["Nuts", "Pome"]) }, { try $0.insertSections(["Pome"], beforeSection: "Pome") },
      { try $0.insertSections(["Nuts", "Pome"], afterSection: "Stone") },
    ]
    for edit in sectionEdits {
      let error = try error(edit)
      #expect(error.code == .duplicateIdentity)
      #expect(error.message.hasPrefix("The section Pome is already in the snapshot."))
    }
  }

  @Test func newElementsMustBeDistinct() throws {
    let edits: [(inout Snapshot<String, String>) throws -> Void] = [
      { try $0.appendItems(["Fig", "Date", "Fig"]) }, { try $0.insertItems(["Fig", "Fig"], beforeItem: "Apple") },
      { try $0.insertItems(["Fig", "Fig"], afterItem: "Apple") },
    ]
    for edit in edits {
      let error = try error(edit)
      #expect(error.code == .duplicateIdentity)
      #expect(error.message.hasPrefix("The item Fig occurs more than once."))
    }
    let sections = try error { try $0.appendSections(["Nuts", "Nuts"]) }
    #expect(sections.message.hasPrefix("The section Nuts occurs more than once."))
    for parts in [[("A", [1]), ("A", [2])], [("A", [1]), ("B", [2, 1])], [("A", [1, 1])]] {
      let error = #expect(throws: UpdateError.self) { try Snapshot(sections: parts) }
      #expect(error?.code == .duplicateIdentity)
      #expect(error?.message.contains("occurs more than once") == true)
    }
  }

  @Test func itemsNeedASection() throws {
    var snapshot = Snapshot<String, Int>()
    for items in [[1], []] {
      let error = #expect(throws: UpdateError.self) { try snapshot.appendItems(items) }
      #expect(error?.code == .noSection)
      #expect(error?.message == "There is no section to append items to. Append a section first.")
    }
    #expect(snapshot == Snapshot())
  }

  @Test func marksAreRemovedWithTheirIdentifiers() throws {
    var snapshot = try fruit()
    try snapshot.reloadItems(["Plum", "Apple", "Plum"])
    try snapshot.reconfigureItems(["Apple"])
    try snapshot.reloadSections(["Stone", "Pome"])
    // A move keeps marks, even to another section.
    try snapshot.moveItem("Plum", beforeItem: "Apple")
    try snapshot.moveSection("Stone", beforeSection: "Pome")
    #expect(snapshot.reloadedItemIdentifiers == ["Plum", "Apple"])
    #expect(snapshot.reconfiguredItemIdentifiers == ["Apple"])
    #expect(snapshot.reloadedSectionIdentifiers == ["Stone", "Pome"])
    // A reinserted item is new.
    try snapshot.deleteItems(["Plum"])
    try snapshot.appendItems(["Plum"])
    #expect(snapshot.reloadedItemIdentifiers == ["Apple"])
    try snapshot.reloadItems(["Plum"])
    #expect(snapshot.reloadedItemIdentifiers == ["Apple", "Plum"])
    try snapshot.deleteSections(["Pome"])
    #expect(snapshot.reloadedItemIdentifiers == ["Plum"])
    #expect(snapshot.reconfiguredItemIdentifiers == [])
    #expect(snapshot.reloadedSectionIdentifiers == ["Stone"])
    try snapshot.reconfigureItems(["Plum"])
    snapshot.deleteAllItems()
    #expect(snapshot == Snapshot())
    // All marks can be removed at once.
    snapshot = try fruit()
    try snapshot.reloadItems(["Plum"])
    try snapshot.reconfigureItems(["Apple"])
    try snapshot.reloadSections(["Citrus"])
    snapshot.removeAllMarks()
    #expect(try snapshot == fruit())
  }

  @Test func equalityIgnoresTheHistory() throws {
    var (left, right) = (try fruit(), try fruit())
    try left.moveItem("Peach", beforeItem: "Apple")
    #expect(left != right)
    try left.moveItem("Peach", afterItem: "Plum")
    try left.deleteItems(["Apple", "Pear"])
    #expect(left != right)
    try left.appendItems(["Apple", "Pear"], toSection: "Pome")
    #expect(left == right)
    try left.moveSection("Citrus", beforeSection: "Stone")
    #expect(left != right)
    try left.moveSection("Citrus", afterSection: "Stone")
    try left.reloadItems(["Apple", "Plum"])
    #expect(left != right)
    try right.reloadItems(["Plum", "Apple"])
    #expect(left != right, "the order of marking counts")
    try left.deleteItems(["Apple"])
    try right.deleteItems(["Apple"])
    #expect(left == right)
    try left.reconfigureItems(["Plum"])
    #expect(left != right)
    try right.reconfigureItems(["Plum"])
    try right.reloadSections(["Pome"])
    #expect(left != right)
    // The same items in other sections, and distributed differently.
    #expect(try Snapshot(sections: [("A", [1])]) != Snapshot(sections: [("B", [1])]))
    #expect(try Snapshot(sections: [("A", [1]), ("B", [2])]) != Snapshot(sections: [("A", [1, 2]), ("B", [])]))
  }

  @Test func copiesAreIndependent() throws {
    let snapshot = try fruit()
    var copy = snapshot
    try copy.appendItems(["Lemon"])
    try copy.deleteSections(["Pome"])
    copy.deleteAllItems()
    #expect(try snapshot == fruit())
  }

  @Test func slotsAreUsedAgain() throws {
    var snapshot = try fruit()
    for round in 0..<100 {
      try snapshot.insertSections(["\(round)"], beforeSection: "Stone")
      try snapshot.appendItems(["\(round)"], toSection: "Pome")
      try snapshot.deleteItems(["\(round)"])
      try snapshot.deleteSections(["\(round)"])
    }
    #expect(snapshot.contents.count == 4)
    #expect(snapshot.contents[0]?.order.leaves.count == 3)
    #expect(try snapshot == fruit())
  }
}
