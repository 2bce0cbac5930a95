import Mustache
import Testing

@Suite struct StandaloneLineTests {
  static let sections: [SpecificationCase] = [
    SpecificationCase(
      rule: "lines of section tags vanish", template: "a\n{{#yes}}\nb\n{{/yes}}\n{{^no}}\nc\n{{/no}}\nd\n",
      value: ["yes": true],
      expected: "a\nb\nc\nd\n"),
    SpecificationCase(
      rule: "lines of tags within a list vanish each time", template: "{{#list}}\n- {{.}}\n{{/list}}\n",
      value: ["list": ["a", "b"]],
      expected: "- a\n- b\n"),
    SpecificationCase(
      rule: "indented lines vanish with their white space", template: "a\n  {{#yes}} \t\n  b\n\t{{/yes}}\nc",
      value: ["yes": true],
      expected: "a\n  b\nc"),
    SpecificationCase(
      rule: "an empty line between stays", template: "{{#yes}}\n\n{{/yes}}\n", value: ["yes": true], expected: "\n"),
    SpecificationCase(
      rule: "a carriage return belongs to the line break",
      template: "a\r\n{{#yes}}\r\nb\r\n{{/yes}}\r\n{{! c }}\r\n{{=| |=}}\r\nd",
      value: ["yes": true], expected: "a\r\nb\r\nd"),
    SpecificationCase(
      rule: "the first line needs no line break before it", template: "  {{#yes}}\na{{/yes}}", value: ["yes": true],
      expected: "a"),
    SpecificationCase(
      rule: "the last line needs no line break after it", template: "{{#yes}}a\n  {{/yes}}", value: ["yes": true],
      expected: "a\n"),
    SpecificationCase(
      rule: "a tag beside text does not stand alone", template: "a {{#yes}}\n {{/yes}} b\n", value: ["yes": true],
      expected: "a \n  b\n"),
    SpecificationCase(
      rule: "two tags in a line do not stand alone",
      template: " {{#yes}}{{/yes}} \n{{! a }} {{! b }}\n{{#yes}}{{yes}}\n{{/yes}}",
      value: ["yes": true], expected: "  \n \ntrue\n"),
    SpecificationCase(
      rule: "sections within a line leave its white space alone", template: " | {{#yes}}\t|\t{{/yes}} | \n",
      value: ["yes": true],
      expected: " | \t|\t | \n"),
  ]

  static let comments: [SpecificationCase] = [
    SpecificationCase(rule: "a comment renders nothing", template: "a {{! b }} c{{!}}{{!d}}", expected: "a  c"),
    SpecificationCase(
      rule: "a comment may hold anything but the closing delimiter", template: "a{{! {{#b}} c{{!\n# \" = {{{\n}}d",
      expected: "a cd"),
    SpecificationCase(rule: "the line of a comment vanishes", template: "a\n  {{! b }}  \nc", expected: "a\nc"),
    SpecificationCase(
      rule: "all lines of a standing comment vanish", template: "a\n  {{!\n  b\n\n c }}\nd\n", expected: "a\nd\n"),
    SpecificationCase(rule: "a comment beside text leaves the line", template: "  a {{! b }}\n", expected: "  a \n"),
  ]

  @Test(arguments: sections) func sectionLines(_ example: SpecificationCase) throws { try example.check() }

  @Test(arguments: comments) func commentLines(_ example: SpecificationCase) throws { try example.check() }
}
