import Mustache
import Testing

@Suite struct LimitTests {
  private func render(_ source: String, _ value: MustacheValue, upTo limit: Int) throws -> String? {
    try MustacheTemplate(source, file: "t").render(value, upTo: limit).map { String(decoding: $0, as: UTF8.self) }
  }

  private func nested(_ depth: Int, _ text: String) -> String {
    String(repeating: "{{#a}}", count: depth) + text + String(repeating: "{{/a}}", count: depth)
  }

  @Test func whatFitsIsRendered() throws {
    #expect(try render("{{#a}}{{.}}, {{/a}}", ["a": ["x", "y"]], upTo: 1000) == "x, y, ")
    #expect(try render("{{a}}", ["a": .text(String(repeating: "x", count: 2000))], upTo: 1000) == nil)
  }

  /// Without a limit, forty sections over two elements have a billion outputs, or do a billion steps for none.
  @Test(arguments: ["x", "", "{{^a}}x{{/a}}"])
  func sectionsThatMultiplyEnd(text: String) throws {
    #expect(try render(nested(40, text), ["a": ["x", "y"]], upTo: 100_000) == nil)
    #expect(
      try render(nested(3, text), ["a": ["x", "y"]], upTo: 100_000)
        == String(repeating: text == "x" ? "x" : "", count: 8))
  }

  /// A list is created as a whole whenever its name is looked up.
  @Test(arguments: ["{{b}}", "{{^b}}x{{/b}}"])
  func elementsCountThatAreNotShown(text: String) throws {
    let value: MustacheValue = ["a": ["x", "y"], "b": [.list(Array(repeating: "z", count: 1000))]]
    #expect(try render(text, value, upTo: 10_000) == "")
    #expect(try render(nested(4, text), value, upTo: 10_000) == nil)
  }
}
