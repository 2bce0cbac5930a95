import DocumentModel
import Testing

@Suite struct DestinationTests {
  @Test(arguments: [
    "http://e.org", "HTTPS://e.org", "mailto:a@e.org", "tel:1", "ftp://e.org", "", "a.html", "#a", "?a=b:c", "/a:b",
    "//e.org:80",
    "a/b:c", "\\a:b", ":x", "12:30", "foo):", "javascript\u{301}:x", "http\u{301}:x", "+a:b",
  ])
  func `safe`(address: String) { #expect(Destination.isSafe(address)) }

  @Test(arguments: [
    "javascript:x", "JavaScript:x", "java\tscript:x", "java\nscript:x", " javascript:x", "\u{1}javascript:x",
    "javascript\u{0}:x", "\u{7F}data:x", "vbscript:x", "data:image/png;base64,x", "file:///x", "c:\\x",
    "java script:x", "x+y-1.0:z",
  ])
  func `not safe`(address: String) { #expect(!Destination.isSafe(address)) }

  @Test(arguments: ["a.html", "../a.html", "./a", "a b", "a/b:c", "?q", "12:30", "foo):"])
  func `relative`(address: String) { #expect(Destination.isRelative(address)) }

  @Test(arguments: ["", "/a", "//e.org/a", "#a", "http://e.org", "mailto:a@e.org", "javascript:x", " javascript:x"])
  func `not relative`(address: String) { #expect(!Destination.isRelative(address)) }
}
