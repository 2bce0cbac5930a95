import DocumentModel
import TestKit
import Testing

@Suite struct MarkdownRoundTripTests {
  /// What is written is read, for documents made at random.
  @Test(arguments: Seeds.fixed(42, fresh: 42))
  func `what is written is read`(seed: UInt64) {
    var random = RandomDocument(seed: seed)
    let blocks = random.blocks()
    let markdown = blocks.rendered(as: .markdown)
    #expect([Block](markdown: markdown).outline == blocks.outline, "seed \(seed): \(markdown)")
  }
}
