import Cells
import Changesets
import DataSources
import Fingerprints
import OrderedTrees

/// The objects that have pages, in the order of their pages: what is known of each without asking it again.
///
/// An object has a number as long as it is there, by which everything else in the plan refers to it. Where it stands is counted when
/// somebody asks.
struct PlannedObjects: Sendable {
  /// An object that has a page.
  struct Object: Sendable {
    /// What people call it.
    var title: String
    /// What its cells may show; nil where it does not know.
    var content: Fingerprint?
    /// That of the identity alone.
    var identity: Fingerprint
    /// The number of its collection.
    let collection: Int32
    /// The hash of its key's plain slug.
    let slugHash: UInt64
    /// The name of its page's file, without its ending.
    var name: String
    /// The first section of the main listing that shows it; nil where none does.
    var section: Int32?
    /// All that its page may show; nil where it is not known.
    var ingredients: Fingerprint?
    /// Whether its page has been described.
    var isDescribed = false
  }

  /// Where the objects stand.
  struct Places: Sendable {
    /// The objects, in order.
    fileprivate(set) var order = RankTree()
    /// The number of objects in each section of their source.
    fileprivate(set) var counts = SectionCounts()

    /// Where an object stands in its source.
    func path(of object: Int32) -> ItemPath? {
      counts.section(at: order.rank(of: PlannedObjects.handle(of: object)))
        .map { ItemPath(section: $0.section, item: $0.item) }
    }

    /// Whether an object stands before another.
    func precedes(_ object: Int32, _ other: Int32) -> Bool {
      order.precedes(PlannedObjects.handle(of: object), PlannedObjects.handle(of: other))
    }
  }

  /// The objects by their numbers; those that have gone are still there.
  private(set) var table: [Object] = []
  /// For each kind of cells, what those that show the objects follow from, by number; zero where only the cells themselves tell.
  private(set) var origins: [[Fingerprint]]
  private(set) var places = Places()
  /// Where their pages are.
  var addresses: PlannedAddresses

  /// Creates a list of no objects.
  ///
  /// - Parameter kinds: The number of kinds of cells.
  init(kinds: Int, addresses: PlannedAddresses) {
    origins = Array(repeating: [], count: kinds)
    self.addresses = addresses
  }

  var count: Int { places.order.count }
  /// The numbers of all objects, in places.order.
  var numbers: [Int32] { places.order.map { Int32($0.offset) } }

  func object(at path: PagePath) -> Int32? { addresses.object(at: path) { self[$0].name } }

  subscript(object: Int32) -> Object {
    _read { yield table[Int(object)] }
    _modify { yield &table[Int(object)] }
  }

  /// The number of the object that stands at a place.
  func number(at index: Int) -> Int32? { places.order.handle(at: index).map { Int32($0.offset) } }

  /// Where an object stands.
  private func index(of object: Int32) -> Int { places.order.rank(of: Self.handle(of: object)) }

  func contains(_ object: Int32) -> Bool { places.order.contains(Self.handle(of: object)) }

  fileprivate static func handle(of object: Int32) -> RankTree.Handle { RankTree.Handle(index: UInt32(object)) }

  func object(before object: Int32) -> Int32? {
    places.order.handle(before: Self.handle(of: object)).map { Int32($0.offset) }
  }
  func object(after object: Int32) -> Int32? {
    places.order.handle(after: Self.handle(of: object)).map { Int32($0.offset) }
  }

  func precedes(_ object: Int32, _ other: Int32) -> Bool { places.precedes(object, other) }

  /// Where an object stands in its source.
  func path(of object: Int32) -> ItemPath? { places.path(of: object) }

  /// Where what is at a place in the source stands.
  func index(of path: ItemPath) -> Int { places.counts.sum(before: path.section) + path.item }

  /// The address of an object's page.
  func path(ofPage object: Int32) -> PagePath {
    let facts = table[Int(object)]
    return addresses.path(of: object, in: facts.collection, named: facts.name)
  }

  /// What a link to an object shows.
  func link(to object: Int32, _ parts: inout Fingerprinter) -> Fingerprint {
    parts.combine(self[object].title)
    parts.combine(path(ofPage: object))
    return parts.finish()
  }

  /// What a cell of a kind that shows an object follows from; nil where only the cell itself tells.
  func origin(of kind: Int, _ object: Int32) -> Fingerprint? {
    let origin = origins[kind][Int(object)]
    return origin == .none ? nil : origin
  }

