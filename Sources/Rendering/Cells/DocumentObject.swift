public import Fingerprints

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
}

extension DocumentObject {
  /// Not known.
  public var fingerprint: Fingerprint? { nil }
}
