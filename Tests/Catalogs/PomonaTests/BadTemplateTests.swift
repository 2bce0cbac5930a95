import Foundation
import Testing

@Suite struct BadTemplateTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write([
      "shop/fruits.csv": "name,colour\nApple,red\n",
      "shop/catalog.yml": "datasets:\n  fruits: { file: fruits.csv, page: fruit }\n",
    ])
  }

  /// The message for a template; the first letter of a sentence in lower case.
  private func message(_ template: String) throws -> String {
    try sandbox.write("shop/templates/fruit.md", template)
    return try sandbox.refusal(of: "shop").replacing(": There is", with: ": there is")
  }

  @Test func unknownFields() throws {
    #expect(
      try message("# {{name}}\n\nIt is {{color}},\nand {{taste}}.\n") == """
        error: shop/templates/fruit.md, line 3, column 7: there is no field “color”.
          Did you mean “colour”?
        error: shop/templates/fruit.md, line 4, column 5: there is no field “taste”.
          There are: name, colour.
        """)
  }

  @Test(arguments: [
    (
      "{{name}}\n\n{{#colour}}\nIt is {{colour}}.\n",
      """
      error: shop/templates/fruit.md, line 3, column 1: section “colour” is not closed.
        Close it with “/colour”.
      """
    ),
    (
      "{{#name}}{{/colour}}",
      """
      error: shop/templates/fruit.md, line 1, column 10: section “name”, opened in line 1, is closed as “colour”.
        Write “/name” instead, or before it.
      """
    ),
    (
      "It is {{colour",
      """
      error: shop/templates/fruit.md, line 1, column 7: the tag is not closed.
        Close it with “}}”.
      """
    ),
  ])
  func brokenTags(template: String, message: String) throws {
    #expect(try self.message(template) == message)
  }

  @Test func includedTemplate() throws {
    let message = try message("{{> footer}}")
    #expect(message.hasPrefix("error: shop/templates/fruit.md, line 1, column 1: "), "\(message)")
    #expect(message.contains("“footer”"))
  }

  @Test func notUTF8() throws {
    try sandbox.write("shop/templates/fruit.md", Data([0xFF, 0xFE]))
    #expect(
      try sandbox.refusal(of: "shop", into: Sandbox.allOutputs) == """
        error: shop/templates/fruit.md: the file is not UTF-8 text.
          Save it as UTF-8.
        """)
  }
}
