/// The sections or the models of a director, as they were when they were asked for. Each is read when it is asked for.
///
/// What is made of it, such as by `map`, is an array, which it would not be of a lazy sequence.
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

  /// The element at a position.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  public subscript(position: Int) -> Element { element(position) }
}
