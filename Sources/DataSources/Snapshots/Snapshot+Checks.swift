import Changesets

/// What is checked before a snapshot is changed.
extension Snapshot {
  func handle(ofSection section: Section) throws -> RankTree.Handle {
    guard let handle = sectionHandles[section] else { throw UpdateError.unknown("section", section) }
    return handle
  }

  func place(ofItem item: Item) throws -> Place {
    guard let place = places[item] else { throw UpdateError.unknown("item", item) }
    return place
  }

  func requireKnown(items: [Item]) throws {
    for item in items { _ = try place(ofItem: item) }
  }

  func requireKnown(sections: [Section]) throws {
    for section in sections { _ = try handle(ofSection: section) }
  }

  func requireNew(items: [Item]) throws {
    try requireNewIdentifiers(items, kind: "item") { places[$0] != nil }
  }

  func requireNew(sections: [Section]) throws {
    try requireNewIdentifiers(sections, kind: "section") { sectionHandles[$0] != nil }
  }
}
