import Mustache
import TestKit
import Testing

@Suite struct PartialTests {
  static let cases: [SpecificationCase] = [
    SpecificationCase(
      rule: "a partial is rendered in its place", template: "[{{>p}}] [{{> p }}]", partials: ["p": "text"],
      expected: "[text] [text]"),
    SpecificationCase(rule: "a missing partial renders nothing", template: "[{{>p}}]\n  {{>p}}\n.", expected: "[]\n."),
    SpecificationCase(
      rule: "a partial is not a value", template: "[{{>p}}]", value: ["p": "value"], expected: "[]"),
    SpecificationCase(
      rule: "a partial sees the context stack", template: "{{#list}}{{>item}}{{/list}}",
      value: ["list": ["a", "b"], "x": "!"], partials: ["item": "{{.}}{{x}}"], expected: "a!b!"),
    SpecificationCase(
      rule: "a partial may hold itself", template: "{{>node}}",
      value: [
        "name": "a", "nodes": [["name": "b", "nodes": [["name": "c", "nodes": []]]], ["name": "d", "nodes": []]],
      ],
      partials: ["node": "{{name}}({{#nodes}}{{>node}}{{/nodes}})"], expected: "a(b(c())d())"),
    SpecificationCase(
      rule: "partials hold partials of any name", template: "{{>page top}}", value: ["a": "x"],
      partials: ["page top": "<{{> größe.mustache}}>", "größe.mustache": "{{a}}"], expected: "<x>"),
    SpecificationCase(
      rule: "a partial in a line keeps the white space around it", template: "  {{a}}  {{>p}} .\n", value: ["a": "x"],
      partials: ["p": "1\n2"], expected: "  x  1\n2 .\n"),
  ]

  static let indentation: [SpecificationCase] = [
    SpecificationCase(
      rule: "a partial alone on a line is indented", template: "<\n  {{>p}}\n>\n", partials: ["p": "1\n2\n"],
      expected: "<\n  1\n  2\n>\n"),
    SpecificationCase(
      rule: "the line break behind it is dropped", template: "{{>p}}\n>", partials: ["p": "1\n2"], expected: "1\n2>"),
    SpecificationCase(
      rule: "it may be the first and last line", template: "\t{{>p}}", partials: ["p": "1\n2"], expected: "\t1\n\t2"),
    SpecificationCase(
      rule: "it may end with a carriage return", template: "a\r\n {{>p}}\r\nb", partials: ["p": "1\r\n2\r\n"],
      expected: "a\r\n 1\r\n 2\r\nb"),
    SpecificationCase(
      rule: "the lines of the partial are indented, not those of values", template: "  {{>p}}", value: ["a": "x\ny"],
      partials: ["p": "1\n{{a}}{{{a}}}\n2"], expected: "  1\n  x\nyx\ny\n  2"),
    SpecificationCase(
      rule: "a line is indented where it starts, whatever starts it", template: "  {{>p}}",
      value: ["a": "x", "list": ["1", "2"]],
      partials: ["p": "{{a}}\n{{#list}}({{.}}){{/list}}\n{{#none}}-{{/none}}\n"], expected: "  x\n  (1)(2)\n  \n"),
    SpecificationCase(
      rule: "lines are indented whether or not something is between them", template: "  {{>p}}",
      value: ["list": ["a", "b"]], partials: ["p": "1\n2{{! c }}3\n{{! c }}\n4\n{{#list}}{{.}}{{/list}}5\n6\n"],
      expected: "  1\n  23\n  4\n  ab5\n  6\n"),
    SpecificationCase(
      rule: "empty lines are indented too", template: " {{>p}}", partials: ["p": "1\n\n2\n"], expected: " 1\n \n 2\n"),
    SpecificationCase(
      rule: "lines that vanish are not indented", template: "  {{>p}}", value: ["list": ["1", "2"]],
      partials: ["p": "{{! a }}\n{{#list}}\n{{.}}\n{{/list}}\n"], expected: "  1\n  2\n"),
    SpecificationCase(
      rule: "indentations add up", template: " {{>p}}\n.", partials: ["p": "1\n  {{>q}}\n2\n", "q": "a\nb\n"],
      expected: " 1\n   a\n   b\n 2\n."),
    SpecificationCase(
      rule: "a partial within a line is not indented", template: " {{>p}}\n.",
      partials: ["p": "1{{>q}}\n2\n", "q": "a\nb"],
      expected: " 1a\nb\n 2\n."),
  ]

