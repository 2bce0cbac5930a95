import Mustache
import Testing

@Suite struct SectionTests {
  static let truth: [SpecificationCase] = [
    SpecificationCase(
      rule: "a section is entered if its value is true",
      template: "[{{#yes}}a{{/yes}}{{#no}}b{{/no}}{{#none}}c{{/none}}]",
      value: ["yes": true, "no": false], expected: "[a]"),
    SpecificationCase(
      rule: "an inverted section is entered if its value is false or missing",
      template: "[{{^yes}}a{{/yes}}{{^no}}b{{/no}}{{^none}}c{{/none}}]", value: ["yes": true, "no": false],
      expected: "[bc]"),
    SpecificationCase(
      rule: "a text is true unless it is empty",
      template: "{{#a}}a{{/a}}{{^a}}no a{{/a}} {{#b}}b{{/b}}{{^b}}no b{{/b}}",
      value: ["a": "0", "b": ""], expected: "a no b"),
    SpecificationCase(
      rule: "a scalar is as true as it says", template: "{{#zero}}a{{/zero}}{{^zero}}{{zero}}{{/zero}}",
      value: ["zero": .scalar(text: "0", isTrue: false)], expected: "0"),
    SpecificationCase(
      rule: "a list is true unless it is empty",
      template: "{{#a}}a{{/a}}{{^a}}no a{{/a}} {{#b}}b{{/b}}{{^b}}no b{{/b}}",
      value: ["a": [false], "b": []], expected: "a no b"),
    SpecificationCase(
      rule: "an object is true, even without values", template: "{{#a}}a{{/a}}{{^a}}no a{{/a}}", value: ["a": [:]],
      expected: "a"),
    SpecificationCase(
      rule: "dotted names name sections",
      template: "{{#a.b}}1{{/a.b}}{{^a.b}}2{{/a.b}}{{#a.c}}3{{/a.c}}{{^a.c.d}}4{{/a.c.d}}",
      value: ["a": ["b": true, "c": false]], expected: "14"),
    SpecificationCase(
      rule: "padding in the tags of sections is ignored",
      template: "{{# a }}1{{/ a }}{{^ b }}2{{/ b}}{{ # a }}3{{ / a }}",
      value: ["a": true], expected: "123"),
    SpecificationCase(
      rule: "a section may occur twice", template: "{{#a}}1{{/a}}{{^a}}2{{/a}}{{#a}}3{{/a}}", value: ["a": true],
      expected: "13"),
    SpecificationCase(
      rule: "sections of one name nest",
      template: "{{#a}}1{{#a}}2{{/a}}3{{/a}}{{^b}}4{{^b}}5{{/b}}6{{/b}}{{^a}}7{{^a}}8{{/a}}9{{/a}}",
      value: ["a": true], expected: "123456"),
    SpecificationCase(
      rule: "sections and inverted sections nest", template: "{{#a}}{{^b}}{{#c}}{{.}}{{/c}}{{/b}}{{/a}}",
      value: ["a": true, "c": "x"], expected: "x"),
    SpecificationCase(
      rule: "an inverted section pushes nothing", template: "{{#a}}{{^b}}{{.}}{{/b}}{{/a}}", value: ["a": "x"],
      expected: "x"),
  ]

  static let context: [SpecificationCase] = [
    SpecificationCase(
      rule: "an object is pushed", template: "{{#fruit}}{{name}}{{/fruit}}", value: ["fruit": ["name": "fig"]],
      expected: "fig"),
    SpecificationCase(
      rule: "a scalar is pushed", template: "{{#name}}{{.}}, {{name}}{{/name}}", value: ["name": "fig"],
      expected: "fig, fig"),
    SpecificationCase(
      rule: "a list is entered for every item", template: "{{#fruits}}{{name}};{{/fruits}}",
      value: ["fruits": [["name": "fig"], ["name": "plum"], ["name": "pear"]]], expected: "fig;plum;pear;"),
    SpecificationCase(
      rule: "a list is entered for false items too", template: "{{#list}}({{.}}){{/list}}",
      value: ["list": ["a", "", false]], expected: "(a)()(false)"),
    SpecificationCase(
      rule: "a dot is the item", template: "{{#list}}{{.}}{{{.}}}{{&.}};{{/list}}", value: ["list": ["<", "a"]],
      expected: "&lt;<<;aaa;"),
    SpecificationCase(
      rule: "a section over a dot enters lists in lists", template: "{{#.}}[{{#.}}{{.}}{{/.}}]{{/.}}",
      value: [["a", "b"], [], ["c"]], expected: "[ab][][c]"),
    SpecificationCase(
      rule: "an inverted section over a dot asks the item", template: "{{#list}}{{^.}}empty{{/.}}{{.}};{{/list}}",
      value: ["list": ["a", ""]], expected: "a;empty;"),
    SpecificationCase(
      rule: "a name is looked up from the top of the stack down",
      template: "{{#a}}{{x}}{{y}}{{#b}}{{x}}{{y}}{{z}}{{/b}}{{z}}{{/a}}{{x}}",
      value: ["x": "0", "y": "1", "a": ["x": "2", "b": ["y": "3", "z": "4"]]], expected: "212340"),
    SpecificationCase(
      rule: "an empty value hides one further down", template: "[{{#a}}{{x}}{{/a}}]",
      value: ["x": "far", "a": ["x": ""]],
      expected: "[]"),
    SpecificationCase(
      rule: "names pass scalars on the stack by", template: "{{#flag}}{{#list}}{{name}}{{.}};{{/list}}{{/flag}}",
      value: ["flag": true, "list": ["1", "2"], "name": "n"], expected: "n1;n2;"),
    SpecificationCase(
      rule: "a section of a dotted name pushes the last part alone", template: "{{#a.b}}{{x}}{{y}}{{/a.b}}",
      value: ["y": "root", "a": ["y": "no", "b": ["x": "in "]]], expected: "in root"),
  ]

  @Test(arguments: truth) func entering(_ example: SpecificationCase) throws { try example.check() }

  @Test(arguments: context) func contextStack(_ example: SpecificationCase) throws { try example.check() }
}
