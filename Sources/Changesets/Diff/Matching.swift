/// Identifies the elements of two lists, and compares their contents.
///
/// A conformance of your own is the fastest way to diff: everything it does is compiled into the diff, where closures are called
/// for each element once lists differ in more than a few places. It may supply a hash where a good one is at hand.
public protocol Matching<Element> {
  /// An element of the lists.
  associatedtype Element
  /// The identity of an element.
  associatedtype ID: Hashable

  /// The identity of an element: equal in both states, and no other element of its list has it.
  func id(of element: Element) -> ID

  /// A hash of an identity: equal for equal identities. Identities of equal hash are compared by `==`.
  func hash(of id: ID) -> Int

  /// Whether an element that is in both states has the same content in both.
  func hasSameContent(_ old: Element, _ new: Element) -> Bool
}

extension Matching {
  /// The identity's own hash.
  @inlinable @inline(__always) public func hash(of id: ID) -> Int { id.hashValue }
}

/// Matches by `id`, compares content by `==`.
public struct IdentifiableMatching<Element: Identifiable & Equatable>: Matching {
  /// Creates the matching.
  @inlinable public init() {}

  /// The element's `id`.
  @inlinable @inline(__always) public func id(of element: Element) -> Element.ID { element.id }

  /// Whether the elements are equal.
  @inlinable @inline(__always) public func hasSameContent(_ old: Element, _ new: Element) -> Bool { old == new }
}

/// Matches and compares by closures.
public struct ClosureMatching<Element, ID: Hashable>: Matching {
  @usableFromInline let identity: (Element) -> ID
  @usableFromInline let content: (Element, Element) -> Bool

  /// Creates a matching.
  ///
  /// - Parameters:
  ///   - id: Returns the identity of an element; a key path will do.
  ///   - content: Returns whether an element that is in both states has the same content in both.
  @inlinable public init(id: @escaping (Element) -> ID, content: @escaping (Element, Element) -> Bool) {
    self.identity = id
    self.content = content
  }

  /// The element's identity.
  @inlinable @inline(__always) public func id(of element: Element) -> ID { identity(element) }

  /// Whether the content is the same.
  @inlinable @inline(__always) public func hasSameContent(_ old: Element, _ new: Element) -> Bool { content(old, new) }
}
