/// The address of every page of a document.
///
/// Sections live at `citrus/index`, `citrus/page-2` …; objects at `fruits/lemon`, in the folder of their collection.
struct AddressBook {
  private var sections: [String]
  private var objects: [ObjectID: PagePath] = [:]

  /// Gives an address to every section and every object.
  ///
  /// - Complexity: O(*n*), *n* being the number of sections and objects.
  init(sectionNames: [String?], objects ids: [ObjectID]) {
    sections = Slug.unique(sectionNames.map { $0 ?? "section" })
    let keys = Dictionary(grouping: ids, by: \.collection).mapValues { $0.map(\.key) }
    let collections = keys.keys.sorted()
    for (collection, folder) in zip(collections, Slug.unique(collections)) {
      let keys = keys[collection] ?? []
      for (key, slug) in zip(keys, Slug.unique(keys)) {
        objects[ObjectID(collection: collection, key: key)] = PagePath(folder, slug)
      }
    }
  }

  /// The address of a listing page.
  ///
  /// - Parameter number: The page's number within the section, from 1.
  func section(_ section: Int, page number: Int = 1) -> PagePath {
    PagePath(sections[section], number == 1 ? "index" : "page-\(number)")
  }

  /// The address of an object's page: nothing for an object without one.
  func object(_ id: ObjectID) -> PagePath? { objects[id] }
}
