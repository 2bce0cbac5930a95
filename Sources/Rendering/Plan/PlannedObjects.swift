import Cells
import Changesets
import DataSources
import Fingerprints
import OrderedTrees

/// The objects that have pages, in the order of their pages: what is known of each without asking it again.
///
/// An object has a number as long as it is there, by which everything else in the plan refers to it. Where it stands is counted when
/// somebody asks. The objects of all collections stand in one row:
///
///     collection       0          1
///     section        0    1    0  1   2         as its source counts them
///                  ┌────┬───┬───┬──┬─────┐
///     place        │0   │1  │2  │3 │4    │      as they are counted here
///                  └────┴───┴───┴──┴─────┘
struct PlannedObjects: Sendable {
  /// An object that has a page.
  struct Object: Sendable {
    /// What people call it.
    var title: String
    /// What its cells may show; nil where it does not know.
    var content: Fingerprint?
    /// That of the identity alone.
    var identity: Fingerprint
    /// The collection of the document that it is in.
    let collection: Int32
    /// The number of the collection that its identity names, among the addresses.
    let kin: Int32
    /// The number of the folder that its page is in, among the addresses.
    var folder: Int32
    /// The hash of the plain slug of its address.
    var slugHash: UInt64
    /// The name of its page's file, without its ending, or of its folder.
    var name: String
    /// The first section of its collection's main listing that shows it; nil where none does.
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
    /// The number of objects in each section of all collections' sources.
    fileprivate(set) var counts = SectionCounts()
    /// The number of sections of each collection's source.
    fileprivate var sections: [Int] = []

    /// The number of sections before those of a collection.
    func firstSection(of collection: Int) -> Int { sections.prefix(collection).reduce(0, +) }

    /// The number of objects before those of a collection.
    func start(of collection: Int) -> Int { counts.sum(before: firstSection(of: collection)) }

    /// The number of objects in a collection.
    func count(of collection: Int) -> Int { start(of: collection + 1) - start(of: collection) }

    /// The number of objects in a section of a collection's source.
    func count(inSection section: Int, of collection: Int) -> Int { counts[firstSection(of: collection) + section] }

    /// The number of objects before a place in a collection's source.
    func index(of path: ItemPath, in collection: Int) -> Int {
      counts.sum(before: firstSection(of: collection) + path.section) + path.item
    }

    /// The collection of an object, and where it stands in that one's source.
    func place(of object: Int32) -> (collection: Int, path: ItemPath)? {
      let rank = order.rank(of: PlannedObjects.handle(of: object))
      guard let (section, item) = counts.section(at: rank) else { return nil }
      var first = 0
      for (collection, count) in sections.enumerated() {
        if section < first + count { return (collection, ItemPath(section: section - first, item: item)) }
        first += count
      }
      return nil
    }

    /// Whether an object stands before another.
    func precedes(_ object: Int32, _ other: Int32) -> Bool {
      order.precedes(PlannedObjects.handle(of: object), PlannedObjects.handle(of: other))
    }
  }

  /// The objects by their numbers; those that have gone are still there.
  private(set) var table: [Object] = []
  /// For each kind of cells of their collection, what those that show the objects follow from, by number; zero where only the cells
  /// themselves tell.
  private(set) var origins: [[Fingerprint]]
  private(set) var places = Places()
  /// Where their pages are.
  var addresses: PlannedAddresses
  /// The objects by their identities; nil where these are found by their addresses, all of which follow from keys.
  private var identities: [Fingerprint: SlugTable.Owners]?

  /// Creates a list of no objects.
  ///
  /// - Parameters:
  ///   - kinds: The number of kinds of cells.
  ///   - addresses: Where their pages are.
  ///   - followKeys: Whether all of these follow from keys.
  init(kinds: Int, addresses: PlannedAddresses, followKeys: Bool) {
    origins = Array(repeating: [], count: kinds)
    self.addresses = addresses
    identities = followKeys ? nil : [:]
  }

  /// Whether all addresses follow from keys.
  var followKeys: Bool { identities == nil }
  var count: Int { places.order.count }
  /// The numbers of all objects, in order.
  var numbers: [Int32] { places.order.map { Int32($0.offset) } }

  func object(at path: PagePath) -> Int32? { addresses.object(at: path) { self[$0].name } }

  subscript(object: Int32) -> Object {
    _read { yield table[Int(object)] }
    _modify { yield &table[Int(object)] }
  }

  /// The number of the object at a place in a collection's source.
  func number(at path: ItemPath, in collection: Int) -> Int32? {
    places.order.handle(at: places.index(of: path, in: collection)).map { Int32($0.offset) }
  }

  func contains(_ object: Int32) -> Bool { places.order.contains(Self.handle(of: object)) }

  fileprivate static func handle(of object: Int32) -> RankTree.Handle { RankTree.Handle(index: UInt32(object)) }

  /// The object before another one in their collection.
  func object(before object: Int32) -> Int32? {
    neighbour(places.order.handle(before: Self.handle(of: object)), of: object)
  }

  /// The object after another one in their collection.
  func object(after object: Int32) -> Int32? {
    neighbour(places.order.handle(after: Self.handle(of: object)), of: object)
  }

  private func neighbour(_ handle: RankTree.Handle?, of object: Int32) -> Int32? {
    handle.map { Int32($0.offset) }.flatMap { self[$0].collection == self[object].collection ? $0 : nil }
  }

  func precedes(_ object: Int32, _ other: Int32) -> Bool { places.precedes(object, other) }

