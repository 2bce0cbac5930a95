/// A list of weights that is edited anywhere, and knows the sum of those before a place, and the place of a sum.
///
/// It is a ``RankTree`` in a box, in one module with it: so a look at the tree copies nothing.
package struct Weights: Sendable {
  private var tree: Boxed<RankTree>

  /// Creates a list of weights.
  ///
  /// - Complexity: O(*n*), *n* being the number of weights.
  package init(_ weights: some Sequence<Int>) {
    // Narrow, because the weights in a leaf are summed up at every look.
    tree = Boxed(RankTree(weights: weights, width: 16))
  }

  /// The number of weights.
  package var count: Int { tree.value.count }

  /// The sum of all weights.
  package var sum: Int { tree.value.weight }

  /// The weight at an index that exists.
  ///
  /// - Complexity: O(log *n*), *n* being the number of weights.
  package subscript(index: Int) -> Int {
    let handle = handle(at: index)
    return tree.read { $0.weight(of: handle) }
  }

  /// The weight at an index; nil if there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of weights.
  package func weight(at index: Int) -> Int? {
    tree.read { tree in tree.handle(at: index).map { tree.weight(of: $0) } }
  }

  /// The sum of the weights before an index, which may be the end.
  ///
  /// - Complexity: O(log *n*), *n* being the number of weights.
  package func sum(before index: Int) -> Int {
    switch index {
    case 0: 0
    case count: sum
    default: tree.read { [handle = handle(at: index)] in $0.weight(before: handle) }
    }
  }

  /// The index of the weight that a sum falls into, and what of the sum is left there; nil if all weights are less.
  ///
  /// - Complexity: O(log *n*), *n* being the number of weights.
  package func index(atSum sum: Int) -> (index: Int, rest: Int)? {
    tree.read { tree in tree.handle(atWeight: sum).map { (tree.rank(of: $0.handle), $0.offset) } }
  }

  /// All weights, in order.
  ///
  /// - Complexity: O(*n*), *n* being the number of weights.
  package var all: [Int] { tree.value.map(tree.value.weight(of:)) }

  /// Adds to a weight.
  ///
  /// - Complexity: O(log *n*), *n* being the number of weights.
  package mutating func add(_ difference: Int, at index: Int) { tree.value.addWeight(difference, at: index) }

  /// Inserts a weight.
  ///
  /// - Complexity: O(log *n*), *n* being the number of weights.
  package mutating func insert(_ weight: Int, at index: Int) {
    tree.value.insert(before: index == count ? nil : handle(at: index), weight: weight)
  }

  /// Removes a weight, and returns it.
  ///
  /// - Complexity: O(log *n*), *n* being the number of weights.
  @discardableResult
  package mutating func remove(at index: Int) -> Int {
    let handle = handle(at: index)
    let weight = tree.value.weight(of: handle)
    tree.value.remove(handle)
    return weight
  }

  private func handle(at index: Int) -> RankTree.Handle {
    guard let handle = tree.read({ $0.handle(at: index) }) else {
      preconditionFailure("There is no section \(index) of \(count).")
    }
    return handle
  }

  /// What is wrong with the list: an empty list, unless its code is. For tests.
  package func _checkInvariants() -> [String] { tree.value._checkInvariants() }
}
