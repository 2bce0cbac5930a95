import Fingerprints
import Testing

/// Runs the example of the documentation comments. `DocumentationTests` of the architecture checks that it is here as
/// text.
@Suite struct FingerprintsCommentTests {
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
