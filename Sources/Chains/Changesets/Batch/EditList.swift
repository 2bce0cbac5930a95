/// The edits of one kind: a collection that stores a single element without allocating memory.
///
/// Most batches consist of one edit of one item and pass through every source of a chain, so most lists are empty or
/// have one element.
///
/// ```swift
/// var deletes: EditList<Int> = [4]
/// deletes += 7..<9
/// print(Array(deletes))   // [4, 7, 8]
/// ```
///
/// A list is encoded as an array.
public struct EditList<Element> {
  /// The element of a list of one; `nil` if the list is empty or `elements` is set.
  @usableFromInline var single: Element?
  /// The elements of a list that has, or once had, more than one. It keeps its capacity when the list becomes shorter.
  /// `nil` otherwise.
  @usableFromInline var elements: [Element]?

  /// Creates an empty list.
  @inlinable public init() {}

  /// Creates a list of one element.
  @inlinable package init(one element: Element) { single = .some(element) }

  /// Creates a list of the elements of an array.
  ///
  /// - Complexity: O(1).
  @inlinable public init(_ elements: [Element]) {
    if elements.count == 1 {
      single = .some(elements[0])
    } else if elements.count > 1 {
      self.elements = elements
    }
  }

  /// Creates a list of the elements of a sequence.
  ///
  /// - Complexity: O(*k*), *k* being the number of elements.
  @inlinable public init(_ elements: some Sequence<Element>) { append(contentsOf: elements) }
}

extension EditList: ExpressibleByArrayLiteral {
  /// Creates a list of the given elements.
  @inlinable public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension EditList: RandomAccessCollection, MutableCollection {
  /// The position of the first element.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last element, which is the number of elements.
  @inlinable public var endIndex: Int { single != nil ? 1 : elements?.count ?? 0 }

  /// The number of elements.
  @inlinable public var count: Int { endIndex }

  /// The element at a position.
  ///
  /// - Complexity: O(1).
  @inlinable public subscript(position: Int) -> Element {
    get {
      if let elements { return elements[position] }
      guard position == 0, let single else { preconditionFailure("The index \(position) is out of range.") }
      return single
    }
    set {
      guard elements == nil else {
        elements?[position] = newValue
        return
      }
      precondition(position == 0 && single != nil, "The index \(position) is out of range.")
      single = .some(newValue)
    }
  }

  /// Calls `body` with each element, in order.
  @inlinable public func forEach(_ body: (Element) throws -> Void) rethrows {
    if let single { return try body(single) }
    if let elements { for element in elements { try body(element) } }
  }

  /// Calls `body` with the contiguous storage of the elements, or returns `nil` if they are not stored in an array.
  @inlinable public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? { try elements?.withContiguousStorageIfAvailable(body) }

  /// Calls `body` with the contiguous mutable storage of the elements, or returns `nil` if they are not stored in an
  /// array.
  @inlinable public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? { try elements?.withContiguousMutableStorageIfAvailable(body) }

  /// Calls `change` with the elements as an array and stores the result.
  @inlinable mutating func withArray<Result>(_ change: (inout [Element]) throws -> Result) rethrows -> Result {
    var array = elements ?? single.map { [$0] } ?? []
    // `array` has to be the only reference to the storage, or mutating it copies the elements.
    single = nil
    elements = nil
    defer { elements = array }
    return try change(&array)
  }
}

extension EditList: RangeReplaceableCollection {
  /// Replaces a range of elements.
  ///
  /// - Complexity: O(*n* + *m*), *n* being the number of elements and *m* the number of new elements.
  @inlinable public mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<Element>
  ) { withArray { $0.replaceSubrange(range, with: elements) } }

  /// Appends an element.
  ///
  /// - Complexity: O(1) on average.
  @inlinable public mutating func append(_ element: Element) {
    if elements != nil {
      elements?.append(element)
    } else if let first = single {
      single = nil
      elements = [first, element]
    } else {
      single = .some(element)
    }
  }

  /// Appends the elements of a sequence.
  ///
  /// - Complexity: O(*k*) on average, *k* being the number of new elements.
  @inlinable public mutating func append(contentsOf elements: some Sequence<Element>) {
    // An empty list shares the storage of the other one.
    if isEmpty, let list = elements as? EditList {
      self = list
      return
    }
    var iterator = elements.makeIterator()
    guard let first = iterator.next() else { return }
    append(first)
    guard let second = iterator.next() else { return }
    withArray { array in
      array.reserveCapacity(array.count + Swift.max(elements.underestimatedCount - 1, 1))
      array.append(second)
      while let next = iterator.next() { array.append(next) }
    }
  }

  /// Removes all elements.
  @inlinable public mutating func removeAll(keepingCapacity: Bool = false) {
    if keepingCapacity { elements?.removeAll(keepingCapacity: true) } else { elements = nil }
    single = nil
  }
}

extension EditList: Equatable where Element: Equatable {
  /// Whether two lists have equal elements in the same order.
  @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elementsEqual(rhs) }
}

extension EditList: Hashable where Element: Hashable {
  /// Hashes the elements, as an array does.
  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

extension EditList: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
}

extension EditList: Decodable where Element: Decodable {
  /// Decodes the elements from an array.
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}

extension EditList: Sendable where Element: Sendable {}

extension EditList: CustomStringConvertible {
  /// The elements, described as an array.
  public var description: String { "\(Array(self))" }
}
