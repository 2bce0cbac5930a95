import Changesets
import DataSources
import Messages
import TableViews
import TestKit
import Testing

/// What a table view can do with rows, as `UITableView` does.
private protocol RowTable: AnyObject {
  var numberOfSections: Int { get }
  func reloadData()
  func performBatchUpdates(_ updates: () -> Void)
  func deleteSections(_ sections: [Int])
  func insertSections(_ sections: [Int])
  func moveSection(_ section: Int, toSection newSection: Int)
  func reloadSections(_ sections: [Int])
  func deleteRows(at paths: [ItemPath])
  func insertRows(at paths: [ItemPath])
  func moveRow(at path: ItemPath, to newPath: ItemPath)
  func reconfigureRows(at paths: [ItemPath])
}

extension RowTable {
  /// Shows an update of the source that the table's data source reads.
  fileprivate func apply(_ batch: UpdateBatch) {
    if batch.isReload { return reloadData() }
    let batch = batch.normalized()
    performBatchUpdates {
      deleteSections(Array(batch.sections.deletes))
      insertSections(Array(batch.sections.inserts))
      for move in batch.sections.moves { moveSection(move.before, toSection: move.after) }
      // While sections come, go or move, table views refuse some moves of rows: these are removals and insertions.
      let movesRows = batch.sections.isEmpty
      deleteRows(at: Array(movesRows ? batch.items.deletes : batch.removals))
      insertRows(at: Array(movesRows ? batch.items.inserts : batch.insertions))
      for move in batch.items.moves where movesRows { moveRow(at: move.before, to: move.after) }
    }
    // Afterwards, because a row cannot be moved and updated at once, by the places that they have now.
    reloadSections(batch.sections.updates.map(\.after))
    reconfigureRows(at: batch.items.updates.map(\.after))
  }
}

/// A table view without a screen, which stores what each row shows, and checks each batch of updates as `UITableView`
/// does, with its messages. It never looks at a row that it was not told of.
private final class CheckedTable: RowTable {
  private typealias Shown = SectionState<String?, String>

  /// The data source.
  private let source: any DataSource<String>
  /// What is shown: `nil` until the data source is read for the first time.
  private var shown: [Shown]?
  /// The edits of the present batch.
  private var edits: (sections: Edits<Int>, rows: Edits<ItemPath>)?
  /// What `UITableView` would have stopped the app with.
  private(set) var exceptions: [String] = []
  var token: ObserverToken?

  init(_ source: any DataSource<String>) { self.source = source }

  /// What is on the screen.
  var rows: [[String]] { shown?.map(\.items) ?? [] }
  var headers: [String?] { shown?.map(\.value) ?? [] }

  var numberOfSections: Int {
    if shown == nil { reloadData() }
    return shown?.count ?? 0
  }

  func reloadData() {
    shown = (0..<source.numberOfSections).map { section in
      SectionState(
        source.name(ofSection: section),
        items: (0..<source.numberOfItems(inSection: section)).map { source.item(at: ItemPath(section, $0)) })
    }
  }

  func deleteSections(_ sections: [Int]) { edits?.sections.deletes += sections }
  func insertSections(_ sections: [Int]) { edits?.sections.inserts += sections }
  func moveSection(_ section: Int, toSection newSection: Int) {
    edits?.sections.moves += [PlacePair(section, newSection)]
  }
  func deleteRows(at paths: [ItemPath]) { edits?.rows.deletes += paths }
  func insertRows(at paths: [ItemPath]) { edits?.rows.inserts += paths }
  func moveRow(at path: ItemPath, to newPath: ItemPath) { edits?.rows.moves += [PlacePair(path, newPath)] }

  func reloadSections(_ sections: [Int]) {
    for section in sections { shown?[section].value = source.name(ofSection: section) }
  }

  func reconfigureRows(at paths: [ItemPath]) {
    for path in paths { shown?[path.section].items[path.item] = source.item(at: path) }
  }

  func performBatchUpdates(_ updates: () -> Void) {
    // A table view that has not read the counts before does so now, and is told of changes that it has read already.
    if shown == nil { reloadData() }
    edits = (Edits(), Edits())
    updates()
    guard let (sections, rows) = edits, let old = shown else { return }
    edits = nil
    let counts = (0..<source.numberOfSections).map { source.numberOfItems(inSection: $0) }
    if let exception = exception(sections, rows, old, counts) {
      exceptions.append(exception)
      return reloadData()
    }
    perform(sections, rows, on: old, counts)
  }