  /// The address of an object's page.
  func path(ofPage object: Int32) -> PagePath {
    let facts = table[Int(object)]
    return addresses.path(of: object, in: facts.folder, named: facts.name)
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
    let candidates =
      if let identities { identities[identity]?.all ?? [] } else {
        addresses.candidates(for: id).filter { self[$0].identity == identity }
      }
    return candidates.min { precedes($0, $1) }
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
    /// The collection of the document that it is in.
    let collection: Int
    /// For each kind of cells of its collection, what one that shows the object follows from.
    let origins: [Fingerprint?]
    /// The address that it has if no other one has it.
    let address: ObjectAddress
    let slugHash: UInt64
    let identity: Fingerprint
    /// Where the links in its cells lead.
    let links: PlannedLinks.Draft

    /// - Parameter address: The address that it has if no other one has it; nil for that of its key.
    init(
      _ facts: ObjectFacts, in collection: Int, origins: [Fingerprint?], links: PlannedLinks.Draft,
      address: ObjectAddress?
    ) {
      (self.facts, self.collection, self.origins, self.links) = (facts, collection, origins, links)
      self.address = address ?? ObjectAddress(key: facts.id.key)
      slugHash = SlugTable.hash(self.address.slug)
      identity = facts.id.fingerprint
    }
  }

  /// Creates the list from below, from the sections of each collection.
  mutating func load(_ collections: [[[Newcomer]]]) {
    let sections = Array(collections.joined())
    let count = sections.reduce(0) { $0 + $1.count }
    table.reserveCapacity(count)
    for kind in origins.indices { origins[kind].reserveCapacity(count) }
    places.order = RankTree(count: count)
    places.counts = SectionCounts(sections.map(\.count))
    places.sections = collections.map(\.count)
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
    let number = Int32(places.order.insert(at: places.index(of: path, in: newcomer.collection)).offset)
    places.count(1, at: path, in: newcomer.collection)
    set(newcomer, number)
    return number
  }

  private mutating func set(_ newcomer: Newcomer, _ number: Int32) {
    let kin = addresses.kin(of: newcomer.facts.id.collection) ?? 0
    let object = Object(
      title: newcomer.facts.title, content: newcomer.facts.content, identity: newcomer.identity,
      collection: Int32(newcomer.collection), kin: kin, folder: addresses.folder(of: newcomer.address, kin),
      slugHash: newcomer.slugHash, name: newcomer.address.slug)
    if Int(number) < table.count { table[Int(number)] = object } else { table.append(object) }
    for kind in origins.indices {
      // Other collections may have more kinds.
      set(kind < newcomer.origins.count ? newcomer.origins[kind] : nil, of: kind, number)
    }
    insertAddress(of: number, newcomer)
    if let others = identities?[newcomer.identity] {
      identities?[newcomer.identity] = others.adding(number)
    } else {
      identities?[newcomer.identity] = .one(number)
    }
  }

  private mutating func insertAddress(of number: Int32, _ newcomer: Newcomer) {
    addresses.insert(
      number, newcomer.facts.id, at: newcomer.address, in: self[number].folder, self[number].kin, newcomer.slugHash)
  }

  private mutating func removeAddress(of number: Int32) {
    let object = self[number]
    addresses.remove(number, in: object.folder, object.kin, object.slugHash)
  }

  private mutating func forget(_ number: Int32) {
    removeAddress(of: number)
    let identity = self[number].identity
    if let others = identities?[identity] { identities?[identity] = others.removing(number) }
  }

  /// Has the page of an object stand at another address, if no other one has that.
  ///
  /// - Returns: Whether it is another one.
  mutating func readdress(_ number: Int32, _ newcomer: Newcomer) -> Bool {
    let folder = addresses.folder(of: newcomer.address, self[number].kin)
    addresses.note(number, newcomer.address, of: self[number].kin)
    guard folder != self[number].folder || newcomer.slugHash != self[number].slugHash else { return false }
    removeAddress(of: number)
    (self[number].folder, self[number].slugHash) = (folder, newcomer.slugHash)
    self[number].name = newcomer.address.slug
    insertAddress(of: number, newcomer)
    return true
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
  mutating func remove(at path: ItemPath, from collection: Int) -> Int32? {
    guard let number = number(at: path, in: collection) else { return nil }
    places.order.remove(Self.handle(of: number))
    places.count(-1, at: path, in: collection)
    forget(number)
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
    forget(object)
    set(newcomer, object)
    self[object].section = section
  }

  /// Takes the object at a place out, to put it in elsewhere: it keeps its number. Until then it stands behind all others.
  mutating func park(at path: ItemPath, in collection: Int) -> Int32? {
    guard let number = number(at: path, in: collection) else { return nil }
    places.order.move(Self.handle(of: number), before: nil)
    places.count(-1, at: path, in: collection)
    return number
  }

  /// Puts an object in that was taken out before.
  mutating func place(_ object: Int32, at path: ItemPath, in collection: Int) {
    let next = places.order.handle(at: places.index(of: path, in: collection))
    places.order.move(Self.handle(of: object), before: next)
    places.count(1, at: path, in: collection)
    addresses.touch(in: self[object].folder, self[object].slugHash)
  }

  mutating func insertSection(at section: Int, in collection: Int) {
    places.counts.insert(0, at: places.firstSection(of: collection) + section)
    places.sections[collection] += 1
  }

  /// Takes a section of a collection's source out that has no objects any more.
  mutating func removeSection(at section: Int, from collection: Int) {
    places.counts.remove(at: places.firstSection(of: collection) + section)
    places.sections[collection] -= 1
  }
}

extension PlannedObjects.Places {
  /// Adds to the number of objects in the section of a place.
  fileprivate mutating func count(_ objects: Int, at path: ItemPath, in collection: Int) {
    counts.add(objects, to: firstSection(of: collection) + path.section)
  }
}