  /// The number of an object; nil for one that has no page.
  func number(of id: ObjectID) -> Int32? {
    let identity = id.fingerprint
    return addresses.candidates(for: id).filter { self[$0].identity == identity }.min { precedes($0, $1) }
  }
}

extension Fingerprint {
  /// Stands for one that is not known.
  static let none = Fingerprint(high: 0, low: 0)
}

// MARK: - Edits

extension PlannedObjects {
  /// An object that is not in the plan yet.
  struct Newcomer: Sendable {
    let facts: ObjectFacts
    /// For each kind of cells, what one that shows the object follows from.
    let origins: [Fingerprint?]
    let slug: String
    let slugHash: UInt64
    let identity: Fingerprint

    init(_ facts: ObjectFacts, origins: [Fingerprint?]) {
      (self.facts, self.origins) = (facts, origins)
      slug = Slug.plain(facts.id.key)
      slugHash = SlugTable.hash(slug)
      identity = facts.id.fingerprint
    }
  }

  /// Creates the list from below.
  mutating func load(_ sections: [[Newcomer]]) {
    let count = sections.reduce(0) { $0 + $1.count }
    table.reserveCapacity(count)
    for kind in origins.indices { origins[kind].reserveCapacity(count) }
    places.order = RankTree(count: count)
    places.counts = SectionCounts(sections.map(\.count))
    var number: Int32 = 0
    for newcomer in sections.joined() {
      set(newcomer, number)
      number += 1
    }
  }

  /// Puts an object in.
  ///
  /// - Returns: Its number.
  mutating func insert(_ newcomer: Newcomer, at path: ItemPath) -> Int32 {
    let number = Int32(places.order.insert(at: index(of: path)).offset)
    places.counts.add(1, to: path.section)
    set(newcomer, number)
    return number
  }

  private mutating func set(_ newcomer: Newcomer, _ number: Int32) {
    let id = newcomer.facts.id
    let object = Object(
      title: newcomer.facts.title, content: newcomer.facts.content, identity: newcomer.identity,
      collection: addresses.number(of: id.collection) ?? 0, slugHash: newcomer.slugHash, name: newcomer.slug)
    if Int(number) < table.count { table[Int(number)] = object } else { table.append(object) }
    for (kind, origin) in newcomer.origins.enumerated() { set(origin, of: kind, number) }
    addresses.insert(number, id, newcomer.slug, newcomer.slugHash)
  }

  private mutating func set(_ origin: Fingerprint?, of kind: Int, _ number: Int32) {
    if Int(number) < origins[kind].count {
      origins[kind][Int(number)] = origin ?? .none
    } else {
      origins[kind].append(origin ?? .none)
    }
  }

  /// Takes the object at a place out.
  ///
  /// - Returns: The number that it had.
  mutating func remove(at path: ItemPath) -> Int32? {
    guard let handle = places.order.handle(at: index(of: path)) else { return nil }
    let number = Int32(handle.offset)
    places.order.remove(handle)
    places.counts.add(-1, to: path.section)
    addresses.remove(number, of: self[number].collection, self[number].slugHash)
    return number
  }

  /// Notes that an object of the same identity is another one.
  mutating func update(_ object: Int32, _ facts: ObjectFacts, origins: [Fingerprint?]) {
    self[object].title = facts.title
    self[object].content = facts.content
    for (kind, origin) in origins.enumerated() { set(origin, of: kind, object) }
  }

  /// Puts another object in the place of one, which has its number then.
  mutating func replace(_ object: Int32, by newcomer: Newcomer) {
    let section = self[object].section
    addresses.remove(object, of: self[object].collection, self[object].slugHash)
    set(newcomer, object)
    self[object].section = section
  }

  /// Takes the object at a place out, to put it in elsewhere: it keeps its number. Until then it stands behind all others.
  mutating func park(at path: ItemPath) -> Int32? {
    guard let handle = places.order.handle(at: index(of: path)) else { return nil }
    places.order.move(handle, before: nil)
    places.counts.add(-1, to: path.section)
    return Int32(handle.offset)
  }

  /// Puts an object in that was taken out before.
  mutating func place(_ object: Int32, at path: ItemPath) {
    places.order.move(Self.handle(of: object), before: places.order.handle(at: index(of: path)))
    places.counts.add(1, to: path.section)
    addresses.touch(of: self[object].collection, self[object].slugHash)
  }

  mutating func insertSection(at section: Int) { places.counts.insert(0, at: section) }

  /// Takes a section of the source out that has no objects any more.
  mutating func removeSection(at section: Int) { places.counts.remove(at: section) }
}
