import Cells
import Changesets
import DataSources
import DatabaseSources
import DocumentModel
import Foundation
import GRDB
import Messages
import Rendering
import Testing

@testable import FruitypediaApp

/// The facts that matter about the encyclopedia, one by one.
@MainActor @Suite struct EncyclopediaTests {
  private let encyclopedia: Encyclopedia
  private var document: Document<Fruit> { encyclopedia.document }

  init() throws { encyclopedia = try Encyclopedia(FruitDatabase()) }

  private func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

  private func happen(_ events: Event...) throws {
    for event in events { try event.happen(to: encyclopedia) }
  }

  /// What stands in the document: the sections, and the texts of their cells.
  private var shown: [String] {
    (0..<document.numberOfSections).flatMap { section in
      ["# \(document.cells.name(ofSection: section) ?? "")"]
        + (0..<document.cells.numberOfItems(inSection: section)).map { item in
          let cell = document.existingCell(at: path(section, item))
          return "\(cell?.title ?? "no cell") \(cell?.body.blocks.plainText ?? "")"
        }
    }
  }

  /// What stands in the file, as another program sees it.
  private func stored() throws -> [Fruit] {
    let connection = try DatabaseQueue(path: encyclopedia.database.path)
    return try connection.read { try Fruit.order(Column("family"), Column("name")).fetchAll($0) }
  }

  // MARK: - Who hears what

