import GRDB
import Rendering

/// What the encyclopedia is about: a row of the database, with an article of its own.
struct Fruit: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord, DocumentObject {
  static let databaseTableName = "fruit"

  /// What tells it from all others.
  var name: String
  /// The section that it is listed in.
  var family: String
  /// What there is to say.
  var note: String

  var title: String { name }
  var objectID: ObjectID { ObjectID(collection: "fruits", key: name) }

  /// Whether a search finds it.
  func matches(_ text: String) -> Bool { text.isEmpty || name.lowercased().contains(text.lowercased()) }
}

extension Fruit {
  /// What there is at first.
  static let samples = [
    Fruit(name: "Cranberry", family: "Berries", note: "Bounces when it is ripe."),
    Fruit(name: "Raspberry", family: "Berries", note: "Comes off its core."),
    Fruit(name: "Strawberry", family: "Berries", note: "Wears its seeds outside."),
    Fruit(name: "Lemon", family: "Citrus", note: "Sour all over."),
    Fruit(name: "Orange", family: "Citrus", note: "Named the colour."),
    Fruit(name: "Cherry", family: "Stone fruits", note: "Comes in pairs."),
    Fruit(name: "Plum", family: "Stone fruits", note: "Dries to a prune."),
  ]
}
