/// The addresses of the objects of a document: `fruits/lemon`, in the folder of their collection.
///
/// An address follows from the keys of the collection's objects alone, so that sorting and regrouping leave it as it is; unless it is
/// decided.
struct URLTable {
  /// The folder of each collection.
  private let folders: [String: [String]]
  /// The address of each object.
  private let paths: [PagePath]
  /// The addresses that are decided.
  private let pins: [ObjectID: PagePath]

  /// Gives an address to every object.
  ///
  /// - Parameters:
  ///   - objects: The objects.
  ///   - history: What is decided about their addresses.
  /// - Complexity: O(*n*), *n* being the number of objects.
  init(_ objects: [DocumentPlan.Object], _ history: AddressHistory = AddressHistory()) {
    // Objects of one collection mostly stand together: so the collection is looked up when it is another one.
    var numbers: [String: Int] = [:]
    var collections: [(name: String, places: [Int])] = []
    var present = -1
    for place in objects.indices {
      let name = objects[place].id.collection
      if present < 0 || collections[present].name != name {
        present = numbers[name] ?? collections.count
        if present == collections.count {
          numbers[name] = present
          collections.append((name, []))
        }
      }
      collections[present].places.append(place)
    }
    pins = Self.pins(history)
    let pinned = pins.isEmpty ? [:] : Self.pinned(objects, pins)
    let names = numbers.keys.sorted()
    let folders = Dictionary(uniqueKeysWithValues: zip(names, Slug.unique(names).map { [$0] }))
    var paths = [PagePath](repeating: .home, count: objects.count)
    for (name, places) in collections {
      let folder = folders[name] ?? []
      let taken = pinned.values.lazy.filter { $0.folders == folder }.map(\.name)
      // What is decided for one object takes its address from others, and leaves those of all others alone.
      for (place, slug) in zip(places, Slug.unique(places.map { objects[$0].id.key }, except: Set(taken))) {
        // Each has a list of its own: threads that describe pages would wait for each other at each count of who holds a shared one.
        paths[place] = PagePath(folder.map { $0 }, slug)
      }
    }
    for (place, path) in pinned { paths[place] = path }
    self.paths = paths
    self.folders = folders
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

  /// The decided addresses, by the index of the object.
  private static func pinned(_ objects: [DocumentPlan.Object], _ pins: [ObjectID: PagePath]) -> [Int: PagePath] {
    Dictionary(
      objects.indices.compactMap { place in pins[objects[place].id].map { (place, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The address of the object at an index.
  subscript(index: Int) -> PagePath { paths[index] }

  /// The address that an object had, or would have if no other one had it.
  ///
  /// - Parameter id: The identity of an object that is not in the document, in a collection that is.
  func formerAddress(of id: ObjectID) -> PagePath? {
    pins[id] ?? folders[id.collection].map { PagePath($0, Slug.unique([id.key])[0]) }
  }

  /// Whether the address of an object is decided, and does not follow from its key.
  func isDecided(for id: ObjectID) -> Bool { pins[id] != nil }
}
