import DocumentModel
public import Fingerprints
public import JSONValues

/// The identity of an object: its collection, and its key in that collection.
///
/// By default, the address of an object's page follows from the identity alone, so that sorting and grouping do not change addresses.
public struct ObjectID: Hashable, Sendable {
  /// The collection, such as the name of a data set.
  public var collection: String
  /// The key, which is unique in the collection.
  public var key: String

  /// Creates an identity.
  public init(collection: String, key: String) {
    self.collection = collection
    self.key = key
  }
}

extension ObjectID {
  /// The fingerprint of the identity. It determines the boundaries of stable pages, and the shard of the search index with the object.
  var fingerprint: Fingerprint {
    var parts = Fingerprinter()
    parts.combine(collection)
    parts.combine(key)
    return parts.finish()
  }
}

/// An object with pages and cells in a document. Its properties and methods are used on any thread.
public protocol DocumentObject: Sendable {
  /// The identity, which is unique in the document.
  var objectID: ObjectID { get }
  /// The title of the object.
  var title: String { get }
  /// The fingerprint of everything that the object's cells may show. As long as it and the origins of the cells are the same, pages that
  /// show the object need not be examined. If it is `nil`, which is the default, they are examined in each build.
  var fingerprint: Fingerprint? { get }
  /// Returns the fields of the object as data, for renderers that show data; `nil` by default.
  ///
  /// - Parameter references: The addresses of pages and files, relative to the page that shows the fields.
  func fields(from references: PageReferences) -> JSONObject?
}

extension DocumentObject {
  /// The default, `nil`: the fingerprint is not known.
  public var fingerprint: Fingerprint? { nil }

  /// Returns `nil`: the object has no fields.
  public func fields(from references: PageReferences) -> JSONObject? { nil }
}

/// The addresses of the pages of objects, and of the files of a catalog, relative to a page of a format.
public struct PageReferences {
  private let page: PagePath
  private let linkExtension: String
  private let address: (ObjectID) -> PagePath?

  init(from page: PagePath, to linkExtension: String, address: @escaping (ObjectID) -> PagePath?) {
    self.page = page
    self.linkExtension = linkExtension
    self.address = address
  }

  /// Returns the page of an object and its relative address, such as `growers/smith` and `../growers/smith.html`, or `nil` if the object has
  /// no page.
  public func page(of id: ObjectID) -> (page: String, href: String)? {
    address(id).map { ($0.address, page.reference(to: $0, linkExtension)) }
  }

  /// Returns the relative address of a file of the catalog, such as a picture.
  ///
  /// - Parameter file: A path relative to the catalog's root. Addresses of other sites are returned unchanged.
  public func reference(to file: String) -> String {
    Destination.isRelative(file) ? page.rootReference + file : file
  }
}