  static let dynamicNames: [SpecificationCase] = [
    SpecificationCase(
      rule: "the value of a name names the partial", template: "[{{>*kind}}] [{{> * kind }}]", value: ["kind": "p"],
      partials: ["p": "text", "kind": "wrong"], expected: "[text] [text]"),
    SpecificationCase(
      rule: "the name may have dots", template: "[{{>*a.b}}]", value: ["a": ["b": "p"]], partials: ["p": "text"],
      expected: "[text]"),
    SpecificationCase(
      rule: "it is looked up where the tag stands", template: "{{#list}}{{>*kind}}{{/list}}",
      value: ["list": [["kind": "p"], ["kind": "q"], [:]], "kind": "r", "x": "!"],
      partials: ["p": "1{{x}}", "q": "2{{x}}", "r": "3{{x}}"], expected: "1!2!3!"),
    SpecificationCase(
      rule: "the implicit iterator is a name", template: "{{#list}}{{>*.}}{{/list}}", value: ["list": ["p", "q"]],
      partials: ["p": "1", "q": "2"], expected: "12"),
    SpecificationCase(
      rule: "a name without a value, and a value that names no partial, render nothing",
      template: "[{{>*none}}{{>*other}}]", value: ["other": "missing"], partials: ["none": "wrong"], expected: "[]"),
    SpecificationCase(
      rule: "a value is looked up once", template: "[{{>**a}}{{>*a.*b}}]", value: ["a": "b", "b": "p"],
      partials: ["p": "wrong", "b": "wrong"], expected: "[]"),
    SpecificationCase(
      rule: "the value is not escaped", template: "{{>*kind}}", value: ["kind": "a & b"], partials: ["a & b": "text"],
      expected: "text"),
    SpecificationCase(
      rule: "alone on a line it is indented", template: "<\n  {{>*kind}}\n>\n", value: ["kind": "p"],
      partials: ["p": "1\n2\n"], expected: "<\n  1\n  2\n>\n"),
  ]

  @Test(arguments: dynamicNames) func dynamicPartials(_ example: SpecificationCase) throws { try example.check() }

  @Test(arguments: cases) func partials(_ example: SpecificationCase) throws { try example.check() }

  @Test(arguments: indentation) func indentedPartials(_ example: SpecificationCase) throws { try example.check() }

  @Test func endlessPartialsAreLimited() throws {
    let partial = try MustacheTemplate("({{>p}}{{>p}}{{x}})", file: "p")
    let text = partial.text(["x": "y"], partials: ["p": partial])
    #expect(text.hasPrefix("(((("))
    #expect(text.hasSuffix("y)y)y)y)"))
    #expect(text.count { $0 == "(" } == text.count { $0 == ")" })
  }

  /// The specification defines indentation as spaces put before each line of the partial's source.
  @Test(arguments: [1, 20, 300, 4000, 50000] as [UInt64])
  func indentationIsTheSameAsInTheSource(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value: MustacheValue = ["x": "<", "list": ["1", "2"]]
    let partials = ["q": try MustacheTemplate("q\n{{x}}\nq", file: "q")]
    let page = try MustacheTemplate("   {{>p}}\n", file: "page")
    for _ in 0..<100 {
      let source = Self.source(depth: 2, using: &random)
      let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      let indented = lines.enumerated().map { $0 == lines.count - 1 && $1.isEmpty ? "" : "   " + $1 }
      let expected = try MustacheTemplate(indented.joined(separator: "\n"), file: "p").text(
        value, partials: partials)
      let partial = try MustacheTemplate(source, file: "p")
      let text = page.text(value, partials: partials.merging(["p": partial]) { $1 })
      #expect(text == expected, "seed \(seed), partial \(source.debugDescription)")
    }
  }

  /// A random source of a partial, with sections as deep as `depth`.
  private static func source(depth: Int, using random: inout SeededGenerator) -> String {
    let pieces = ["a", "  ", "\n", "\n", "\n", "{{x}}", "{{! c }}", "{{>q}}", "\n  {{>q}}\n", "#list", "^none"]
    return (0..<6).map { _ in
      let piece = pieces.randomElement(using: &random) ?? ""
      guard piece.hasPrefix("#") || piece.hasPrefix("^") else { return piece }
      let body = depth > 0 ? source(depth: depth - 1, using: &random) : ""
      return "{{\(piece)}}\(body){{/\(piece.dropFirst())}}"
    }.joined()
  }
}
