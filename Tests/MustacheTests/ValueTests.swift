import Mustache
import Testing

@Suite struct ValueTests {
  /// Knows every name but one.
  private final class Echo: MustacheObject {
    func value(for name: String) -> MustacheValue? { name == "unknown" ? nil : .text("<\(name)>") }
  }

  private func render(_ source: String, _ value: MustacheValue) throws -> String {
    try MustacheTemplate(source, file: "page").text(value, escaping: .none)
  }

  @Test func anObjectAnswersForItself() throws {
    #expect(try render("{{a}} {{a b.c}} {{unknown}}.", .object(Echo())) == "<a> <a b.c> .")
    #expect(try render("{{#echo}}{{unknown}}{{/echo}}", ["echo": .object(Echo()), "unknown": "root"]) == "root")
  }

  @Test func valuesAreMadeFromWhatSwiftHas() throws {
    let values: [String: MustacheValue] = [
      "text": .text("t"), "flag": .flag(true), "list": .list([.text("1"), .text("2")]),
      "object": .object(["a": .text("o")]),
    ]
    #expect(try render("{{text}} {{flag}} {{#list}}{{.}}{{/list}} {{object.a}}", .object(values)) == "t true 12 o")
  }

  @Test func aTextIsMadeWhereItIsPrinted() throws {
    let made: MustacheValue = .made { $0 += "<b>".utf8 }
    let template = try MustacheTemplate("{{a}} {{{a}}}{{#a}} {{{.}}}{{/a}}{{^a}}none{{/a}}", file: "page")
    #expect(template.text(["a": made]) == "&lt;b&gt; <b> <b>")
    #expect(template.text(["a": .made { _ in }]) == " none")
  }

  @Test func theLastOfTwoValuesOfANameCounts() throws {
    #expect(try render("{{a}}", ["a": "1", "a": "2"]) == "2")
  }

  @Test func aTemplateIsRenderedFromManyTasks() async throws {
    let template = try MustacheTemplate("{{#list}}{{.}};{{/list}}", file: "page")
    let texts = await withTaskGroup(of: String.self) { group in
      for number in 0..<20 { group.addTask { template.text(["list": ["a", .text("\(number)")]]) } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts == Set((0..<20).map { "a;\($0);" }))
  }
}
