import Mustache
import Testing

@Suite struct ValueTests {
  /// Has a value for every name but one.
  private final class Echo: MustacheObject {
    func value(for name: borrowing MustacheName) -> MustacheValue? {
      name.text == "unknown" ? nil : .text("<\(name.text)>")
    }
  }

  private func render(_ source: String, _ value: MustacheValue) throws -> String {
    try MustacheTemplate(source, file: "page").text(value, escaping: .none)
  }

  @Test func anObjectReturnsItsValues() throws {
    #expect(try render("{{a}} {{a b.c}} {{unknown}}.", .object(Echo())) == "<a> <a b.c> .")
    #expect(try render("{{#echo}}{{unknown}}{{/echo}}", ["echo": .object(Echo()), "unknown": "root"]) == "root")
  }

  /// Returns the number of the name.
  private final class Numbers: MustacheObject {
    func value(for name: borrowing MustacheName) -> MustacheValue? { name.number.map { .text("\($0)") } }
  }

  @Test func namesOfTheVocabularyAreLookedUpByNumber() throws {
    let source = "{{b}} {{a}} {{a.b}} {{c}}{{#b}} {{.}}{{/b}}"
    let template = try MustacheTemplate(source, file: "page", vocabulary: ["a", "b", "a"])
    // The name with a dot is not in it, and its first part is a text, which has no members.
    #expect(template.text(.object(Numbers())) == "1 0   1")
  }

  @Test func valuesAreCreatedFromSwiftValues() throws {
    let values: [String: MustacheValue] = [
      "text": .text("t"), "flag": .flag(true), "list": .list([.text("1"), .text("2")]),
      "object": .object(["a": .text("o")]),
    ]
    #expect(try render("{{text}} {{flag}} {{#list}}{{.}}{{/list}} {{object.a}}", .object(values)) == "t true 12 o")
  }

  @Test func aGeneratedTextIsCreatedWhenItIsRendered() throws {
    let generated: MustacheValue = .generated { $0 += "<b>".utf8 }
    let template = try MustacheTemplate("{{a}} {{{a}}}{{#a}} {{{.}}}{{/a}}{{^a}}none{{/a}}", file: "page")
    #expect(template.text(["a": generated]) == "&lt;b&gt; <b> <b>")
    #expect(template.text(["a": .generated { _ in }]) == " none")
  }

  @Test func theLastOfTwoValuesOfANameIsUsed() throws {
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
