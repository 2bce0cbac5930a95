import DocumentModel
public import Fingerprints
public import JSONValues

/// The identity of an object that has a page of its own: its collection, and its key in that collection.
///
/// The address of the page follows from it alone, so that sorting and regrouping leave addresses as they are.
public struct ObjectID: Hashable, Sendable {
  /// The collection, such as the name of a data set.
  public var collection: String
  /// The key, unique in the collection.
  public var key: String

  /// Makes an identity.
  public init(collection: String, key: String) {
    self.collection = collection
    self.key = key
  }
}

extension ObjectID {
  /// What follows from the identity alone, such as the boundaries of stable pages, and the part of the search that the object is in.
  var fingerprint: Fingerprint {
    var parts = Fingerprinter()
    parts.combine(collection)
    parts.combine(key)
    return parts.finish()
  }
}

/// An object that a document has a page for. What is asked of it is asked on any thread.
public protocol DocumentObject: Sendable {
  /// The identity, unique in the document.
  var objectID: ObjectID { get }
  /// What people call the object.
  var title: String { get }
  /// The fingerprint of all that its cells may show: as long as it is the same, and what its cells declare to follow from, pages that show
  /// the object need not be looked at. Nil where the object does not know; then they are, every time.
  var fingerprint: Fingerprint? { get }
  /// Returns the fields of the object as data, for renderers that show data; nil by default.
  ///
  /// - Parameter references: Where things are from the page that shows them.
  func fields(from references: PageReferences) -> JSONObject?
}

extension DocumentObject {
  /// Not known.
  public var fingerprint: Fingerprint? { nil }

  /// None.
  public func fields(from references: PageReferences) -> JSONObject? { nil }
}

/// Where the pages of objects and the files of a catalog are, from a page of a format.
public struct PageReferences {
  private let page: PagePath
  private let linkExtension: String
  private let address: (ObjectID) -> PagePath?

  init(from page: PagePath, to linkExtension: String, address: @escaping (ObjectID) -> PagePath?) {
    self.page = page
    self.linkExtension = linkExtension
    self.address = address
  }

  /// The page of an object and the way there: `growers/smith`, `../growers/smith.html`; nil if it has no page.
  public func page(of id: ObjectID) -> (page: String, href: String)? {
    address(id).map { ($0.address, page.reference(to: $0, linkExtension)) }
  }

  /// The way to a file of the catalog, such as a picture.
  ///
  /// - Parameter file: A path relative to the catalog's root; an address of another site is as it is.
  public func reference(to file: String) -> String {
    Destination.isRelative(file) ? page.rootReference + file : file
  }
}
