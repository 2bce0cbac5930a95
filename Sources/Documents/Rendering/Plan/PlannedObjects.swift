import Changesets
import DataSources
import Fingerprints
import OrderedTrees

/// The objects of a document, in the order of their pages, with the facts that the plan needs without reading the
/// objects again.
///
/// An object has a number as long as it is in the plan; everything else in the plan refers to it by this number. The
/// number of a removed object is reused. The position of an object is computed on demand from a counted tree. The
/// objects of all collections are in one sequence:
///
///     collection       0          1
///     section        0    1    0  1   2         as in the collection's source
///                  ┌────┬───┬───┬──┬─────┐
///     place        │0   │1  │2  │3 │4    │      the sections of all sources, numbered consecutively
///                  └────┴───┴───┴──┴─────┘
struct PlannedObjects: Sendable {
  struct Object: Sendable {
    var title: String
    /// The fingerprint of what the object's cells may show, or `nil` if the object does not provide one.
    var content: Fingerprint?
    var identity: Fingerprint
    /// The index of the object's collection in the document.
    let collection: Int32
    /// The address that the object has if no other one has it.
    var preference: PlannedAddresses.Preference
    /// The name of the page's file, without its extension, or of its folder. Not used if the address is pinned.
    var name: String
    /// The first section of its collection's main listing that shows the object, or `nil` if none does.
    var section: PlannedListing.Handle?
    var planKey = PlanKey.undescribed
  }

  /// The positions of the objects.
  struct Places: Sendable {
    /// The objects, in order. The offset of a handle is the number of the object.
    fileprivate(set) var order = RankTree()
    /// The number of objects in each section of the collections' sources.
    fileprivate(set) var counts = SectionCounts()
    /// The number of sections of each collection's source.
    fileprivate var sections: [Int] = []

    /// Returns the number of sections before those of a collection.
    func firstSection(of collection: Int) -> Int { sections.prefix(collection).reduce(0, +) }

    /// Returns the number of objects before those of a collection.
    func start(of collection: Int) -> Int { counts.sum(before: firstSection(of: collection)) }

    func count(of collection: Int) -> Int { start(of: collection + 1) - start(of: collection) }

    /// Returns the number of objects in a section of a collection's source.
    func count(inSection section: Int, of collection: Int) -> Int { counts[firstSection(of: collection) + section] }

    /// Returns the number of objects before a place in a collection's source.
    func index(of path: ItemPath, in collection: Int) -> Int {
      counts.sum(before: firstSection(of: collection) + path.section) + path.item
    }

    /// Returns the collection of an object and its path in that collection's source, or `nil` if no section counts the
    /// object.
    func place(of object: ObjectNumber) -> (collection: Int, path: ItemPath)? {
      let rank = order.rank(of: PlannedObjects.handle(of: object))
      guard let (section, item) = counts.section(at: rank) else { return nil }
      var first = 0
      for (collection, count) in sections.enumerated() {
        if section < first + count { return (collection, ItemPath(section: section - first, item: item)) }
        first += count
      }
      return nil
    }

    func precedes(_ object: ObjectNumber, _ other: ObjectNumber) -> Bool {
      order.precedes(PlannedObjects.handle(of: object), PlannedObjects.handle(of: other))
    }
  }

  /// The objects by their numbers. The facts about a removed object remain until its number is reused.
  private(set) var table: [Object] = []
  /// For each kind of cells of the object's collection, the origins of the cells that show the objects, by number.
  /// ``Fingerprint/none`` if what a cell shows is only known once it has been created.
  private(set) var origins: [[Fingerprint]]
  private(set) var places = Places()
  var addresses: PlannedAddresses
  /// The objects by their identities. `nil` if all addresses follow from keys: then objects are found by the slugs of
  /// their keys.
  private var identities: [Fingerprint: SlugTable.Owners]?

  /// - Parameter kinds: The maximum number of kinds of cells in a collection.
  init(kinds: Int, addresses: PlannedAddresses, followKeys: Bool) {
    origins = Array(repeating: [], count: kinds)
    self.addresses = addresses
    identities = followKeys ? nil : [:]
  }

  /// Whether all addresses follow from keys, unless they are pinned.
  var followKeys: Bool { identities == nil }
  var count: Int { places.order.count }
  /// The numbers of all objects, in order.
  var numbers: [ObjectNumber] { places.order.map { ObjectNumber($0.offset) } }

  func object(at path: PagePath) -> ObjectNumber? { addresses.object(at: path) { [table] in table[Int($0)].name } }

