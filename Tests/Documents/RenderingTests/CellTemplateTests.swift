import Diagnostics
import DocumentModel
import Fingerprints
import Rendering
import TestKit
import Testing

@Suite struct CellTemplateTests {
  /// The errors of a template while a page is rendered.
  private func failures(_ template: String, _ values: [String: TemplateValue]) throws -> [Diagnostic] {
    let template = try CellTemplate(template, file: "t.md", fields: values.keys.sorted())
    let body = template.body(inputs: Fingerprint("")) { [fields = template.fields] in
      fields.map { values[$0] ?? .missing }
    } of: {
      Diagnostic.Location(file: "f.csv", row: 7)
    }
    let (blocks, failures) = RenderingFailures.collected { body.blocks }
    // The body contains the error.
    if let failure = failures.first { #expect(blocks == [.paragraph([.text(failure.message)])]) }
    return failures
  }

  @Test func `nested sections are limited to the size of a cell`() throws {
    let list: TemplateValue = .list(Array(repeating: .text("x"), count: 10))
    func nested(_ text: String) -> String {
      String(repeating: "{{#a}}", count: 3) + text + String(repeating: "{{/a}}", count: 3)
    }
    #expect(try failures(nested("{{b}}"), ["a": list, "b": .text("y")]).isEmpty)
    let text = try failures(nested(String(repeating: "x", count: 20_000)), ["a": list, "b": .missing])
    #expect(
      text.map(\.description) == [
        """
        error: f.csv, row 7: the template t.md makes more than 16 MB of text of the row.
          Write fewer sections within sections: each of them is repeated in each of those around it.
        """
      ])
    let long = String(repeating: "y", count: 70_000)
    for value in [TemplateValue.text(long), .markdown(long), .list([.text(long)])] {
      let values = try failures(nested("{{b}}"), ["a": list, "b": value])
      #expect(values.map(\.message) == ["the template t.md shows more than 64 MB of values of the row"])
    }
  }

  /// The blocks of a template that is filled with some values.
  private func blocks(_ template: String, _ values: [String: TemplateValue]) throws -> [Block] {
    try CellTemplate(template, file: "t.md", fields: values.keys.sorted()).blocks { values[$0] ?? .missing }
  }

  private func html(_ template: String, _ values: [String: TemplateValue]) throws -> String {
    try blocks(template, values).rendered(as: .html)
  }

