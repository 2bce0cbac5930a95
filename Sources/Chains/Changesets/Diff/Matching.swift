/// Identifies the elements of two lists and compares their contents.
///
/// A custom conformance is the fastest way to diff: its methods are compiled into the diff, whereas closures are called
/// for each element once lists differ in more than a few places. It may supply a hash if a good one is available.
public protocol Matching<Element> {
  /// The type of the elements.
  associatedtype Element
  /// The type of the identities.
  associatedtype ID: Hashable

  /// Returns the identity of an element. It is the same in both states, and no other element of the list has it.
  func id(of element: Element) -> ID

  /// Returns a hash of an identity. Equal identities have equal hashes; identities of equal hash are compared by `==`.
  func hash(of id: ID) -> Int

  /// Returns whether an element that is in both states has the same content in both.
  func hasSameContent(_ old: Element, _ new: Element) -> Bool
}

extension Matching {
  /// Returns the identity's `hashValue`.
  @inlinable @inline(__always) public func hash(of id: ID) -> Int { id.hashValue }
}

/// A matching of elements by `id`, which compares contents by `==`.
public struct IdentifiableMatching<Element: Identifiable & Equatable>: Matching {
  /// Creates the matching.
  @inlinable public init() {}

  /// Returns the element's `id`.
  @inlinable @inline(__always) public func id(of element: Element) -> Element.ID { element.id }

  /// Returns whether the elements are equal.
  @inlinable @inline(__always) public func hasSameContent(_ old: Element, _ new: Element) -> Bool { old == new }
}

/// A matching by closures.
public struct ClosureMatching<Element, ID: Hashable>: Matching {
  @usableFromInline let identity: (Element) -> ID
  @usableFromInline let content: (Element, Element) -> Bool

  /// Creates a matching.
  ///
  /// - Parameters:
  ///   - id: Returns the identity of an element; may be a key path.
  ///   - content: Returns whether an element that is in both states has the same content in both.
  @inlinable public init(id: @escaping (Element) -> ID, content: @escaping (Element, Element) -> Bool) {
    self.identity = id
    self.content = content
  }

  @inlinable @inline(__always) public func id(of element: Element) -> ID { identity(element) }

  @inlinable @inline(__always) public func hasSameContent(_ old: Element, _ new: Element) -> Bool { content(old, new) }
}
