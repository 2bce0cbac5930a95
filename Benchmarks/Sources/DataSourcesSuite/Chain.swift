import Changesets
import DataSources
import Measuring

/// A product of a shop.
struct Product {
  var id: Int
  var price: Int
  var family: Int
  var isSold: Bool

  static let families = (0..<100).map { "family \($0)" }

  static func random(_ id: Int, using random: inout Random) -> Product {
    Product(
      id: id, price: Int.random(in: 0..<1_000_000, using: &random), family: Int.random(in: 0..<100, using: &random),
      isSold: Int.random(in: 0..<10, using: &random) > 0)
  }
}

/// A chain over products: filter, sort, group, concatenate and flatten.
final class Chain {
  let leaf: ArraySource<Product>
  let last: any DataSource<Product>
  private(set) var random: Random
  private var nextID: Int
  /// The number of edits that the last source of the chain reported.
  private(set) var edits = 0

  init(count: Int) {
    var random = Random(state: 7)
    leaf = ArraySource((0..<count).map { Product.random($0, using: &random) })
    let grouped = leaf.applying(.filter { $0.isSold }).applying(.sort(by: \.price))
      .applying(.group(order: .sorted(by: <)) { Product.families[$0.family] })
    let specials = ArraySource([Product(id: -1, price: 0, family: 0, isSold: true)], name: "specials")
    last = Transform(of: [specials, grouped], by: .concatenate()).applying(.flatten())
    self.random = random
    nextID = count
    _ = last.addObserver(self) { chain, event in
      if case .didUpdate(let batch, _) = event { chain.edits += batch.count }
    }
  }

  /// Applies a random change: a product is inserted, removed, or replaced.
  func change(_ kind: Int) {
    // The position of an edit in a transaction refers to the state when the edit is made, while `count` is that before
    // the transaction. Insertions and removals balance, and the margin keeps the position in bounds.
    let position = Int.random(in: 0..<leaf.count - 1_000, using: &random)
    switch kind % 3 {
    case 0:
      leaf.insert(Product.random(nextID, using: &random), at: position)
      nextID += 1
    case 1:
      leaf.remove(at: position)
    default:
      leaf.update(Product.random(nextID, using: &random), at: position)
      nextID += 1
    }
  }
}
