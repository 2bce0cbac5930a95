import Mustache
import Testing

@Suite struct DelimiterTests {
  static let cases: [SpecificationCase] = [
    SpecificationCase(
      rule: "delimiters can be set", template: "{{a}}{{=<% %>=}}(<% a %>{{a}})", value: ["a": "x"],
      expected: "x(x{{a}})"),
    SpecificationCase(
      rule: "delimiters can be set back", template: "{{=<% %>=}}<%a%><%={{ }}=%>{{a}}", value: ["a": "x"],
      expected: "xx"),
    SpecificationCase(
      rule: "both delimiters may be the same", template: "{{=| |=}}|#a||.||/a||^b|y|/b|", value: ["a": "x"],
      expected: "xy"),
    SpecificationCase(
      rule: "delimiters may hold letters and signs of any kind", template: "{{=[*\\ ü]=}}[*\\aü][*\\#aü]1[*\\/aü]",
      value: ["a": "x"],
      expected: "x1"),
    SpecificationCase(
      rule: "one brace may be a delimiter", template: "{{={ }=}}{a}{&a}{#a}1{/a}", value: ["a": "<"], expected: "&lt;<1"
    ),
    SpecificationCase(
      rule: "all tags use the delimiters", template: "{{=<% %>=}}<%&a%><%{a}%><%! no %><%>p%>", value: ["a": "<"],
      partials: ["p": "{{a}}"], expected: "<<&lt;"),
    SpecificationCase(
      rule: "delimiters set in a section last beyond it", template: "{{#a}}{{=| |=}}{{b}}|/a||a|", value: ["a": "x"],
      expected: "{{b}}x"),
    SpecificationCase(
      rule: "a partial starts with the usual delimiters", template: "{{=| |=}}|>p|", value: ["a": "x"],
      partials: ["p": "{{a}}|a|"], expected: "x|a|"),
    SpecificationCase(
      rule: "delimiters set in a partial stay in it", template: "{{>p}} {{a}}", value: ["a": "x"],
      partials: ["p": "{{=| |=}}|a|"], expected: "x x"),
    SpecificationCase(
      rule: "padding is ignored", template: "[{{= @   @ =}}@a@{{ = ]", value: ["a": "x"], expected: "[x{{ = ]"),
    SpecificationCase(rule: "the tag stands alone on a line", template: "a\n  {{=@ @=}} \nb\n", expected: "a\nb\n"),
    SpecificationCase(rule: "the tag leaves white space in a line", template: "| {{=@ @=}} |\n", expected: "|  |\n"),
  ]

  @Test(arguments: cases) func delimiters(_ example: SpecificationCase) throws { try example.check() }
}
