import PomonaSupport
import Testing

@Suite struct PartitioningIndexTests {
  @Test(arguments: 0..<9) func theFirstElementThatSatisfiesThePredicate(count: Int) {
    let numbers = Array(0..<count)
    for limit in 0...count {
      #expect(numbers.partitioningIndex { $0 >= limit } == limit)
      #expect((3..<3 + count).partitioningIndex { $0 >= 3 + limit } == 3 + limit)
    }
  }

  @Test func aSliceKeepsItsIndexes() {
    let slice = Array(0..<9)[2..<7]
    #expect((0..<9).map { limit in slice.partitioningIndex { $0 >= limit } } == [2, 2, 2, 3, 4, 5, 6, 7, 7])
  }
}
