import OrderedTrees
import TestKit
import Testing

@Suite struct DualOrderListTests {
  @Test(arguments: [0, 1, 5, 300]) func afterRemovingManyTheRestIsNumberedInOrder(count: Int) {
    for seed in Seeds.fixed(3, fresh: 2) {
      var random = SeededGenerator(seed: seed)
      // Numbers in the order of the source; the other order is that of the numbers.
      var numbers = (0..<count).shuffled(using: &random)
      var list = DualOrderList(order: numbers.indices.sorted { numbers[$0] < numbers[$1] }.map { UInt32($0) })
      var owned = numbers
      for _ in 0..<3 {
        let removed = numbers.indices.filter { _ in Bool.random(using: &random) }
        let remaining = list.remove(at: removed.shuffled(using: &random))
        owned = remaining.map { owned[$0] }
        numbers = numbers.indices.filter { !removed.contains($0) }.map { numbers[$0] }
        #expect(owned == numbers, "seed \(seed)")
        #expect(
          list.count == numbers.count && list.sourcePositions.map { numbers[$0] } == numbers.sorted(), "seed \(seed)")
        // A new element takes the next number, as no offset is free.
        let offset = list.insert(at: 0) { owned[$0] < 1_000 ? .before : .after }
        #expect(offset == owned.count, "seed \(seed)")
        owned.append(1_000)
        numbers.insert(1_000, at: 0)
        #expect(list.arrangedPosition(of: 0) == numbers.count - 1, "seed \(seed)")
        _ = list.remove(at: 0)
        owned.removeLast()
        numbers.removeFirst()
      }
    }
  }
}
