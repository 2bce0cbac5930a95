import DocumentModel
import Testing

@Suite struct MarkdownRoundTripTests {
  /// What is written is read, for documents made at random.
  @Test(arguments: 1...500 as ClosedRange<UInt64>)
  func `what is written is read`(seed: UInt64) {
    var random = RandomDocument(seed: seed)
    let blocks = random.blocks()
    let markdown = blocks.rendered(as: .markdown)
    #expect([Block](markdown: markdown).outline == blocks.outline, "seed \(seed): \(markdown)")
  }
}
