import Changesets
import DataSources
import Testing

/// Random chains under random edits, against the strict oracle.
@Suite struct ChainTests {
  @Test func leaves() {
    fuzz { leaves in leaves[0].applying(.filter { _ in true }) }
  }

  @Test func filter() {
    fuzz(change: { transform, step in transform.configure { $0.predicate = { sample, _ in sample.rank != step } } }) {
      $0[0].applying(.filter { $0.rank % 2 == 0 })
    }
  }

  @Test func concatenation() {
    fuzz(leaves: 3) { Transform(of: $0, by: .concatenate()) }
  }

  @Test func emptySections() {
    fuzz { $0[0].applying(.filter { $0.rank == 1 }).applying(.removeEmptySections()) }
  }

  @Test func sort() {
    fuzz(
      change: { transform, step in
        let descends = { (first: SampleItem, second: SampleItem) in first.rank > second.rank }
        let ascends = { (first: SampleItem, second: SampleItem) in first.id < second.id }
        transform.configure { $0.areInIncreasingOrder = step % 2 == 0 ? descends : ascends }
      }
    ) { $0[0].applying(.sort { $0.rank < $1.rank }) }
    fuzz(change: { transform, step in transform.configure { $0.key = { ($0.rank + step) % 3 } } }) {
      $0[0].applying(.sort(by: \.rank))
    }
  }

  @Test func group() {
    let orders: [Mappings.Group<SampleItem>.Order] = [.firstAppearance, .sorted(by: >), .listed(["3", "1", "7"])]
    for order in orders {
      fuzz(change: { transform, step in transform.configure { $0.order = orders[step % 3] } }) {
        $0[0].applying(.group(order: order, nameOfRest: "rest") { $0.rank == 4 ? nil : "\($0.rank)" })
      }
    }
    fuzz(change: { transform, step in transform.configure { $0.key = { "\(($0.rank + step) % 3)" } } }) {
      $0[0].applying(.group { "\($0.rank)" })
    }
  }

  @Test func insert() {
    fuzz(leaves: 2) { Transform(of: $0, by: .insert(at: ItemPath(0, 2))) }
    fuzz(leaves: 2) { Transform(of: $0, by: .insert(at: ItemPath(1, 1), clampsToEnd: true)) }
  }

  @Test func placeholder() {
    fuzz(leaves: 2) { Transform(of: $0, by: .showPlaceholder()) }
  }
}
