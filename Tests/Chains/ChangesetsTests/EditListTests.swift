import Changesets
import Foundation
import TestKit
import Testing

/// Compares edit lists with arrays.
@Suite struct EditListTests {
  /// Applies the same random change to a list and an array.
  private func change(_ list: inout EditList<Int>, _ array: inout [Int], using random: inout SeededGenerator) {
    let number = Int.random(in: 0..<100, using: &random)
    let numbers = (0..<Int.random(in: 0..<4, using: &random)).map { _ in Int.random(in: 0..<100, using: &random) }
    let bounds = [0, 1].map { _ in Int.random(in: 0...array.count, using: &random) }.sorted()
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      list.append(number)
      array.append(number)
    case 2:
      list += numbers
      array += numbers
    case 3:
      list.append(contentsOf: EditList(numbers))
      array += numbers
    case 4:
      list.replaceSubrange(bounds[0]..<bounds[1], with: numbers)
      array.replaceSubrange(bounds[0]..<bounds[1], with: numbers)
    case 5:
      list.sort()
      array.sort()
    case 6:
      list.removeAll { $0 % 2 == 0 }
      array.removeAll { $0 % 2 == 0 }
    case 7:
      for index in list.indices { list[index] += number }
      for index in array.indices { array[index] += number }
    case 8:
      list = EditList(list.reversed())
      array.reverse()
    default:
      guard number % 3 == 0 else { return }
      list.removeAll(keepingCapacity: number % 2 == 0)
      array.removeAll()
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>) func aListHasTheElementsOfAnArray(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var list = EditList<Int>(), array: [Int] = []
    for round in 0..<2_000 {
      let (copy, former) = (list, array)
      change(&list, &array, using: &random)
      #expect(Array(list) == array && list.count == array.count, "seed \(seed), round \(round)")
      #expect(list.indices.map { list[$0] } == array, "seed \(seed), round \(round)")
      #expect(list.isEmpty == array.isEmpty && "\(list)" == "\(array)", "seed \(seed), round \(round)")
      #expect(Array(copy) == former, "seed \(seed), round \(round)")
      #expect((copy == list) == (former == array), "seed \(seed), round \(round)")
      let other = EditList(array)
      #expect(other == list && other.hashValue == list.hashValue, "seed \(seed), round \(round)")
    }
  }

  @Test func aListIsEncodedAsAnArray() throws {
    for array in [[], [7], [3, 1, 2]] {
      let data = try JSONEncoder().encode(EditList(array))
      #expect(try data == JSONEncoder().encode(array))
      #expect(try JSONDecoder().decode(EditList<Int>.self, from: data) == EditList(array))
    }
  }

  @Test func stepsLeadFromOneStateToTheNext() throws {
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      func lists() -> [[Int]] {
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          (0..<Int.random(in: 0..<5, using: &random)).map { _ in Int.random(in: 0..<40, using: &random) }
        }
      }
      let (old, new) = (lists(), lists())
      // Numbers that are equal modulo 8 have the same identity; the rest is content.
      let batch = diff(
        from: old, to: new, sections: ClosureMatching(id: { $0.count }, content: { _, _ in true }), items: { $0 },
        matching: ClosureMatching(id: { $0 % 8 }, content: ==))
      if batch.isReload { continue }
      var state = old
      for path in batch.removals { state[path.section].remove(at: path.item) }
      batch.sections.apply(to: &state) { new[$0] }
      for path in batch.insertions { state[path.section].insert(new[path.section][path.item], at: path.item) }
      for path in batch.replacements { state[path.section][path.item] = new[path.section][path.item] }
      #expect(state == new, "seed \(seed): \(batch)")
    }
  }

  @Test func copiesOfBatchesAreIndependent() {
    let path = ItemPath(1, 2)
    for original in [
      UpdateBatch(), UpdateBatch(items: Edits(deletes: [path])), UpdateBatch(items: Edits(inserts: [path, path])),
    ] {
      var items = original.items
      items.updates.append(PlacePair(path, path))
      var copy = original
      copy.items.updates.append(PlacePair(path, path))
      #expect(copy == UpdateBatch(items: items) && copy != original)
      var other = copy
      other.sections.deletes = [7]
      #expect(copy.sections.isEmpty && other.items == items && other.sections == Edits(deletes: [7]))
      copy.items = Edits()
      #expect(copy.isEmpty && copy == UpdateBatch())
      #expect(original.items.updates.isEmpty)
    }
  }

  @Test func descriptionsShowTheEdits() {
    for items in [
      Edits(deletes: [ItemPath(3, 141)]),
      Edits(inserts: [3, 4].map { ItemPath(section: $0, item: 141) }),
    ] {
      #expect("\(UpdateBatch(items: items))".contains("(3, 141)"))
    }
  }
}