  @Test func textIsEscapedEverywhere() throws {
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
    #expect(blocks[2] == .list(Block.List(items: [[.paragraph([.text(nasty)])]])))
    #expect(
      blocks[3]
        == .quote([
          .paragraph([.link(destination: "http://example.org/\(nasty)", title: nasty, [.text(nasty)])])
        ]))
    #expect(blocks[4] == .properties([Block.Property(label: ["Label"], value: [.text(nasty)])]))
  }

  @Test func valuesThatAreReadTogetherYieldTheSameBody() throws {
    let template = try CellTemplate("{{b}}\n\n*{{a}}* {{#c}}{{.}}{{/c}}", file: "t.md", fields: ["a", "b", "c", "d"])
    let values: [String: TemplateValue] = [
      "a": .text("one"), "b": .markdown("# Two\n\n- three"), "c": .list([.markdown("*four*"), .missing]),
    ]
    #expect(template.fields == ["b", "a", "c"])
    let body = template.body(inputs: Fingerprint("x")) { [fields = template.fields] in
      fields.map { values[$0] ?? .missing }
    }
    #expect(body.blocks == template.blocks { values[$0] ?? .missing })
    #expect(body == template.body(inputs: Fingerprint("x")) { _ in .missing })
  }

  @Test(
    arguments: [
      (.missing, true), (.text(""), true), (.text(" "), false), (.markdown(""), true), (.markdown("a"), false),
      (.blocks([]), true), (.link(""), true), (.image(source: "", alternative: "a"), true), (.boolean(false), false),
      (.list([]), true), (.list([.text("")]), true), (.list([.text(""), .missing]), false),
      (.list([.text("a")]), false),
      (.record([:]), true), (.record(["title": .text("")]), true), (.record(["title": .text("a")]), false),
    ] as [(TemplateValue, Bool)])
  func aLineIsOmittedIfItsFieldIsEmpty(_ value: TemplateValue, isLeftOut: Bool) throws {
    let blocks = try blocks("```properties\nA: {{x}}\n```", ["x": value])
    #expect(blocks.isEmpty == isLeftOut)
  }

  @Test func dataThatLooksLikeATokenIsData() throws {
    let token = "\u{10FFF0}0\u{10FFF1}"
    let blocks = try blocks("{{x}} {{y}}", ["x": .text("secret"), "y": .text(token)])
    #expect(blocks == [.paragraph([.text("secret"), " ", .text(token)])])
    let spliced = try self.blocks("{{y}}", ["x": .text("secret"), "y": .blocks([.paragraph([.text(token)])])])
    #expect(spliced == [.paragraph([.text(token)])])
  }

  @Test func aCombiningMarkAfterATagDoesNotHideTheValue() throws {
    #expect(try html("{{x}}\u{301} {{x}}\u{FE0F}", ["x": .text("e")]) == "<p>e\u{301} e\u{FE0F}</p>\n")
  }

  @Test func formattedTextKeepsItsFormat() throws {
    let two: TemplateValue = .blocks([Block](markdown: "One *stressed*\n\n- item"))
    #expect(try html("{{x}}", ["x": two]) == "<p>One <em>stressed</em></p>\n<ul>\n<li>item</li>\n</ul>\n")
    let one: TemplateValue = .blocks([Block](markdown: "One *stressed*"))
    #expect(try html("It says: {{x}}.", ["x": one]) == "<p>It says: One <em>stressed</em>.</p>\n")
    #expect(try html("It says: {{x}}", ["x": two]).contains("One stressed"))
  }

  @Test func valuesDetermineSections() throws {
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
    let written: TemplateValue = .list([.text("spring"), .text("*autumn*")], written: "spring ; *autumn*")
    #expect(try html("{{x}}", ["x": written]) == "<p>spring ; *autumn*</p>\n")
    #expect(try html("`{{x}}`", ["x": written]) == "<p><code>spring ; *autumn*</code></p>\n")
    #expect(try html("{{#x}}{{.}}, {{/x}}", ["x": written]) == "<p>spring, *autumn*,</p>\n")
  }

  @Test func linksAndPicturesDependOnTheirPlace() throws {
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

  @Test func blocksWithoutAValueAreOmitted() throws {
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
        .properties([Block.Property(label: ["Y"], value: [.text("2"), " kg"])]),
        .table(
          Block.Table(header: [["Name"], ["Value"]], rows: [[["Y"], [.strong(["2"])]]], alignments: [.left, .right])),
      ])
    #expect(try blocks(template, ["x": .missing, "y": .text("")]).isEmpty)
  }

  @Test func aRowOfATableStaysIfItShowsAValue() throws {
    let template = """
      ```table
      Name | Type | Size
      {{#fields}}
      {{name}} | `{{type}}` | {{size}} bytes, {{note}}
      {{/fields}}
      fixed | | x
      ```
      """
    let fields: [[String: TemplateValue]] = [
      ["name": .text("id"), "type": .text("number"), "size": .text("8"), "note": .text("small")],
      ["name": .text("title"), "type": .missing, "size": .missing, "note": .text("")],
      ["name": .missing, "type": .text("date"), "size": .missing, "note": .text("large")],
      ["name": .missing, "type": .text(""), "size": .missing, "note": .list([])],
    ]
    let names = TemplateNames(["fields"], records: ["fields": TemplateNames(["name", "type", "size", "note"])])
    let blocks = try CellTemplate(template, file: "t.md", names: names).blocks { _ in
      .list(fields.map(TemplateValue.record))
    }
    guard case .table(let table)? = blocks.first else { throw Problem() }
    // A cell is empty if it shows nothing but values that are missing; a row is left out if all of its cells do.
    #expect(
      table.rows.map { $0.map(\.plainText) } == [
        ["id", "number", "8 bytes, small"], ["title", "", ""], ["", "date", " bytes, large"], ["fixed", "", "x"],
      ])
    for format in MarkupFormat.allCases {
      let text = blocks.rendered(as: format)
      for shown in ["title", "date", "fixed"] { #expect(text.contains(shown), "\(format)") }
    }
    #expect(blocks.rendered(as: .html).contains("<tr>\n<td>title</td><td></td><td></td>\n</tr>"))
    #expect(blocks.rendered(as: .latex).contains("{title} & {} & {}"))
    #expect(blocks.rendered(as: .man).contains("\\&title\nT}\tT{\n\\&\nT}\tT{\n\\&\nT}"))
  }

  @Test func templatesHaveNoPartials() {
    for tag in ["{{>name}}", "{{>*name}}", "{{> *. }}"] {
      #expect(finding(tag, fields: ["name"])?.code.rawValue == "template/partial", "\(tag)")
    }
  }

  @Test func otherCodeBlocksStay() throws {
    #expect(
      try blocks("```swift\nlet x = \"{{x}}\"\n```", ["x": .text("`1`\n2")]) == [
        .code("let x = \"`1`\n2\"\n", info: "swift")
      ])
  }

  @Test func fieldNamesMayHaveAnyLetters() throws {
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

  // MARK: - Records

  private let recipes = TemplateNames(
    ["name", "title", "recipes", "origin"],
    records: [
      "recipes": TemplateNames(["title", "minutes", "author"], records: ["author": TemplateNames(["name", "title"])]),
      "origin": TemplateNames(["country"]),
    ])

  private func html(_ template: String, names: TemplateNames, _ values: [String: TemplateValue]) throws -> String {
    try CellTemplate(template, file: "t.md", names: names).blocks { values[$0] ?? .missing }.rendered(as: .html)
  }

  @Test func sectionsOverRecordsFindTheirFields() throws {
    let values: [String: TemplateValue] = [
      "name": .text("Apple"), "title": .text("outside"),
      "recipes": .list([
        .record(["title": .text("*Pie*"), "minutes": .text("60"), "author": .record(["name": .text("Ann")])]),
        .record(["minutes": .markdown("**5**")]),
      ]),
      "origin": .record(["country": .text("Kazakhstan"), "title": .text("The East")]),
    ]
    #expect(
      try html(
        "{{#recipes}}\n- {{title}}: {{minutes}} for {{name}}{{#author}} by {{name}}{{/author}}\n{{/recipes}}",
        names: recipes, values)
        == "<ul>\n<li>*Pie*: 60 for Apple by Ann</li>\n<li>: <strong>5</strong> for Apple</li>\n</ul>\n")
    #expect(
      try html("{{origin.country}} {{#origin}}{{country}}{{/origin}}", names: recipes, values)
        == "<p>Kazakhstan Kazakhstan</p>\n")
    #expect(
      try html("{{origin}} {{recipes}}", names: recipes, values)
        == "<p>The East *Pie*, </p>\n".replacing(", </p>", with: ",</p>"))
    #expect(
      try html("{{#recipes}}x{{/recipes}}{{^recipes}}none{{/recipes}}", names: recipes, ["recipes": .list([])])
        == "<p>none</p>\n")
  }

  @Test func namesInSectionsAreThoseOfTheRecord() throws {
    func places(_ template: String) -> [String] {
      do throws(DiagnosticsError) {
        _ = try CellTemplate(template, file: "t.md", names: recipes)
        return []
      } catch {
        return error.diagnostics.map { "\($0.location.column ?? 0) \($0.hint ?? "")" }
      }
    }
    #expect(
      places("{{#recipes}}{{title}}{{minutes}}{{name}}{{#author}}{{name}}{{minutes}}{{/author}}{{/recipes}}") == [])
    #expect(
      places("{{minutes}}{{#recipes}}{{minuts}}{{country}}{{/recipes}}").map { $0.prefix(2) } == ["1 ", "24", "34"])
    #expect(places("{{#recipes}}{{minuts}}{{/recipes}}") == ["13 Did you mean “minutes”?"])
    #expect(places("{{origin.country}}{{recipes.author.name}}") == [])
    #expect(places("{{origin.county}}{{name.x}}{{#name}}{{country}}{{/name}}").count == 3)
    #expect(places("{{^recipes}}{{minutes}}{{/recipes}}").count == 1, "there is no record where there is none")
  }

  @Test func theUsedFieldsAreListed() throws {
    func fields(_ template: String) throws -> [String] {
      try CellTemplate(template, file: "t.md", names: recipes).fields
    }
    #expect(try fields("{{name}}{{#recipes}}{{title}}{{minutes}}{{/recipes}}{{name}}") == ["name", "recipes"])
    #expect(try fields("{{#recipes}}{{#author}}{{name}}{{/author}}{{name}}{{/recipes}}") == ["recipes", "name"])
    #expect(try fields("{{origin.country}}{{^title}}{{/title}}") == ["origin", "title"])
    #expect(try fields("{{! name }}") == [])
  }

  @Test func theUsedFieldsOfRecordsAreListed() throws {
    func uses(_ template: String) throws -> TemplateNames {
      try CellTemplate(template, file: "t.md", names: recipes).uses
    }
    // A record is replaced by its title in a text, whichever of its fields are used.
    #expect(
      try uses("{{#recipes}}{{minutes}} {{name}}{{/recipes}}")
        == TemplateNames(["recipes", "name"], records: ["recipes": TemplateNames(["title", "minutes"])]))
    #expect(try uses("{{#recipes}}{{.}}{{/recipes}}").records == ["recipes": TemplateNames(["title"])])
    #expect(try uses("{{origin.country}}").records == ["origin": TemplateNames(["country"])])
    let author = TemplateNames(["title", "author"], records: ["author": TemplateNames(["title", "name"])])
    #expect(try uses("{{recipes.author.name}}").records == ["recipes": author])
    #expect(try uses("{{#recipes}}{{#author}}{{name}}{{title}}{{/author}}{{/recipes}}").records == ["recipes": author])
  }

  @Test func valuesThatContradictTheNamesAreMissing() throws {
    // `title` is a name of the record, so that it is not searched outside, whatever its value.
    for value: TemplateValue in [.text("x"), .list([.text("x")]), .record([:]), .boolean(true)] {
      #expect(
        try html("{{#recipes}}a{{title}}{{/recipes}}", names: recipes, ["recipes": value, "title": .text("outside")])
          == "<p>a</p>\n")
    }
  }

  // MARK: - Bodies

  @Test func theBodyDependsOnTheTemplateAndItsFields() throws {
    func body(_ template: String, _ values: [String: TemplateValue], _ inputs: Fingerprint? = nil) throws -> CellBody {
      try CellTemplate(template, file: "t.md", fields: ["x", "y"]).body(inputs: inputs) { values[$0] ?? .missing }
    }
    let first = try body("{{x}}", ["x": .text("a"), "y": .text("b")])
    #expect(first.blocks == [.paragraph(["a"])])
    #expect(try first == body("{{x}}", ["x": .text("a"), "y": .text("c")]))
    #expect(try first != body("*{{x}}*", ["x": .text("a")]))
    #expect(
      try body("{{x}}", ["x": .text("a")], Fingerprint("1")) == body("{{x}}", ["x": .text("b")], Fingerprint("1")))
    #expect(
      try body("{{x}}", ["x": .text("a")], Fingerprint("1")) != body("{{x}}", ["x": .text("a")], Fingerprint("2")))
    let values: [TemplateValue] = [
      .missing, .text(""), .text("a"), .markdown("a"), .blocks([.paragraph(["a"])]), .link("a"), .boolean(true),
      .boolean(false),
      .image(source: "a", alternative: ""), .image(source: "", alternative: "a"), .list([]), .list([.text("a")]),
      .list([.list([.text("a")])]), .record([:]), .record(["a": .text("")]), .record(["": .text("a")]),
    ]
    #expect(Set(try values.map { try body("{{x}}", ["x": $0]) }).count == values.count)
  }

  @Test(arguments: [1, 20, 300] as [UInt64])
  func aTemplateDoesNotStoreEarlierValues(seed: UInt64) throws {
    let source = """
      # {{a}}

      {{#b}}- {{.}} *{{a}}*
      {{/b}}
      {{^a}}none `{{c}}`{{/a}}{{#c}}[{{a}}]({{c}} "{{b}}"){{/c}}

      ```properties
      A: {{a}} x
      {{#c}}C: {{c}}{{/c}}
      ```
      """
    var random = SeededGenerator(seed: seed)
    let template = try CellTemplate(source, file: "t.md", fields: ["a", "b", "c"])
    for _ in 0..<60 {
      let texts: [TemplateValue] = [
        .missing, .text(""), .text("x"), .text("\u{10FFF0}0\u{10FFF1}"), .markdown("*m*\n\n- i"), .boolean(false),
      ]
      func value() -> TemplateValue { texts[Int.random(in: 0..<texts.count, using: &random)] }
      let list = (0..<Int.random(in: 0...400, using: &random)).map { _ in value() }
      let values: [String: TemplateValue] = [
        "a": value(), "b": .list(Array(list.prefix(Int.random(in: 0...400, using: &random)))), "c": value(),
      ]
      let fresh = try CellTemplate(source, file: "t.md", fields: ["a", "b", "c"])
      #expect(
        template.blocks { values[$0] ?? .missing } == fresh.blocks { values[$0] ?? .missing }, "seed \(seed), \(values)"
      )
    }
  }

  @Test func aTemplateIsFilledFromManyTasks() async throws {
    let template = try CellTemplate("{{#b}}{{.}};{{/b}}", file: "t.md", fields: ["b"])
    let texts = await withTaskGroup(of: String.self) { group in
      for number in 0..<200 {
        group.addTask {
          template.body { _ in .list((0..<number % 9).map { .text(String($0)) }) }.blocks.plainText
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts == Set((0..<9).map { number in (0..<number).map { "\($0);" }.joined() }))
  }

  @Test func markdownIsReadWhenTheTemplateIsFilledIn() throws {
    #expect(try html("{{x}}", ["x": .markdown("a *b*\n\n- c")]) == "<p>a <em>b</em></p>\n<ul>\n<li>c</li>\n</ul>\n")
    #expect(try html("{{#x}}yes{{/x}}{{^x}}no{{/x}}", ["x": .markdown(" \n")]) == "<p>no</p>\n")
    #expect(try html("{{x}}", ["x": .list([.markdown("*a*"), .markdown("b")])]) == "<p><em>a</em>, b</p>\n")
  }

  private func isError(_ template: String, fields: [String]) -> Bool {
    (try? CellTemplate(template, file: "t.md", fields: fields)) == nil
  }
}
