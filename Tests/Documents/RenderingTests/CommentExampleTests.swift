import Diagnostics
import JSONValues
import Rendering
import Testing

/// Runs the example of a comment on a declaration that only the rooms of the package see, and reads the options of
/// another. `OutsideTests` has the others.
@Suite struct CommentExampleTests {
  @Test func namesOfATemplate() throws {
    let names = TemplateNames(["name", "recipes"], records: ["recipes": TemplateNames(["title", "minutes"])])
    #expect(names.records["recipes"]?.fields == ["title", "minutes"])
  }

  @Test func optionsHaveDefaults() {
    let options: OptionSchema = """
      { "properties": { "width": { "type": "integer", "minimum": 20, "default": 72, "description": "The length." } } }
      """
    var findings: [Diagnostic] = []
    #expect(options.options(nil, findings: &findings) == ["width": 72])
    #expect(findings == [])
  }
}
