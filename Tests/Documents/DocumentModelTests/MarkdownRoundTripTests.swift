import DocumentModel
import TestKit
import Testing

@Suite struct MarkdownRoundTripTests {
  /// Random documents are read as they were written.
  @Test(arguments: Seeds.fixed(42, fresh: 42))
  func `written documents are read again`(seed: UInt64) {
    var random = RandomDocument(seed: seed)
    let blocks = random.blocks()
    let markdown = blocks.rendered(as: .markdown)
    #expect([Block](markdown: markdown).outline == blocks.outline, "seed \(seed): \(markdown)")
  }
}
