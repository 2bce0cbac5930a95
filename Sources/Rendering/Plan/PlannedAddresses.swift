import Cells

/// The addresses of the objects of a document: `fruits/lemon`, in the folder of their collection.
///
/// An address follows from the keys of the collection's objects alone, so that sorting and regrouping leave it as it is; unless it is
/// decided.
struct PlannedAddresses: Sendable {
  /// The objects of one name, and where their pages are.
  private struct Collection: Sendable {
    let name: String
    /// The folders of their pages: one, in an array that no address has to make.
    let folders: [String]
    var slugs: SlugTable
    var count = 0
  }

  private var collections: [Collection] = []
  private var numbers: [String: Int32] = [:]
  /// The addresses that are decided.
  private let pins: [ObjectID: PagePath]
  /// The decided addresses of the objects that are there.
  private var pinned: [Int32: PagePath] = [:]

  /// Creates the addresses of no object.
  ///
  /// - Parameters:
  ///   - history: What is decided about addresses.
  ///   - names: The names of all collections that there are.
  ///   - isThere: Returns whether there is an object with a decided address. What is decided for one takes its address from others, and
  ///     leaves those of all others alone.
  init(_ history: AddressHistory, collections names: Set<String>, decidedFor isThere: (ObjectID) -> Bool) {
    pins = Self.pins(history)
    let taken = Dictionary(grouping: pins.filter { isThere($0.key) }.map(\.value), by: \.folders)
    let names = names.sorted()
    for (name, folder) in zip(names, Slug.unique(names)) {
      numbers[name] = Int32(collections.count)
      collections.append(
        Collection(name: name, folders: [folder], slugs: SlugTable(except: Set((taken[[folder]] ?? []).map(\.name)))))
    }
  }

  /// The decided address of each object that has one: none twice.
  private static func pins(_ history: AddressHistory) -> [ObjectID: PagePath] {
    var pins: [ObjectID: PagePath] = [:]
    var taken: Set<PagePath> = []
    // A page that is there comes before one that was.
    for isPage in [true, false] {
      for entry in history.entries where entry.isPinned && (entry.state == .page) == isPage {
        guard let object = entry.object, pins[object] == nil, taken.insert(entry.path).inserted else { continue }
        pins[object] = entry.path
      }
    }
    return pins
  }

  /// Whether all addresses have to be found anew if an object comes or goes: it is decided for it, or its collection is the first or the
  /// last of its name.
  func areOthers(with id: ObjectID) -> Bool { pins[id] != nil || numbers[id.collection] == nil }

  /// Whether all addresses have to be found anew after an object has gone.
  func areOthers(without object: Int32, of collection: Int32) -> Bool {
    pinned[object] != nil || collections[Int(collection)].count == 0
  }

  /// The number of a collection.
  func number(of collection: String) -> Int32? { numbers[collection] }

  /// Adds an object.
  ///
  /// - Parameters:
  ///   - object: The number of the object.
  ///   - id: Its identity.
  ///   - slug: The plain slug of its key.
  ///   - hash: That of the slug.
  mutating func insert(_ object: Int32, _ id: ObjectID, _ slug: String, _ hash: UInt64) {
    guard let number = numbers[id.collection] else { return }
    collections[Int(number)].slugs.insert(object, slug, hash)
    collections[Int(number)].count += 1
    if !pins.isEmpty, let path = pins[id] { pinned[object] = path }
  }

  /// Takes an object out.
  mutating func remove(_ object: Int32, of collection: Int32, _ hash: UInt64) {
    collections[Int(collection)].slugs.remove(object, hash)
    collections[Int(collection)].count -= 1
  }

  /// Says that an object stands elsewhere, which decides between equal keys.
  mutating func touch(of collection: Int32, _ hash: UInt64) { collections[Int(collection)].slugs.touch(hash) }

  /// Finds the names of the pages that may have to have others.
  mutating func settle(
    key: (Int32) -> String, precedes: (Int32, Int32) -> Bool
  ) -> [(owner: Int32, slug: String)] {
    var changed: [(owner: Int32, slug: String)] = []
    for number in collections.indices where !collections[number].slugs.isSettled {
      changed += collections[number].slugs.settle(name: key, precedes: precedes)
    }
    return changed
  }

  /// The address of an object.
  func path(of object: Int32, in collection: Int32, named name: String) -> PagePath {
    // Most often nothing is decided.
    if !pinned.isEmpty, let path = pinned[object] { return path }
    return PagePath(collections[Int(collection)].folders, name)
  }

  /// The object whose page stands at an address.
  func object(at path: PagePath, name: (Int32) -> String) -> Int32? {
    if let pin = pinned.first(where: { $0.value == path }) { return pin.key }
    guard let collection = collections.first(where: { $0.folders == path.folders }),
      let object = collection.slugs.owner(of: path.name, slug: name)
    else { return nil }
    return pinned[object] == nil ? object : nil
  }

  /// The objects that may have an identity: those of its collection whose keys have the same slug.
  func candidates(for id: ObjectID) -> [Int32] {
    numbers[id.collection].map { collections[Int($0)].slugs.owners(ofPlain: Slug.plain(id.key)) } ?? []
  }

  /// The address that an object had, or would have if no other one had it.
  ///
  /// - Parameter id: The identity of an object that is not in the document, in a collection that is.
  func formerAddress(of id: ObjectID) -> PagePath? {
    pins[id] ?? numbers[id.collection].map { PagePath(collections[Int($0)].folders, Slug.unique([id.key])[0]) }
  }

  /// Whether the address of an object is decided, and does not follow from its key.
  func isDecided(for id: ObjectID) -> Bool { pins[id] != nil }
}
