/// The addresses of the objects of a document: `fruits/lemon`, in the folder of their collection.
///
/// An address follows from the keys of the collection's objects alone, so that sorting and regrouping leave it as it is.
struct AddressBook {
  /// The folder of each collection.
  private let folders: [String: [String]]
  /// The address of each object.
  private let paths: [PagePath]

  /// Gives an address to every object.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects.
  init(_ objects: [DocumentPlan.Object]) {
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
    let names = numbers.keys.sorted()
    let folders = Dictionary(uniqueKeysWithValues: zip(names, Slug.unique(names).map { [$0] }))
    var paths = [PagePath](repeating: .home, count: objects.count)
    for (name, places) in collections {
      let folder = folders[name] ?? []
      for (place, slug) in zip(places, Slug.unique(places.map { objects[$0].id.key })) {
        paths[place] = PagePath(folder, slug)
      }
    }
    self.paths = paths
    self.folders = folders
  }

  /// The address of the object at an index.
  subscript(index: Int) -> PagePath { paths[index] }

  /// The address that an object would have if no other one had it.
  ///
  /// - Parameter id: The identity of an object that is not in the document, in a collection that is.
  func formerAddress(of id: ObjectID) -> PagePath? {
    folders[id.collection].map { PagePath($0, Slug.unique([id.key])[0]) }
  }
}
