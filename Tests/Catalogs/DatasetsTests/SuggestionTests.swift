import Diagnostics
import Testing

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("colr", "colour"), ("Colour", "colour"), ("nmae", "name"), ("nam", "name"), ("names", "name"), ("priec", "price"),
    ("prize", "price"),
  ])
  func `a misspelling finds the name`(written: String, meant: String) {
    #expect(written.closest(in: ["name", "price", "colour"]) == meant)
  }

  @Test(arguments: ["", "x", "vitamins", "colander"])
  func `another word finds nothing`(written: String) {
    #expect(written.closest(in: ["name", "price", "colour", "a"]) == nil)
  }

  @Test func `the closest is suggested, then the first`() {
    #expect("apple".closest(in: ["ample", "apples", "apple"]) == "apple")
    #expect("bat".closest(in: ["cat", "hat"]) == "cat")
    #expect("bat".closest(in: [String]()) == nil)
  }

  @Test func `a swap counts one`() {
    #expect("abc".closest(in: ["acb"]) == "acb")
    #expect("abc".closest(in: ["cba"]) == nil)
  }

  @Test func `very long texts have no suggestion`() {
    #expect(String(repeating: "a", count: 65).closest(in: [String(repeating: "a", count: 65)]) == nil)
  }
}
