import Diagnostics
import DocumentModel
import Rendering
import Testing

@Suite struct CellTemplateTests {
  /// The blocks of a template that is filled with some values.
  private func blocks(_ template: String, _ values: [String: TemplateValue]) throws -> [Block] {
    try CellTemplate(template, file: "t.md", fields: values.keys.sorted()).blocks { values[$0] ?? .missing }
  }

  private func html(_ template: String, _ values: [String: TemplateValue]) throws -> String {
    try blocks(template, values).rendered(as: .html)
  }

  @Test func textNeverBecomesMarkupWhereverItStands() throws {
    let nasty = "*a* [x](javascript:alert(1)) <b>\n# b\n| c | {{d}} `e` & \"f\""
    let template = """
      # {{x}}

      {{x}} and *{{x}}* and `{{x}}`

      - {{x}}

      > [{{x}}](http://example.org/{{x}} "{{x}}")

      ```properties
      Label: {{x}}
      ```
      """
    let blocks = try blocks(template, ["x": .text(nasty)])
    #expect(blocks[0] == .heading(level: 1, [.text(nasty)]))
    #expect(
      blocks[1] == .paragraph([.text(nasty), " and ", .emphasis([.text(nasty)]), " and ", .code(nasty)]))
    #expect(blocks[2] == .list(List(items: [[.paragraph([.text(nasty)])]])))
    #expect(
      blocks[3]
        == .quote([
          .paragraph([.link(destination: "http://example.org/\(nasty)", title: nasty, [.text(nasty)])])
        ]))
    #expect(blocks[4] == .properties([Property(label: ["Label"], value: [.text(nasty)])]))
  }

  @Test func dataThatLooksLikeATokenIsData() throws {
    let token = "\u{10FFF0}0\u{10FFF1}"
    let blocks = try blocks("{{x}} {{y}}", ["x": .text("secret"), "y": .text(token)])
    #expect(blocks == [.paragraph([.text("secret"), " ", .text(token)])])
    let spliced = try self.blocks("{{y}}", ["x": .text("secret"), "y": .blocks([.paragraph([.text(token)])])])
    #expect(spliced == [.paragraph([.text(token)])])
  }

  @Test func aMarkAfterATagDoesNotHideTheValue() throws {
    #expect(try html("{{x}}\u{301} {{x}}\u{FE0F}", ["x": .text("e")]) == "<p>e\u{301} e\u{FE0F}</p>\n")
  }

  @Test func formattedTextKeepsItsFormat() throws {
    let two: TemplateValue = .blocks([Block](markdown: "One *stressed*\n\n- item"))
    #expect(try html("{{x}}", ["x": two]) == "<p>One <em>stressed</em></p>\n<ul>\n<li>item</li>\n</ul>\n")
    let one: TemplateValue = .blocks([Block](markdown: "One *stressed*"))
    #expect(try html("It says: {{x}}.", ["x": one]) == "<p>It says: One <em>stressed</em>.</p>\n")
    #expect(try html("It says: {{x}}", ["x": two]).contains("One stressed"))
  }

  @Test func valuesDecideSections() throws {
    let template = "{{#x}}yes{{/x}}{{^x}}no{{/x}}"
    let truths: [(TemplateValue, String)] = [
      (.missing, "no"), (.text(""), "no"), (.text("0"), "yes"), (.boolean(true), "yes"), (.boolean(false), "no"),
      (.list([]), "no"), (.list([.text("a")]), "yes"), (.blocks([]), "no"), (.link("http://a.b"), "yes"),
    ]
    for (value, answer) in truths { #expect(try html(template, ["x": value]) == "<p>\(answer)</p>\n", "\(value)") }
  }

  @Test func listsAreJoinedOrRepeated() throws {
    let seasons: TemplateValue = .list([.text("spring"), .text("*autumn*")])
    #expect(try html("{{x}}", ["x": seasons]) == "<p>spring, *autumn*</p>\n")
    #expect(
      try html("{{#x}}\n- {{.}}\n{{/x}}", ["x": seasons]) == "<ul>\n<li>spring</li>\n<li>*autumn*</li>\n</ul>\n")
  }

  @Test func linksAndPicturesDependOnWhereTheyStand() throws {
    let values: [String: TemplateValue] = [
      "site": .link("https://a.b/c"), "photo": .image(source: "p.png", alternative: "P"), "ok": .boolean(false),
    ]
    #expect(try html("{{site}}", values) == "<p><a href=\"https://a.b/c\">https://a.b/c</a></p>\n")
    #expect(try html("[home]({{site}})", values) == "<p><a href=\"https://a.b/c\">home</a></p>\n")
    #expect(try html("{{photo}}", values) == "<p><img src=\"p.png\" alt=\"P\" /></p>\n")
    #expect(try html("![me]({{photo}})", values) == "<p><img src=\"p.png\" alt=\"me\" /></p>\n")
    #expect(try html("{{ok}}", values) == "<p>no</p>\n")
    #expect(try html("[x]({{site}})", ["site": .text("javascript:alert(1)")]) == "<p>x</p>\n")
  }

  @Test func whatHasNoValueIsLeftOut() throws {
    let template = """
      {{x}}

      *{{x}}*

      ```properties
      X: {{x}} kg
      Y: {{y}} kg
      ```

      ```table
      Name | Value
      ---- | ----:
      X | {{x}}
      Y | **{{y}}**
      ```
      """
    #expect(
      try blocks(template, ["x": .missing, "y": .text("2")]) == [
        .properties([Property(label: ["Y"], value: [.text("2"), " kg"])]),
        .table(Table(header: [["Name"], ["Value"]], rows: [[["Y"], [.strong(["2"])]]], alignments: [.left, .right])),
      ])
    #expect(try blocks(template, ["x": .missing, "y": .text("")]).isEmpty)
  }

  @Test func codeBlocksOfOtherKindsStay() throws {
    #expect(
      try blocks("```swift\nlet x = \"{{x}}\"\n```", ["x": .text("`1`\n2")]) == [
        .code("let x = \"`1`\n2\"\n", info: "swift")
      ])
  }

  @Test func fieldNamesMayHoldAnyLetters() throws {
    #expect(
      try html("{{ Vitamin C (mg) }} {{名前}}", ["Vitamin C (mg)": .text("4"), "名前": .text("x")]) == "<p>4 x</p>\n")
  }

  @Test func anUnknownFieldIsAnErrorWithItsPlace() throws {
    let mistake = try #require(finding("# {{name}}\n\nFrom {{orign}}", fields: ["name", "origin"]))
    #expect(
      mistake.description == """
        error: t.md, line 3, column 6: there is no field “orign”.
          Did you mean “origin”?
        """)
    #expect(self.isError("{{#nmae}}x{{/nmae}}", fields: ["name"]))
    #expect(self.isError("{{^nmae}}x{{/nmae}}", fields: ["name"]))
    #expect(self.isError("{{#name}}{{oops}}{{/name}}", fields: ["name"]))
  }

  @Test func brokenTemplatesAreErrors() {
    for template in ["{{#a}}", "{{/a}}", "{{a", "{{> part}}", "{{#a}}{{/b}}", "{{}}"] {
      #expect(isError(template, fields: ["a", "b", "part"]), "\(template)")
    }
  }

  private func isError(_ template: String, fields: [String]) -> Bool {
    (try? CellTemplate(template, file: "t.md", fields: fields)) == nil
  }
}
