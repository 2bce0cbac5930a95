import Mustache
import Testing

@Suite struct InterpolationTests {
  static let cases: [SpecificationCase] = [
    SpecificationCase(rule: "an empty template renders nothing", template: "", expected: ""),
    SpecificationCase(
      rule: "text without tags stays as it is", template: "A {pear} }} \\ & <b>\r\n\n ü",
      expected: "A {pear} }} \\ & <b>\r\n\n ü"),
    SpecificationCase(
      rule: "a variable is replaced by its text", template: "One {{fruit}} a day", value: ["fruit": "quince"],
      expected: "One quince a day"),
    SpecificationCase(
      rule: "a variable is escaped", template: "{{text}}", value: ["text": "<a href=\"x\">'&'</a>"],
      expected: "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;"),
    SpecificationCase(
      rule: "three mustaches do not escape", template: "{{{text}}}", value: ["text": "<b>&'\"</b>"],
      expected: "<b>&'\"</b>"),
    SpecificationCase(
      rule: "an ampersand does not escape", template: "{{&text}}", value: ["text": "<b>&'\"</b>"],
      expected: "<b>&'\"</b>"),
    SpecificationCase(
      rule: "a text is not read as a template", template: "{{text}}", value: ["text": "{{other}}", "other": "no"],
      expected: "{{other}}"),
    SpecificationCase(
      rule: "a missing name renders nothing", template: "[{{none}}{{{none}}}{{&none}}{{none.of.them}}]",
      expected: "[]"),
    SpecificationCase(
      rule: "a truth value prints as a word", template: "{{yes}} {{no}}", value: ["yes": true, "no": false],
      expected: "true false"),
    SpecificationCase(
      rule: "a list prints its text", template: "{{colours}}",
      value: ["colours": .list(["red", "green"], text: "red & green")], expected: "red &amp; green"),
    SpecificationCase(
      rule: "a list without a text and an object print nothing", template: "[{{list}}{{object}}]",
      value: ["list": ["a"], "object": ["a": "b"]], expected: "[]"),
    SpecificationCase(
      rule: "padding in a tag is ignored", template: "{{ a }}|{{{ a }}}|{{& a }}|{{ & a }}|{{\n\ta\r\n}}",
      value: ["a": "x"],
      expected: "x|x|x|x|x"),
    SpecificationCase(
      rule: "white space around a variable stays", template: "| {{a}} |\t{{{a}}}\t| {{&a}} |", value: ["a": "x"],
      expected: "| x |\tx\t| x |"),
    SpecificationCase(
      rule: "a variable alone on a line keeps its line", template: "  {{a}}\n  {{{a}}}\n  {{&a}}\n", value: ["a": "x"],
      expected: "  x\n  x\n  x\n"),
    SpecificationCase(
      rule: "a brace after three mustaches is text", template: "{{{a}}}}", value: ["a": "x"], expected: "x}"),
    SpecificationCase(
      rule: "a dot is the value at hand", template: "{{.}} {{{.}}} {{&.}} {{ . }}", value: "<",
      expected: "&lt; < < &lt;"),
  ]

  static let names: [SpecificationCase] = [
    SpecificationCase(
      rule: "names hold spaces, letters of any script and signs",
      template: "{{ year of birth }} {{größe}} {{名前}} {{a-b/c#}}",
      value: ["year of birth": "1987", "größe": "12", "名前": "梨", "a-b/c#": "x"], expected: "1987 12 梨 x"),
    SpecificationCase(
      rule: "names are equal if they read equal", template: "{{gr\u{F6}ße}}", value: ["gro\u{308}ße": "12"],
      expected: "12"),
    SpecificationCase(
      rule: "a dotted name goes into objects", template: "{{a.b.c}} {{{a.b.c}}} {{&a.b.c}}",
      value: ["a": ["b": ["c": "<"]]], expected: "&lt; < <"),
    SpecificationCase(
      rule: "a dotted name that breaks off renders nothing", template: "[{{a.b.c}}{{a.x.c}}{{a.text.c}}{{a.list.c}}]",
      value: ["a": ["b": [:], "text": "t", "list": ["t"]]], expected: "[]"),
    SpecificationCase(
      rule: "the parts behind the first are looked up only inside", template: "[{{a.b}}{{a.b.c}}]",
      value: ["a": [:], "b": ["c": "outside"], "c": "outside"], expected: "[]"),
    SpecificationCase(
      rule: "the first part is looked up along the stack", template: "{{#inner}}{{fruit.name}}{{/inner}}",
      value: ["inner": ["x": "y"], "fruit": ["name": "plum"]], expected: "plum"),
    SpecificationCase(
      rule: "the nearest first part counts, even if it breaks off", template: "[{{#inner}}{{fruit.name}}{{/inner}}]",
      value: ["inner": ["fruit": [:]], "fruit": ["name": "plum"]], expected: "[]"),
    SpecificationCase(
      rule: "a name with dots is first a whole name", template: "{{a.b}} {{No.}} {{.5}} {{a..b}}",
      value: ["a.b": "whole", "a": ["b": "parts"], "No.": "7", ".5": "half", "a..b": "dots"],
      expected: "whole 7 half dots"),
    SpecificationCase(
      rule: "nothing between dots is a part of its own", template: "[{{a..b}}{{a.}}{{.a}}]", value: ["a": ["b": "x"]],
      expected: "[]"),
    SpecificationCase(
      rule: "a nearer object's parts come before a farther one's whole name", template: "{{#inner}}{{a.b}}{{/inner}}",
      value: ["a.b": "far", "inner": ["a": ["b": "near"]]], expected: "near"),
  ]

  @Test(arguments: cases) func interpolation(_ example: SpecificationCase) throws { try example.check() }

  @Test(arguments: names) func lookUp(_ example: SpecificationCase) throws { try example.check() }

  @Test func textCanStayUnescaped() throws {
    let template = try MustacheTemplate("{{a}} {{{a}}} {{#a}}{{.}}{{/a}}", file: "page")
    #expect(template.text(["a": "<&>"], escaping: .none) == "<&> <&> <&>")
    #expect(template.text(["a": "<&>"]) == "&lt;&amp;&gt; <&> &lt;&amp;&gt;")
  }

  @Test(arguments: [
    ("", ""), ("nothing to do: ü 梨 ;", "nothing to do: ü 梨 ;"), ("&amp;", "&amp;amp;"), ("<ü>", "&lt;ü&gt;"),
    ("\"'", "&quot;&#39;"), ("é<\u{301}", "é&lt;\u{301}"), ("<", "&lt;"), ("a&&b", "a&amp;&amp;b"),
  ])
  func textIsEscaped(_ text: String, _ expected: String) throws {
    #expect(try MustacheTemplate("{{.}}", file: "page").text(.text(text)) == expected)
  }
}
