import Mustache
import Testing

@Suite struct ReferenceTests {
  typealias Reference = MustacheTemplate.Reference

  private func references(in source: String) throws -> [Reference] {
    try MustacheTemplate(source, file: "page").references
  }

  @Test func everyUseIsListedInOrder() throws {
    let references = try references(in: "{{a}}{{{b}}}{{&c}}{{#d}}{{/d}}{{^e}}{{/e}}{{>f}}{{a}}{{! g }}{{=| |=}}|h i|")
    #expect(references.map(\.name) == ["a", "b", "c", "d", "e", "f", "a", "h i"])
    #expect(
      references.map(\.kind)
        == [.variable, .variable, .variable, .section, .invertedSection, .partial, .variable, .variable])
  }

  @Test func placesCountLinesAndCharacters() throws {
    let references = try references(in: "ä🍎{{a}}{{ b }}\r\n\n\t{{#c}}\r\n{{!\n}} {{d}}{{/c}}")
    #expect(references.map(\.line) == [1, 1, 3, 5])
    #expect(references.map(\.column) == [3, 8, 2, 4])
  }

  @Test func scopesNameTheSectionsAround() throws {
    let references = try references(
      in: "{{a}}{{#b}}{{c}}{{^d}}{{#e.f}}{{>g}}{{/e.f}}{{/d}}{{#.}}{{h}}{{/.}}{{/b}}{{i}}")
    let scopes = Dictionary(uniqueKeysWithValues: references.map { ($0.name, $0.scopes) })
    #expect(
      scopes == [
        "a": [], "b": [], "c": ["b"], "d": ["b"], "e.f": ["b"], "g": ["b", "e.f"], "h": ["b", "."], "i": [],
      ])
  }

  @Test func theImplicitIteratorIsNotListed() throws {
    #expect(try references(in: "{{.}}{{{ . }}}{{#.}}{{.}}{{/.}}").isEmpty)
  }

  @Test func dynamicPartialsAreListedByTheNameThatIsLookedUp() throws {
    let references = try references(in: "{{>*a.b}}{{>*.}}")
    #expect(references.map(\.name) == ["a.b", "."])
    #expect(references.map(\.kind) == [.dynamicPartial, .dynamicPartial])
  }

  @Test func theTemplateKeepsTheNameOfItsFile() throws {
    #expect(try MustacheTemplate("", file: "page.mustache").file == "page.mustache")
  }
}