  // MARK: - Checks

  private func exception(
    _ sections: Edits<Int>, _ rows: Edits<ItemPath>, _ old: [Shown], _ counts: [Int]
  ) -> String? {
    for section in sections.deletes where section >= old.count {
      return "attempt to delete section \(section), but there are only \(old.count) sections before the update"
    }
    for section in sections.inserts where section >= counts.count {
      return "attempt to insert section \(section) but there are only \(counts.count) sections after the update"
    }
    guard old.count - sections.deletes.count + sections.inserts.count == counts.count else {
      return """
        Invalid update: invalid number of sections. The number of sections contained in the table view after the update \
        (\(counts.count)) must be equal to the number of sections contained in the table view before the update \
        (\(old.count)), plus or minus the number of sections inserted or deleted (\(sections.inserts.count) inserted, \
        \(sections.deletes.count) deleted).
        """
    }
    for path in rows.deletes where path.section >= old.count || path.item >= old[path.section].items.count {
      let count = path.section < old.count ? old[path.section].items.count : 0
      return """
        attempt to delete row \(path.item) from section \(path.section) which only contains \(count) rows before the update
        """
    }
    for path in rows.inserts where path.section >= counts.count || path.item >= counts[path.section] {
      let count = path.section < counts.count ? counts[path.section] : 0
      return """
        attempt to insert row \(path.item) into section \(path.section), but there are only \(count) rows in section \
        \(path.section) after the update
        """
    }
    let deleted = Set(rows.deletes)
    for move in rows.moves where deleted.contains(move.before) {
      return "attempt to perform a delete and a move from the same index path (\(move.before))"
    }
    if !sections.deletes.isEmpty || !sections.inserts.isEmpty || !sections.moves.isEmpty, !rows.moves.isEmpty {
      return "cannot move a row out of or into a section that is edited"
    }
    for (before, after) in survivors(sections, old.count, counts.count) {
      let inserted = rows.inserts.count { $0.section == after }, gone = rows.deletes.count { $0.section == before }
      let movedIn = rows.moves.count { $0.after.section == after && $0.before.section != before }
      let movedOut = rows.moves.count { $0.before.section == before && $0.after.section != after }
      let count = old[before].items.count
      if count + inserted - gone + movedIn - movedOut != counts[after] {
        return """
          Invalid update: invalid number of rows in section \(after). The number of rows contained in an existing section \
          after the update (\(counts[after])) must be equal to the number of rows contained in that section before the \
          update (\(count)), plus or minus the number of rows inserted or deleted from that section (\(inserted) inserted, \
          \(gone) deleted) and plus or minus the number of rows moved into or out of that section (\(movedIn) moved in, \
          \(movedOut) moved out).
          """
      }
    }
    return nil
  }

  /// The indexes of the sections that stay or move, before and after.
  private func survivors(_ sections: Edits<Int>, _ before: Int, _ after: Int) -> [(before: Int, after: Int)] {
    let moved = Dictionary(uniqueKeysWithValues: sections.moves.map { ($0.before, $0.after) })
    let (deleted, inserted) = (Set(sections.deletes), Set(sections.inserts).union(moved.values))
    let staying = (0..<before).filter { !deleted.contains($0) && moved[$0] == nil }
    return Array(zip(staying, (0..<after).filter { !inserted.contains($0) })) + moved.map { ($0.key, $0.value) }
  }

  // MARK: - Performing

  private func perform(_ sections: Edits<Int>, _ rows: Edits<ItemPath>, on old: [Shown], _ counts: [Int]) {
    var new = counts.map { Shown(nil, items: Array(repeating: "", count: $0)) }
    let target = Dictionary(uniqueKeysWithValues: survivors(sections, old.count, counts.count))
    let fresh = Set(counts.indices).subtracting(target.values)
    for section in fresh {
      new[section] = Shown(
        source.name(ofSection: section), items: (0..<counts[section]).map { source.item(at: ItemPath(section, $0)) })
    }
    let leaving = Set(rows.deletes).union(rows.moves.map(\.before))
    let arriving = Set(rows.inserts).union(rows.moves.map(\.after))
    for (before, after) in target {
      new[after].value = old[before].value
      let staying = old[before].items.indices.filter { !leaving.contains(ItemPath(before, $0)) }
      let free = (0..<counts[after]).filter { !arriving.contains(ItemPath(after, $0)) }
      for (item, place) in zip(staying, free) { new[after].items[place] = old[before].items[item] }
    }
    for path in rows.inserts { new[path.section].items[path.item] = source.item(at: path) }
    for move in rows.moves {
      new[move.after.section].items[move.after.item] = old[move.before.section].items[move.before.item]
    }
    shown = new
  }
}

