/// The sections or the models of a director, as of when the list was created. Each element is read when it is accessed.
///
/// It is no lazy sequence: operations such as `map` return arrays.
public struct DirectorList<Element>: RandomAccessCollection {
  /// The number of elements.
  public let endIndex: Int
  private let element: (Int) -> Element

  init(count: Int, element: @escaping (Int) -> Element) {
    endIndex = count
    self.element = element
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// Accesses the element at a position.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  public subscript(position: Int) -> Element { element(position) }
}
