import Fingerprints
import Testing

/// The example of the documentation comments, run. That it stands here word for word is held by the tests of the architecture.
@Suite struct CommentExampleTests {
  private struct Page {
    var title = "Fruits"
    var number = 1
  }

  @Test func partsOfAFingerprint() {
    let page = Page()
    var parts = Fingerprinter()
    parts.combine(page.title)
    parts.combine(page.number)
    let inputs = parts.finish()
    var same = Fingerprinter()
    same.combine("Fruits")
    same.combine(1)
    #expect(inputs == same.finish())
  }
}
