import Changesets
import DataSources
import OrderedTrees
import Testing

@Suite struct KeepTests {
  /// Moving all that follows in each edit would take time that grows with the square of a batch.
  @Test func anEditOfALargeBatchMovesFewItems() {
    let source = ArraySource(0..<20_000)
    let kept = source.applying(.keep())
    source.transaction {
      for index in (0..<10_000).reversed() {
        source.remove(at: index * 2)
        source.insert(-index, at: index)
      }
    }
    #expect(kept.items == source.items)
    #expect(kept.items(inSection: 0) == Array(source.items))
    // Items are moved within their chunk only.
    let items = kept.mapping.items[0]
    #expect(items.chunks.allSatisfy { $0.count <= items.chunkSize } && items.chunkSize < 1000)
  }
}
