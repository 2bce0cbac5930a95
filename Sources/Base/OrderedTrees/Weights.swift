/// A list of weights that can be edited anywhere and that computes the sum before an index and the index at a sum.
///
/// It wraps a ``RankTree`` in a box, in the same module, so that reading the tree copies no arrays.
///
/// - Complexity: Looking up and editing a weight takes O(log *n*), *n* being the number of weights, unless another
///   cost is stated.
package struct Weights: Sendable {
  private var tree: CopyOnWriteBox<RankTree>

  /// Creates a list of weights.
  ///
  /// - Complexity: O(*n*), *n* being the number of weights.
  package init(_ weights: some Sequence<Int>) {
    // Narrow, because the weights in a leaf are summed up in every query.
    tree = CopyOnWriteBox(RankTree(weights: weights, width: 16))
  }

  /// The number of weights.
  package var count: Int { tree.value.count }

  /// The sum of all weights.
  package var sum: Int { tree.value.weight }

  /// The weight at an index that exists.
  package subscript(index: Int) -> Int {
    let handle = handle(at: index)
    return tree.read { $0.weight(of: handle) }
  }

  /// Returns the weight at an index, or `nil` if there is none.
  package func weight(at index: Int) -> Int? {
    tree.read { tree in tree.handle(at: index).map { tree.weight(of: $0) } }
  }

  /// Returns the sum of the weights before an index, which may be the end.
  package func sum(before index: Int) -> Int {
    switch index {
    case 0: 0
    // The end of the list is not at an element whose positions could be found.
    case count: sum
    default: positions(of: index).lowerBound
    }
  }

  /// Returns the positions of the sum that a weight contains.
  package func positions(of index: Int) -> Range<Int> {
    guard let positions = tree.read({ $0.positions(ofElementAt: index) }) else { failure(index) }
    return positions
  }

  /// Returns the index of the weight that contains a position of the sum, and the offset of the position in this
  /// weight; `nil` if the position is not below the sum of all weights.
  package func index(atSum sum: Int) -> (index: Int, rest: Int)? {
    tree.read { tree in tree.handle(atWeight: sum).map { (tree.rank(of: $0.handle), $0.offset) } }
  }

  /// All weights, in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of weights.
  package var all: [Int] { tree.value.map(tree.value.weight(of:)) }

  /// Adds a difference to a weight.
  package mutating func add(_ difference: Int, at index: Int) { tree.value.addWeight(difference, at: index) }

  /// Inserts a weight.
  package mutating func insert(_ weight: Int, at index: Int) {
    tree.value.insert(before: index == count ? nil : handle(at: index), weight: weight)
  }

  /// Removes and returns a weight.
  @discardableResult
  package mutating func remove(at index: Int) -> Int {
    let handle = handle(at: index)
    let weight = tree.value.weight(of: handle)
    tree.value.remove(handle)
    return weight
  }

  private func handle(at index: Int) -> RankTree.Handle {
    guard let handle = tree.read({ $0.handle(at: index) }) else { failure(index) }
    return handle
  }

  private func failure(_ index: Int) -> Never { preconditionFailure("There is no section \(index) of \(count).") }
}
