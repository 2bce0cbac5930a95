import Mustache
import Testing

/// One rule of the specification, applied to one template.
struct SpecificationCase: CustomTestStringConvertible, Sendable {
  let rule: String
  let template: String
  var value: MustacheValue = [:]
  var partials: [String: String] = [:]
  let expected: String

  var testDescription: String { rule }

  func check() throws {
    let partials = try partials.map { ($0, try MustacheTemplate($1, file: $0)) }
    let template = try MustacheTemplate(template, file: "page")
    let text = template.text(value, partials: Dictionary(uniqueKeysWithValues: partials))
    #expect(text == expected)
  }
}

extension MustacheTemplate {
  /// What the template renders, as a string.
  func text(
    _ value: MustacheValue, partials: [String: MustacheTemplate] = [:], escaping: Escaping = .html
  ) -> String {
    String(decoding: render(value, partials: partials, escaping: escaping), as: UTF8.self)
  }
}
