import Diagnostics
import Mustache
import Testing

/// Runs the examples of the landing page of Mustache.
@Suite struct MustacheDocumentationTests {
  @Test func aTemplateIsCompiledOnce() throws {
    let template = try MustacheTemplate("{{name}}{{#uses}}, {{.}}{{/uses}}", file: "fruit.mustache")
    let text = template.render(["name": "Lemon & lime", "uses": ["juice", "zest"]])
    #expect(String(decoding: text, as: UTF8.self) == "Lemon &amp; lime, juice, zest")
    #expect(template.references.map(\.name) == ["name", "uses"])
  }

  @Test func errorsHaveTheirPlaces() {
    let error = #expect(throws: DiagnosticsError.self) { try MustacheTemplate("{{#uses}}", file: "fruit.mustache") }
    #expect(error?.diagnostics.map(\.code.rawValue) == ["mustache/unclosed-section"])
  }
}
