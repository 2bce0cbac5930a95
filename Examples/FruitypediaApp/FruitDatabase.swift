import Foundation
import GRDB

/// The fruits in a database file, which goes with this object, and the changes that were made to them.
final class FruitDatabase {
  /// Where the file is.
  let path: String
  /// What reads and writes the file.
  let writer: DatabaseQueue
  private let folder: URL
  private var history: [Change] = []

  /// What became of one fruit.
  struct Change {
    var name: String
    /// The fruit as it was; nothing for a new one.
    var before: Fruit?
    /// The fruit as it is now; nothing for one that is gone.
    var after: Fruit?

    static func adding(_ fruit: Fruit) -> Self { Change(name: fruit.name, before: nil, after: fruit) }
    static func removing(_ fruit: Fruit) -> Self { Change(name: fruit.name, before: fruit, after: nil) }
    static func rewriting(_ fruit: Fruit, note: String) -> Self {
      Change(name: fruit.name, before: fruit, after: Fruit(name: fruit.name, family: fruit.family, note: note))
    }

    /// The change that takes this one back.
    var inverse: Self { Change(name: name, before: after, after: before) }
  }

  /// Makes a file with some fruits in a folder of its own.
  init(_ fruits: [Fruit] = Fruit.samples) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fruitypedia-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "fruits.sqlite").path()
    writer = try DatabaseQueue(path: path)
    try writer.write { db in
      try db.execute(sql: "CREATE TABLE fruit (name TEXT PRIMARY KEY, family TEXT NOT NULL, note TEXT NOT NULL)")
      for fruit in fruits { try fruit.insert(db) }
    }
  }

  deinit {
    try? writer.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Makes a change, which can be undone.
  func make(_ change: Change, in db: Database) throws {
    try write(change, in: db)
    history.append(change)
  }

  /// Takes the latest change back that was not yet; nothing happens where there is none.
  func undo(in db: Database) throws {
    guard let change = history.last else { return }
    try write(change.inverse, in: db)
    history.removeLast()
  }

  private func write(_ change: Change, in db: Database) throws {
    guard try Fruit.fetchOne(db, key: change.name) == change.before else { throw OutdatedChange(name: change.name) }
    if let fruit = change.after { try fruit.save(db) } else { try Fruit.deleteOne(db, key: change.name) }
  }
}

/// Somebody else changed a fruit meanwhile.
struct OutdatedChange: Error, CustomStringConvertible {
  var name: String
  var description: String { "“\(name)” was changed by somebody else; look at it again" }
}
