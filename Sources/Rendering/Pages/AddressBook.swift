import Fingerprints

/// The addresses of the objects of a document: `fruits/lemon`, in the folder of their collection.
///
/// An address follows from the keys of the collection's objects alone, so that sorting and regrouping leave it as it is.
struct AddressBook {
  /// The folder of each collection, by the collection's number.
  private let folders: [[String]]
  private let numbers: [String: Int]
  /// For each object the number of its collection, and its name in that folder.
  private let addresses: [(collection: Int, slug: String)]

  /// Gives an address to every object.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects.
  init(_ ids: [ObjectID]) {
    // Objects of one collection mostly stand together: so the collection is looked up when it is another one.
    var numbers: [String: Int] = [:]
    var collections: [(name: String, places: [Int])] = []
    var present = -1
    for (place, id) in ids.enumerated() {
      if present < 0 || collections[present].name != id.collection {
        present = numbers[id.collection] ?? collections.count
        if present == collections.count {
          numbers[id.collection] = present
          collections.append((id.collection, []))
        }
      }
      collections[present].places.append(place)
    }
    let names = numbers.keys.sorted()
    let slugs = Dictionary(uniqueKeysWithValues: zip(names, Slug.unique(names)))
    folders = collections.map { [slugs[$0.name] ?? $0.name] }
    var addresses = Array(repeating: (collection: 0, slug: ""), count: ids.count)
    for (number, collection) in collections.enumerated() {
      let slugs = Slug.unique(collection.places.map { ids[$0].key })
      for (place, slug) in zip(collection.places, slugs) { addresses[place] = (number, slug) }
    }
    self.addresses = addresses
    self.numbers = numbers
  }

  /// The address of the object at an index.
  subscript(index: Int) -> PagePath { PagePath(folders[addresses[index].collection], addresses[index].slug) }

  /// The name of the object's page in its folder.
  func name(at index: Int) -> String { addresses[index].slug }

  /// Adds an object's address to what something is made from.
  func combine(_ index: Int, into parts: inout Fingerprinter) {
    parts.combine(self[index])
  }

  /// The address that an object would have if no other one had it.
  ///
  /// - Parameter id: The identity of an object that is not in the document, in a collection that is.
  func formerAddress(of id: ObjectID) -> PagePath? {
    numbers[id.collection].map { PagePath(folders[$0], Slug.unique([id.key])[0]) }
  }
}