/// Runs the examples of the article on table views of UIKit, with a table view that checks updates as UIKit does.
@Suite struct TableViewDocumentationTests {
  /// A controller of a table view, as in an app.
  private final class Controller {
    let list: any DataSource<String>
    let table: CheckedTable
    private var token: ObserverToken?

    init(_ list: any DataSource<String>) {
      self.list = list
      table = CheckedTable(list)
      observe()
    }

    private func observe() {
      token = list.addObserver(table) { table, event in
        switch event {
        case .willUpdate: _ = table.numberOfSections  // the table view reads its data source, if it has not yet
        case .didUpdate(let batch, _): table.apply(batch)
        case .didNotUpdate: break
        }
      }
    }

    func didSelectRow(at path: ItemPath) throws { try list.send(.didSelectItem, path) }
    func heightForRow(at path: ItemPath) throws -> Double? { try list.send(.heightOfRow, path) }
    func canEditRow(at path: ItemPath) throws -> Bool { try list.send(.canEditItem, path) }
    func delete(at path: ItemPath) throws { try list.send(.commitEdit, EditCommit(.delete, at: path)) }
    func target(ofMoveFrom path: ItemPath, to proposed: ItemPath) throws -> ItemPath {
      try list.send(.targetOfMove, ItemMove(from: path, to: proposed)).path
    }
  }

  @Test func aTableViewFollowsAChain() throws {
    let fruits = ArraySource(["apple", "fig", "lime"], name: "Fruits"), nuts = ArraySource(["pecan"], name: "Nuts")
    let found = fruits.applying(.filter { fruit, text in fruit.contains(text) })
    let controller = Controller(Transform(of: [found, nuts], by: .concatenate()))
    let table = controller.table
    fruits.insert("kiwi", at: 1)
    #expect(table.rows == [["apple", "kiwi", "fig", "lime"], ["pecan"]])
    found.configure { $0.filterText = "i" }
    #expect(table.rows[0] == ["kiwi", "fig", "lime"])
    fruits.transaction {
      fruits.move(from: 3, to: 0)
      fruits.update("figs", at: 2)
      nuts.rename("Some nuts")
    }
    #expect(table.rows[0] == found.items && table.headers == ["Fruits", "Some nuts"])
    #expect(table.exceptions.isEmpty)
  }

  @Test func aDelegateIsAskedByTheOwnersOfRows() throws {
    let fruits = ArraySource(["apple", "fig", "lime"]), nuts = ArraySource(["pecan"])
    var selected: [String] = []
    fruits.on(.didSelectItem) { fruits, path in selected.append(fruits.item(at: path)) }
    fruits.on(.heightOfRow) { _, path in Double(path.item) }
    fruits.on(.canEditItem) { _, _ in true }
    fruits.on(.commitEdit) { fruits, commit in fruits.remove(at: commit.path.item) }
    let controller = Controller(Transform(of: [nuts, fruits.applying(.reverse())], by: .concatenate()))
    try controller.didSelectRow(at: ItemPath(1, 0))
    #expect(selected == ["lime"])
    #expect(try controller.heightForRow(at: ItemPath(1, 0)) == 2 && controller.heightForRow(at: ItemPath(0, 0)) == nil)
    #expect(try controller.canEditRow(at: ItemPath(1, 1)) && !controller.canEditRow(at: ItemPath(0, 0)))
    try controller.delete(at: ItemPath(1, 2))
    #expect(controller.table.rows == [["pecan"], ["lime", "fig"]])
    #expect(try controller.target(ofMoveFrom: ItemPath(1, 0), to: ItemPath(1, 1)) == ItemPath(1, 1))
  }

