import Changesets
import DataSources
import Snapshots
import TestKit
import Testing

/// Compares the snapshot with its model: every edit of every small state, and long random sequences.
@Suite struct SnapshotModelTests {
  /// Performs an edit on both, and compares the results, errors included.
  private func perform(
    _ edit: SnapshotModel.Edit, on snapshot: inout Snapshot<String, Int>, and model: inout SnapshotModel,
    context: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var (code, expected): (UpdateError.Code?, UpdateError.Code?)
    do { try model.perform(edit) } catch { expected = (error as? UpdateError)?.code }
    do { try snapshot.perform(edit) } catch { code = (error as? UpdateError)?.code }
    #expect(code == expected, "\(edit), \(context())", sourceLocation: sourceLocation)
    let differences = snapshot.differences(from: model)
    #expect(differences.isEmpty, "\(differences.prefix(3)) after \(edit), \(context())", sourceLocation: sourceLocation)
  }

  @Test func everyEditOfSmallStates() throws {
    for shape in smallShapes(3) {
      var model = SnapshotModel()
      for (index, items) in shape.enumerated() { model.parts.append(.init(section: "\(index)", items: items)) }
      var snapshot = try Snapshot(sections: model.parts.map { ($0.section, $0.items) })
      // Everything is marked, last first.
      try snapshot.reloadItems(model.items.reversed())
      try snapshot.reconfigureItems(model.items.reversed())
      try snapshot.reloadSections(model.sections.reversed())
      model.reloadedItems = model.items.reversed()
      model.reconfiguredItems = model.items.reversed()
      model.reloadedSections = model.sections.reversed()
      #expect(snapshot.differences(from: model) == [])
      // One item and one section that do not exist.
      for edit in edits(items: Array(0...model.items.count), sections: (0...shape.count).map(String.init)) {
        var (snapshot, model) = (snapshot, model)
        perform(edit, on: &snapshot, and: &model, context: "\(shape)")
      }
      #expect(snapshot.differences(from: model) == [], "copies were edited")
    }
  }

  /// Every edit with up to two arguments, and new items from 10 and sections from "A".
  private func edits(items: [Int], sections: [String]) -> [SnapshotModel.Edit] {
    var edits: [SnapshotModel.Edit] = [.deleteAllItems]
    let itemLists = [[]] + items.map { [$0] } + items.flatMap { first in items.map { [first, $0] } }
    let sectionLists = [[]] + sections.map { [$0] } + sections.flatMap { first in sections.map { [first, $0] } }
    for list in itemLists { edits += [.deleteItems(list), .reloadItems(list), .reconfigureItems(list)] }
    for list in sectionLists { edits += [.deleteSections(list), .reloadSections(list)] }
    for list in [[], [10], [10, 11, 12], [10, 11, 10], [10, 0]] {
      for section in [nil] + sections { edits.append(.appendItems(list, section)) }
      for item in items { edits += [.insertItems(list, before: item), .insertItemsAfter(list, item)] }
    }
    for list in [[], ["A"], ["A", "B", "C"], ["A", "B", "A"], ["A", "0"]] {
      edits.append(.appendSections(list))
      for section in sections {
        edits += [.insertSections(list, before: section), .insertSectionsAfter(list, section)]
      }
    }
    for first in items {
      for second in items { edits += [.moveItem(first, before: second), .moveItemAfter(first, second)] }
    }
    for first in sections {
      for second in sections { edits += [.moveSection(first, before: second), .moveSectionAfter(first, second)] }
    }
    return edits
  }

  @Test(arguments: Seeds.fixed(2, fresh: 1)) func randomEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var snapshot = Snapshot<String, Int>()
    var model = SnapshotModel()
    // Few identifiers cause many errors, many cause long sections.
    let items = seed.isMultiple(of: 2) ? 12 : 400
    for step in 0..<250 {
      perform(
        randomEdit(items: items, using: &random), on: &snapshot, and: &model, context: "seed \(seed), step \(step)")
    }
    let sections = model.parts.map { ($0.section, $0.items) }
    var rebuilt = try Snapshot(sections: sections)
    try rebuilt.reloadSections(model.reloadedSections)
    try rebuilt.reloadItems(model.reloadedItems)
    try rebuilt.reconfigureItems(model.reconfiguredItems)
    #expect(snapshot == rebuilt, "seed \(seed)")
  }

  private func randomEdit(items: Int, using random: inout SeededGenerator) -> SnapshotModel.Edit {
    func item() -> Int { .random(in: 0..<items, using: &random) }
    func list() -> [Int] { (0..<Int.random(in: 0...items / 6, using: &random)).map { _ in item() } }
    func run() -> [Int] {
      let first = item()
      return Array(first..<first + Int.random(in: 1...items / 4, using: &random))
    }
    func section() -> String { String("ABCDEF".randomElement(using: &random) ?? "A") }
    func sections() -> [String] { (0..<Int.random(in: 0...2, using: &random)).map { _ in section() } }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<10: return .appendItems(run(), Bool.random(using: &random) ? section() : nil)
    case 10..<18: return .insertItems(run(), before: item())
    case 18..<26: return .insertItemsAfter(run(), item())
    case 26..<34: return .deleteItems([item()])
    case 34..<36: return .deleteItems(list())
    case 36: return .deleteAllItems
    case 37..<47: return .moveItem(item(), before: item())
    case 47..<57: return .moveItemAfter(item(), item())
    case 57..<63: return .reloadItems([item()])
    case 63..<69: return .reconfigureItems([item()])
    case 69..<74: return .appendSections(sections())
    case 74..<79: return .insertSections(sections(), before: section())
    case 79..<84: return .insertSectionsAfter(sections(), section())
    case 84..<87: return .deleteSections(sections())
    case 87..<91: return .moveSection(section(), before: section())
    case 91..<95: return .moveSectionAfter(section(), section())
    default: return .reloadSections(sections())
    }
  }
}
