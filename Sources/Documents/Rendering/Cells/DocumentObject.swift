import DocumentModel
public import Fingerprints
public import JSONValues

/// The identity of an object with its own page: its collection, and its key in that collection.
///
/// By default, the address of the page follows from the identity alone, so that sorting and grouping objects do not
/// change addresses.
public struct ObjectID: Hashable, CustomStringConvertible, Sendable {
  /// The name of the collection, such as that of a data set.
  public var collection: String
  /// The key, unique in the collection.
  /// An object with another key is another object: its page moves to another address, and the former one needs a
  /// redirect.
  public var key: String

  /// Creates an identity.
  public init(collection: String, key: String) {
    self.collection = collection
    self.key = key
  }

  /// The collection and the key: `fruits/fig`.
  public var description: String { "\(collection)/\(key)" }

  /// The fingerprint of the identity. It decides what must not depend on anything else, such as the boundaries of
  /// stable pages and the shard of the search index for the object.
  var fingerprint: Fingerprint {
    var parts = Fingerprinter()
    return fingerprint(&parts)
  }

  func fingerprint(_ parts: inout Fingerprinter) -> Fingerprint {
    parts.combine(collection)
    parts.combine(key)
    return parts.finish()
  }
}

/// An object with its own page in a document. Its members may be called on any thread.
public protocol DocumentObject: Sendable {
  /// The identity, unique in the document. If two objects share one, the page of one of them gets another address.
  var objectID: ObjectID { get }
  /// The name of the object for readers.
  var title: String { get }
  /// The fingerprint of everything that cells may show of the object, or `nil` if the object cannot provide it.
  ///
  /// As long as this fingerprint and the declared dependencies of the cells are the same, the pages that show the
  /// object are unchanged. With `nil`, these pages are examined every time.
  ///
  /// - Warning: If a fingerprint leaves out something that a cell shows, a page stays as it was when only that changes.
  ///   In case of doubt, return `nil`.
  var fingerprint: Fingerprint? { get }
  /// Returns the fields of the object as data, for renderers that write data; `nil` by default.
  ///
  /// - Parameter references: The addresses of other pages and of files, relative to the page that shows the object.
  func fields(from references: PageReferences) -> JSONObject?
}

extension DocumentObject {
  /// `nil`: the object provides no fingerprint.
  public var fingerprint: Fingerprint? { nil }

  /// Returns `nil`: the object provides no fields.
  public func fields(from references: PageReferences) -> JSONObject? { nil }
}

/// The addresses of the pages of objects and of the files of a catalog, relative to a page of a format.
public struct PageReferences {
  private let page: PagePath
  private let linkExtension: String
  private let address: (ObjectID) -> PagePath?

  init(from page: PagePath, to linkExtension: String, address: @escaping (ObjectID) -> PagePath?) {
    self.page = page
    self.linkExtension = linkExtension
    self.address = address
  }

  /// Returns the page of an object and its relative address, `growers/smith` and `../growers/smith.html`, or `nil` if
  /// it has no page.
  public func page(of id: ObjectID) -> (page: String, href: String)? {
    address(id).map { ($0.address, page.reference(to: $0, linkExtension)) }
  }

  /// Returns the relative address of a file of the catalog, such as a picture.
  ///
  /// - Parameter file: A path relative to the root of the catalog. Any other address, such as one of another site, is
  ///   returned unchanged.
  public func reference(to file: String) -> String { Destination.isRelative(file) ? page.rootReference + file : file }
}