  subscript(object: ObjectNumber) -> Object {
    _read { yield table[Int(object)] }
    _modify { yield &table[Int(object)] }
  }

  /// Returns the number of the object at a place in a collection's source.
  func number(at path: ItemPath, in collection: Int) -> ObjectNumber? {
    places.order.handle(at: places.index(of: path, in: collection)).map { ObjectNumber($0.offset) }
  }

  func contains(_ object: ObjectNumber) -> Bool { places.order.contains(Self.handle(of: object)) }

  fileprivate static func handle(of object: ObjectNumber) -> RankTree.Handle { RankTree.Handle(index: UInt32(object)) }

  /// Returns the object before an object in the same collection, or `nil` if it is the first.
  func object(before object: ObjectNumber) -> ObjectNumber? {
    neighbour(places.order.handle(before: Self.handle(of: object)), of: object)
  }

  /// Returns the object after an object in the same collection, or `nil` if it is the last.
  func object(after object: ObjectNumber) -> ObjectNumber? {
    neighbour(places.order.handle(after: Self.handle(of: object)), of: object)
  }

  private func neighbour(_ handle: RankTree.Handle?, of object: ObjectNumber) -> ObjectNumber? {
    handle.map { ObjectNumber($0.offset) }.flatMap { self[$0].collection == self[object].collection ? $0 : nil }
  }

  func precedes(_ object: ObjectNumber, _ other: ObjectNumber) -> Bool { places.precedes(object, other) }

  func path(ofPage object: ObjectNumber) -> PagePath {
    addresses.path(of: object, in: table[Int(object)].preference.folder, named: table[Int(object)].name)
  }

  /// Returns the fingerprint of what a link to an object shows: its title and its address.
  func link(to object: ObjectNumber, _ parts: inout Fingerprinter) -> Fingerprint {
    parts.combine(self[object].title)
    parts.combine(path(ofPage: object))
    return parts.finish()
  }

  /// Returns the origin of a cell of a kind that shows an object, or `nil` if what the cell shows is only known once it
  /// has been created.
  func origin(of kind: Int, _ object: ObjectNumber) -> Fingerprint? {
    let origin = origins[kind][Int(object)]
    return origin == .none ? nil : origin
  }

  /// Returns the number of the first object with an identity, or `nil` if there is none.
  ///
  /// - Complexity: O(*k* log *n*) on average for *k* objects with the same identity, or, if all addresses follow from
  ///   keys, with the same plain slug.
  func number(of id: ObjectID) -> ObjectNumber? {
    let identity = id.fingerprint
    let candidates =
      if let identities { identities[identity]?.all ?? [] } else {
        addresses.candidates(for: id).filter { self[$0].identity == identity }
      }
    return candidates.min { precedes($0, $1) }
  }
}

extension Fingerprint {
  /// Represents an unknown fingerprint.
  static let none = Fingerprint(high: 0, low: 0)
}

// MARK: - Edits

extension PlannedObjects {
  /// An object that is not in the plan yet.
  struct Newcomer: Sendable {
    let facts: ObjectFacts
    /// The collection of the document that it is in.
    let collection: Int
    /// The origins of the cells that show the object, for each kind of cells of its collection.
    let origins: [Fingerprint?]
    /// The preferred address of the object's page, before conflicts with others are resolved.
    let address: ObjectAddress
    let slugHash: UInt64
    let identity: Fingerprint
    /// The links in the object's cells.
    let links: PlannedLinks.Draft

    /// - Parameter address: The address that it has if no other one has it; nil for that of its key.
    init(
      _ facts: ObjectFacts, in collection: Int, origins: [Fingerprint?], links: PlannedLinks.Draft,
      address: ObjectAddress?, _ parts: inout Fingerprinter
    ) {
      self.facts = facts
      self.collection = collection
      self.origins = origins
      self.links = links
      self.address = address ?? ObjectAddress(key: facts.id.key)
      slugHash = SlugTable.hash(self.address.slug)
      identity = facts.id.fingerprint(&parts)
    }
  }

  /// Fills an empty list with the objects of all collections, which are grouped by the sections of the collections'
  /// sources. The objects are numbered in order.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of objects.
  mutating func load(_ collections: [[[Newcomer]]]) {
    let sections = Array(collections.joined())
    let count = sections.reduce(0) { $0 + $1.count }
    table.reserveCapacity(count)
    for kind in origins.indices { origins[kind].reserveCapacity(count) }
    places.order = RankTree(count: count)
    places.counts = SectionCounts(sections.map(\.count))
    places.sections = collections.map(\.count)
    var number: ObjectNumber = 0
    // An element of an array is lent where it is, while a loop over the elements would copy each.
    for section in sections {
      for index in section.indices {
        set(section[index], number)
        number += 1
      }
    }
  }

