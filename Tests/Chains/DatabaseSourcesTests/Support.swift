import Changesets
import DataSources
import DatabaseSources
import Foundation
import GRDB
import Testing

struct Fruit: FetchableRecord, PersistableRecord, Codable, Equatable, Sendable {
  static let databaseTableName = "fruit"

  var id: Int
  var name: String
  var family: String?
  var price = 0
}

/// A database file in its own folder, which is deleted with the object.
final class TestDatabase {
  let path: String
  let writer: any DatabaseWriter
  private let folder: URL

  init(pool: Bool = false, _ fruits: [Fruit] = [], trace: (@Sendable (String) -> Void)? = nil) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "database-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "fruits.sqlite").path()
    var configuration = Configuration()
    if let trace { configuration.prepareDatabase { $0.trace { trace("\($0)") } } }
    writer =
      pool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
    try writer.write { db in
      try db.execute(
        sql: """
          CREATE TABLE fruit \
          (id INTEGER PRIMARY KEY, name TEXT NOT NULL, family TEXT, price INTEGER NOT NULL DEFAULT 0);
          CREATE TABLE other (id INTEGER PRIMARY KEY);
          """)
      for fruit in fruits { try fruit.insert(db) }
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func execute(_ sql: String) throws { try writer.write { try $0.execute(sql: sql) } }

  func insert(_ fruit: Fruit) throws { try writer.write { try fruit.insert($0) } }

  /// Executes SQL in another process.
  func executeElsewhere(_ sql: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", "-bail", "-cmd", ".timeout 10000", path, sql]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}

let apple = Fruit(id: 1, name: "apple", family: "pome"), pear = Fruit(id: 2, name: "pear", family: "pome")
let plum = Fruit(id: 3, name: "plum", family: "stone"), kiwi = Fruit(id: 4, name: "kiwi")

extension FetchedQuery where Item == Fruit {
  /// All fruits, by name.
  static var byName: FetchedQuery { FetchedQuery(Fruit.order(Column("name"))) }
  /// The fruits of each family, by name. Those without a family come first.
  static var byFamily: FetchedQuery {
    FetchedQuery(Fruit.order(Column("family"), Column("name")), section: "family")
  }
}

extension DataSource<Fruit> {
  var names: [[String]] { itemsBySection.map { $0.map(\.name) } }
}

/// Records the batches of a source, and checks each against the states before and after it.
final class FruitLog {
  private(set) var batches: [UpdateBatch] = []
  private(set) var failures: [String] = []
  private var state: [SectionState<String?, Fruit>]
  private let updates: AsyncStream<Void>.Continuation
  private var iterator: AsyncStream<Void>.Iterator

  init(_ source: any DataSource<Fruit>) {
    let (stream, updates) = AsyncStream.makeStream(of: Void.self)
    self.updates = updates
    iterator = stream.makeAsyncIterator()
    state = source.sections
    _ = source.addObserver(self) { [unowned source] log, event in
      switch event {
      case .willUpdate: return
      case .didUpdate(let batch, _): log.check(batch, source.sections)
      case .didNotUpdate: log.check(UpdateBatch(), source.sections)
      }
      log.updates.yield()
    }
  }

  private func check(_ batch: UpdateBatch, _ new: [SectionState<String?, Fruit>]) {
    batches.append(batch)
    do {
      let replayed = try batch.applied(to: state.map(\.items), counts: new.map(\.items.count)) {
        new[$0.section].items[$0.item]
      }
      if replayed != new.map(\.items) { failures.append("\(batch) leads to \(replayed) and not to \(new)") }
      var updater = DeltaUpdater<ClosureMatching<Fruit, Int>>(id: \.id, content: ==)
      updater.matchesUnnamedSections = true
      let expected = updater.batch(from: state, to: new)
      if batch != expected, !batch.isReload { failures.append("\(batch) where \(expected) was expected") }
    } catch {
      failures.append("\(error)")
    }
    state = new
  }

  /// Waits for the next update, unless there is one that was not waited for yet.
  nonisolated(nonsending) func next() async { await iterator.next(isolation: #isolation) }
}

extension DataSource {
  /// The names of the sections.
  var sectionNames: [String?] { (0..<numberOfSections).map(name(ofSection:)) }
}
