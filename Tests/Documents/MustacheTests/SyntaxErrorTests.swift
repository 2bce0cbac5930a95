import Diagnostics
import Mustache
import Testing

@Suite struct SyntaxErrorTests {
  /// The errors of a template, each as its code's second half, line and column.
  private func problems(in source: String) -> [String] {
    do throws(DiagnosticsError) {
      _ = try MustacheTemplate(source, file: "page.mustache")
      return []
    } catch {
      return error.diagnostics.map { problem in
        #expect(problem.severity == .error)
        #expect(problem.location.file == "page.mustache")
        #expect(problem.hint?.isEmpty == false)
        let kind = problem.code.rawValue.split(separator: "/").last ?? ""
        return "\(kind) \(problem.location.line ?? 0):\(problem.location.column ?? 0)"
      }
    }
  }

  @Test(arguments: [
    ("{{", "unclosed-tag 1:1"),
    ("a\nb {{name", "unclosed-tag 2:3"),
    ("{{name}", "unclosed-tag 1:1"),
    ("{{{name}}", "unclosed-tag 1:1"),
    ("{{name\nand {{other}}", "unclosed-tag 1:1"),
    ("{{{name}} and {{{other}}}", "unclosed-tag 1:1"),
    ("{{=<% %>}}", "unclosed-tag 1:1"),
    ("{{! comment", "unclosed-tag 1:1"),
    ("{{=<% %>=}}<%name}}", "unclosed-tag 1:12"),
    ("{{}}", "empty-name 1:1"),
    ("ä{{ }}", "empty-name 1:2"),
    ("{{{}}}", "empty-name 1:1"),
    ("{{&}}", "empty-name 1:1"),
    ("{{>}}", "empty-name 1:1"),
    ("{{> * }}", "empty-name 1:1"),
    ("{{#a}}{{/}}{{/a}}", "empty-name 1:7"),
    ("{{#a}}", "unclosed-section 1:1"),
    ("\r\n {{^a}}\n", "unclosed-section 2:2"),
    ("{{/a}}", "closing-without-opening 1:1"),
    ("{{#a}}{{/a}}\n{{/a}}", "closing-without-opening 2:1"),
    ("{{#a}}\n  {{/b}}", "wrong-closing-name 2:3"),
    ("{{#a}}{{#b}}{{/a}}", "wrong-closing-name 1:13"),
    ("{{=<%=}}", "bad-delimiters 1:1"),
    ("{{==}}", "bad-delimiters 1:1"),
    ("{{=< % >=}}", "bad-delimiters 1:1"),
    ("{{=<%= =%>=}}", "bad-delimiters 1:1"),
    ("{{<parent}}{{/parent}}", "unsupported-tag 1:1"),
    ("{{#a}}{{$block}}x{{/block}}{{/a}}", "unsupported-tag 1:7"),
  ])
  func anErrorIsFoundAtItsPlace(_ source: String, _ expected: String) {
    #expect(problems(in: source) == [expected])
  }

  @Test func allErrorsAreFoundInOrder() {
    let source = "{{#a}}\n{{}}\n{{#b}}{{/c}}\n{{<d}}{{/d}}\n"
    #expect(
      problems(in: source) == [
        "unclosed-section 1:1", "empty-name 2:1", "wrong-closing-name 3:7", "unsupported-tag 4:1",
      ])
  }

  @Test func anErrorHasAHint() throws {
    let error = try #require(throws: DiagnosticsError.self) {
      try MustacheTemplate("{{#fruits}}\n{{/fruit}}", file: "page.mustache")
    }
    #expect(
      error.description == """
        error: page.mustache, line 2, column 1: section “fruits”, opened in line 1, is closed as “fruit”.
          Write “/fruits” instead, or before it.
        """)
  }

  @Test func theDepthOfSectionsIsLimited() {
    func nested(_ depth: Int) -> String {
      String(repeating: "{{#a}}", count: depth) + String(repeating: "{{/a}}", count: depth)
    }
    #expect(problems(in: nested(100)) == [])
    #expect(problems(in: nested(101)) == ["deep-nesting 1:601"])
    #expect(problems(in: nested(100_000)) == ["deep-nesting 1:601"])
    let error = #expect(throws: DiagnosticsError.self) { try MustacheTemplate(nested(101), file: "page.mustache") }
    // If there are no partials, a hint must not recommend them.
    #expect(error?.diagnostics.first?.hint == "Close some of them before the inner ones.")
  }
}
