import Mustache
import Synchronization
import Testing

@Suite struct LimitTests {
  private func render(_ source: String, _ value: MustacheValue, upTo limit: Int) throws -> String? {
    try MustacheTemplate(source, file: "t").render(value, upTo: limit).map { String(decoding: $0, as: UTF8.self) }
  }

  private func nested(_ depth: Int, _ text: String) -> String {
    String(repeating: "{{#a}}", count: depth) + text + String(repeating: "{{/a}}", count: depth)
  }

  @Test func outputWithinTheLimitIsRendered() throws {
    #expect(try render("{{#a}}{{.}}, {{/a}}", ["a": ["x", "y"]], upTo: 1000) == "x, y, ")
    #expect(try render("{{a}}", ["a": .text(String(repeating: "x", count: 2000))], upTo: 1000) == nil)
  }

  /// Without a limit, forty sections over two elements have a billion outputs, or do a billion steps for none.
  @Test(arguments: ["x", "", "{{^a}}x{{/a}}"])
  func nestedSectionsAreLimited(text: String) throws {
    #expect(try render(nested(40, text), ["a": ["x", "y"]], upTo: 100_000) == nil)
    #expect(
      try render(nested(3, text), ["a": ["x", "y"]], upTo: 100_000)
        == String(repeating: text == "x" ? "x" : "", count: 8))
  }

  /// Each item is a step, even of a section without content.
  @Test func itemsWithoutOutputCount() throws {
    let value: MustacheValue = ["a": ["x", "y"], "b": .list(Array(repeating: "z", count: 1000))]
    #expect(try render("{{#b}}{{/b}}", value, upTo: 10_000) == "")
    #expect(try render(nested(4, "{{#b}}{{/b}}"), value, upTo: 10_000) == nil)
  }

  @Test func itemsAreCreatedWhenASectionReachesThem() throws {
    let created = Mutex<[Int]>([])
    let list = MustacheValue.list(count: 1000, text: "many") { number in
      created.withLock { $0.append(number) }
      return .text("\(number)")
    }
    #expect(try render("{{b}}{{^b}}x{{/b}}", ["b": list], upTo: 10_000) == "many")
    #expect(created.withLock(\.self).isEmpty)
    #expect(try render("{{#b}}{{.}} {{/b}}", ["b": list], upTo: 100) == nil)
    #expect(created.withLock(\.self) == Array(0..<created.withLock(\.count)))
    #expect(created.withLock(\.count) < 10)
  }
}
