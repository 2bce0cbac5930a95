import Snapshots
import Testing

/// Runs the examples of the documentation comments of snapshots. `DocumentationTests` of the architecture checks that
/// they are here as text.
@Suite struct SnapshotsCommentTests {
  private struct Fruit: Identifiable {
    var id: Int
  }

  @Test func aSnapshot() throws {
    let older = Snapshot<String, Int>()
    var snapshot = Snapshot<String, Int>()
    try snapshot.appendSections(["Apples", "Pears"])
    try snapshot.appendItems([1, 2, 3], toSection: "Apples")
    try snapshot.moveItem(3, beforeItem: 1)
    let batch = snapshot.difference(from: older)
    #expect(batch == UpdateBatch(sections: Edits(inserts: [0, 1])) && snapshot.itemIdentifiers == [3, 1, 2])
  }

  @Test func aTree() throws {
    let print = { (items: [String]) in #expect(items == ["Pome fruit", "Apple", "Pear", "Stone fruit"]) }
    var section = SectionSnapshot<String>()
    try section.append(["Pome fruit", "Stone fruit"])
    try section.append(["Apple", "Pear"], to: "Pome fruit")
    try section.expand(["Pome fruit"])
    print(section.visibleItems)  // ["Pome fruit", "Apple", "Pear", "Stone fruit"]
  }

  @MainActor @Test func snapshotsOfASequence() async throws {
    let fruits = DiffableDataSource<String, Fruit.ID>()
    var snapshot = fruits.snapshot()
    try snapshot.appendSections(["Pome fruits"])
    let (snapshots, continuation) = AsyncStream.makeStream(of: Snapshot<String, Fruit.ID>.self)
    let task =
      Task { await fruits.follow(snapshots) }  // on the main actor, if the chain is there
    continuation.yield(snapshot)  // from any thread
    continuation.finish()
    await task.value
    #expect(fruits.numberOfSections == 1)
  }
}