  @Test func aFruitsCellsHearOfTheirOwnPath() throws {
    try happen(.search("r"), .select(path(0, 3)), .select(path(1, 0)))
    #expect(
      encyclopedia.heard == [
        Heard(source: "FruitCells", selector: "catalog:didSelectItemAtPath:", path: path(0, 2)),
        Heard(source: "FruitCells", selector: "catalog:didSelectItemAtPath:", path: path(1, 0)),
      ])
    #expect(encyclopedia.article?.title == "Orange")
    #expect(encyclopedia.article?.article?.body.blocks.plainText.contains("Named the colour.") == true)
  }

  @Test func theDatabasesFruitsHearOfTheirOwnPath() throws {
    try happen(.search("r"), .delete(path(1, 0)))
    let heard = Heard(
      source: "FetchedResults", selector: "catalog:commitEditingStyle:forItemAtPath:", path: path(1, 1))
    #expect(encyclopedia.heard == [heard])
    #expect(try !stored().contains { $0.name == "Orange" })
  }

  @Test func theBannerHearsOfItsOwnPathAndCannotBeDeleted() throws {
    let banner = document.existingCell(at: path(0, 2))
    try happen(.select(path(0, 2)), .delete(path(0, 2)))
    #expect(
      encyclopedia.heard == [
        Heard(source: "BannerCells", selector: "catalog:didSelectItemAtPath:", path: path(0, 0))
      ])
    #expect(document.existingCell(at: path(0, 2)) === banner)
    #expect(banner?.title == "Eat them fresh!")
  }

  @Test func whatWasTypedIsAdded() throws {
    try happen(.search("kiwi"))
    #expect(shown == ["# Nothing found", "Add “kiwi” "])
    try happen(.select(path(0, 0)))
    #expect(
      encyclopedia.heard == [Heard(source: "AddCells", selector: "catalog:didSelectItemAtPath:", path: path(0, 0))])
    #expect(shown == ["# New", "kiwi Nobody knows yet."])
    #expect(try stored().contains { $0.name == "kiwi" })
  }

  @Test func nothingIsAddedThatHasNoName() throws {
    let empty = try Encyclopedia(FruitDatabase([]))
    try Event.select(path(0, 0)).happen(to: empty)
    #expect(empty.heard.count == 1 && empty.fruits.isEmpty)
  }

  // MARK: - What becomes of the document and the database

  @Test func theFileHoldsWhatIsShown() throws {
    for event in Event.script {
      try happen(event)
      #expect(try encyclopedia.fruits.items.sorted { $0.name < $1.name } == stored().sorted { $0.name < $1.name })
      let texts = Set(shown)
      for fruit in try stored() where fruit.matches(encyclopedia.found.mapping.filterText) {
        #expect(texts.contains("\(fruit.name) \(fruit.note)"), "\(fruit) after \(event)")
      }
      #expect(!shown.contains { $0.hasPrefix("no cell") })
    }
  }

  @Test func whatIsUndoneIsAsItWas() throws {
    try happen(.search("kiwi"), .select(path(0, 0)), .search(""))
    let changes: [Event] = [.delete(path(0, 3)), .rewrite(path(1, 1), "Orange."), .delete(path(2, 0))]
    var states: [([String], [Fruit])] = []
    for change in changes {
      states.append((shown, try stored()))
      try happen(change)
    }
    for (texts, fruits) in states.reversed() {
      #expect(shown != texts)
      try happen(.undo)
      #expect(shown == texts)
      #expect(try stored() == fruits)
    }
    try happen(.undo)
    #expect(try stored() == Fruit.samples)
    try happen(.undo)
    #expect(try stored() == Fruit.samples, "there is nothing left to undo")
  }

  @Test func aFruitThatIsEditedKeepsItsCell() throws {
    let cell = document.existingCell(at: path(1, 0))
    try happen(.rewrite(path(1, 0), "Not sweet."))
    #expect(document.existingCell(at: path(1, 0)) === cell)
    #expect(cell?.body.blocks.plainText == "Not sweet.")
  }

  @Test func observersHearWhetherToAnimate() throws {
    let told = Told(document.display.link)
    try happen(.delete(path(1, 0)), .animate(false), .undo, .search("r"), .animate(true), .search(""))
    #expect(told.animated == [true, false, false, true])
  }

  @Test func aReloadIsComparedWithWhatWasShown() throws {
    let told = Told(document.display.link)
    let plum = document.existingCell(at: path(2, 1))
    try happen(.sort(isDescending: true))
    #expect(told.batches.count == 1)
    #expect(told.batches.first?.items.moves.count == 4 && told.batches.first?.count == 4)
    #expect(document.existingCell(at: path(2, 0)) === plum)
  }

  @Test func whatSomebodyElseChangedIsNotOverwritten() throws {
    let other = try DatabaseQueue(path: encyclopedia.database.path)
    try other.write { try $0.execute(sql: "UPDATE fruit SET note = 'Yellow.' WHERE name = 'Lemon'") }
    let error = #expect(throws: MessageError.self) { try happen(.delete(path(1, 0))) }
    #expect(error?.code == .failed && error?.underlying is OutdatedChange)
    #expect(error?.route.map(\.name).last == "FetchedResults")
    #expect(try stored().contains { $0.note == "Yellow." })
    try happen(.undo)
    #expect(try stored().contains { $0.note == "Yellow." }, "what failed is not there to be undone")
  }

  @Test func whatSomebodyElseChangedIsShownByItself() async throws {
    let told = Told(document.display.link)
    encyclopedia.fruits.pollingInterval = .milliseconds(2)
    let other = try DatabaseQueue(path: encyclopedia.database.path)
    try await other.write { try $0.execute(sql: "UPDATE fruit SET note = 'Yellow.' WHERE name = 'Lemon'") }
    await told.next()
    #expect(shown.contains("Lemon Yellow."))
    try await encyclopedia.database.writer.write { _ = try Fruit.deleteOne($0, key: "Lemon") }
    await told.next()
    #expect(!shown.contains { $0.hasPrefix("Lemon") })
    #expect(told.animated == [true, true])
  }

  @Test func theFileGoesWithItsDatabase() throws {
    var database: FruitDatabase? = try FruitDatabase()
    let path = try #require(database?.path)
    #expect(FileManager.default.fileExists(atPath: path))
    database = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

/// What a link told, without updates that came to nothing.
private final class Told {
  private(set) var batches: [UpdateBatch] = []
  private(set) var animated: [Bool] = []
  private let updates: AsyncStream<Void>.Continuation
  private var iterator: AsyncStream<Void>.Iterator

  init(_ link: ChainLink) {
    let (stream, updates) = AsyncStream.makeStream(of: Void.self)
    self.updates = updates
    iterator = stream.makeAsyncIterator()
    link.addObserver(self) { told, event in
      guard case .didUpdate(let batch, let animated) = event, !batch.isEmpty else { return }
      told.batches.append(batch)
      told.animated.append(animated)
      told.updates.yield()
    }
  }

  /// Waits for the next update that was not waited for yet.
  nonisolated(nonsending) func next() async { await iterator.next(isolation: #isolation) }
}