  /// A batch with wrong counts stops an app with this message.
  @Test func theChecksAreThoseOfUIKit() {
    let source = ArraySource(["a", "b"])
    let table = CheckedTable(source)
    #expect(table.numberOfSections == 1)
    source.append("c")
    table.apply(UpdateBatch())
    table.apply(UpdateBatch(items: Edits(deletes: [ItemPath(0, 5)])))
    #expect(
      table.exceptions == [
        """
        Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section after \
        the update (3) must be equal to the number of rows contained in that section before the update (2), plus or \
        minus the number of rows inserted or deleted from that section (0 inserted, 0 deleted) and plus or minus the \
        number of rows moved into or out of that section (0 moved in, 0 moved out).
        """,
        "attempt to delete row 5 from section 0 which only contains 3 rows before the update",
      ])
    table.apply(UpdateBatch(sections: Edits(inserts: [0])))
    #expect(
      table.exceptions.last == """
        Invalid update: invalid number of sections. The number of sections contained in the table view after the update \
        (1) must be equal to the number of sections contained in the table view before the update (1), plus or minus \
        the number of sections inserted or deleted (1 inserted, 0 deleted).
        """)
    // The messages are those of `validate`.
    let error = #expect(throws: UpdateError.self) { try UpdateBatch().validate(before: [2], after: [3]) }
    #expect(error?.message.hasPrefix(table.exceptions[0].dropLast()) == true)
  }

  @Test(arguments: Seeds.fixed(8, fresh: 4)) func everyUpdateOfAChainPasses(_ seed: UInt64) throws {
    var random = Seeds.generator(seed)
    func number(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }
    var next = 0
    func fruit() -> String {
      next += 1
      return "\(["a", "b", "c"][number(3)])\(next)"
    }
    let shelves = SectionedArraySource<String>([])
    let bowl = ArraySource<String>(name: "bowl")
    let found = shelves.applying(.filter { fruit, text in text.isEmpty || fruit.hasPrefix(text) })
    let all = Transform(of: [found, bowl], by: .concatenate())
    let chains: [any DataSource<String>] = [
      all, all.applying(.sort { $0 < $1 }), all.applying(.group { String($0.prefix(1)) }),
      found.applying(.removeEmptySections()), found.applying(.flatten()),
      found.applying(.reverse(reversesSections: true)), Transform(of: [bowl, shelves], by: .showPlaceholder()),
    ]
    let controllers = chains.map(Controller.init)
    // The numbers of items after the edits so far, as sources show the state before until a transaction ends.
    var counts: [Int] = [], bowlCount = 0

    func edit(_ step: Int) {
      let section = number(counts.count)
      let count = counts.isEmpty ? 0 : counts[section]
      switch number(10) {
      case 0, 1:
        let items = (0..<number(4)).map { _ in fruit() }, place = number(counts.count + 1)
        shelves.insertSection(SectionState("s\(step)", items: items), at: place)
        counts.insert(items.count, at: place)
      case 2 where !counts.isEmpty:
        shelves.removeSection(at: section)
        counts.remove(at: section)
      case 3 where !counts.isEmpty:
        let target = number(counts.count)
        shelves.moveSection(from: section, to: target)
        counts.insert(counts.remove(at: section), at: target)
      case 4 where !counts.isEmpty: shelves.renameSection(at: section, "renamed \(step)")
      case 5 where count > 0:
        shelves.remove(at: ItemPath(section, number(count)))
        counts[section] -= 1
      case 6 where count > 0: shelves.update(fruit(), at: ItemPath(section, number(count)))
      case 7 where count > 0:
        let from = ItemPath(section, number(count)), target = number(counts.count)
        counts[section] -= 1
        shelves.move(from: from, to: ItemPath(target, number(counts[target] + 1)))
        counts[target] += 1
      case 8:
        if bowlCount > 0, number(2) == 0 {
          bowl.remove(at: 0)
          bowlCount -= 1
        } else {
          bowl.insert(fruit(), at: 0)
          bowlCount += 1
        }
      default:
        guard !counts.isEmpty else { return }
        shelves.insert(fruit(), at: ItemPath(section, number(count + 1)))
        counts[section] += 1
      }
    }

    for step in 0..<40 {
      shelves.transaction { for _ in 0..<1 + number(4) { edit(step) } }
      if number(5) == 0 { found.configure { [text = ["", "a", "b"][number(3)]] in $0.filterText = text } }
      for (index, controller) in controllers.enumerated() {
        let (table, list) = (controller.table, controller.list)
        // A table view on a screen has read its data source.
        _ = table.numberOfSections
        guard table.exceptions.isEmpty, table.rows == list.itemsBySection,
          table.headers == (0..<list.numberOfSections).map(list.name(ofSection:))
        else {
          Issue.record(
            "seed \(seed), step \(step), chain \(index): \(table.rows), \(list.itemsBySection), \(table.exceptions)")
          return
        }
      }
    }
  }
}