  mutating func insert(_ newcomer: Newcomer, at path: ItemPath) -> ObjectNumber {
    let number = ObjectNumber(places.order.insert(at: places.index(of: path, in: newcomer.collection)).offset)
    places.count(1, at: path, in: newcomer.collection)
    set(newcomer, number)
    return number
  }

  private mutating func set(_ newcomer: Newcomer, _ number: ObjectNumber) {
    let group = addresses.group(of: newcomer.facts.id.collection) ?? 0
    let preference = addresses.preference(for: newcomer.address, slugHash: newcomer.slugHash, in: group)
    let object = Object(
      title: newcomer.facts.title, content: newcomer.facts.content, identity: newcomer.identity,
      collection: Int32(newcomer.collection), preference: preference, name: newcomer.address.slug)
    if Int(number) < table.count { table[Int(number)] = object } else { table.append(object) }
    for kind in origins.indices {
      // Other collections may have more kinds of cells.
      set(kind < newcomer.origins.count ? newcomer.origins[kind] : nil, of: kind, number)
    }
    addresses.insert(number, newcomer.facts.id, at: newcomer.address, preference)
    if let others = identities?[newcomer.identity] {
      identities?[newcomer.identity] = others.adding(number)
    } else {
      identities?[newcomer.identity] = .one(number)
    }
  }

  private mutating func forget(_ number: ObjectNumber) {
    addresses.remove(number, self[number].preference)
    let identity = self[number].identity
    if let others = identities?[identity] { identities?[identity] = others.removing(number) }
  }

  /// Changes the preferred address of an object.
  ///
  /// - Returns: Whether it is another one than before.
  mutating func readdress(_ number: ObjectNumber, _ newcomer: Newcomer) -> Bool {
    let old = self[number].preference
    let new = addresses.preference(for: newcomer.address, slugHash: newcomer.slugHash, in: old.group)
    addresses.note(number, newcomer.address, of: old.group)
    guard new != old else { return false }
    addresses.remove(number, old)
    self[number].preference = new
    self[number].name = newcomer.address.slug
    addresses.insert(number, newcomer.facts.id, at: newcomer.address, new)
    return true
  }

  private mutating func set(_ origin: Fingerprint?, of kind: Int, _ number: ObjectNumber) {
    if Int(number) < origins[kind].count {
      origins[kind][Int(number)] = origin ?? .none
    } else {
      origins[kind].append(origin ?? .none)
    }
  }

  /// Removes the object that is at a place in a collection's source.
  mutating func remove(_ object: ObjectNumber, at path: ItemPath, from collection: Int) {
    places.order.remove(Self.handle(of: object))
    places.count(-1, at: path, in: collection)
    forget(object)
  }

  /// Updates the facts about an object with the same identity.
  mutating func update(_ object: ObjectNumber, _ facts: ObjectFacts, origins: [Fingerprint?]) {
    self[object].title = facts.title
    self[object].content = facts.content
    for (kind, origin) in origins.enumerated() { set(origin, of: kind, object) }
  }

  /// Replaces an object by one with another identity, which gets its number. The new object is in the same sections of
  /// the listings until these change.
  mutating func replace(_ object: ObjectNumber, by newcomer: Newcomer) {
    let section = self[object].section
    forget(object)
    set(newcomer, object)
    self[object].section = section
  }

  /// Takes the object that is at a place out of its section in order to move it. It keeps its number, and is behind all
  /// others until ``place(_:at:in:)`` puts it in its new place.
  mutating func park(_ object: ObjectNumber, at path: ItemPath, in collection: Int) {
    places.order.move(Self.handle(of: object), before: nil)
    places.count(-1, at: path, in: collection)
  }

  /// Puts an object that was taken out in its new place.
  mutating func place(_ object: ObjectNumber, at path: ItemPath, in collection: Int) {
    let next = places.order.handle(at: places.index(of: path, in: collection))
    places.order.move(Self.handle(of: object), before: next)
    places.count(1, at: path, in: collection)
    addresses.touch(self[object].preference)
  }

  mutating func insertSection(at section: Int, in collection: Int) {
    places.counts.insert(0, at: places.firstSection(of: collection) + section)
    places.sections[collection] += 1
  }

  /// Removes an empty section of a collection's source.
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
