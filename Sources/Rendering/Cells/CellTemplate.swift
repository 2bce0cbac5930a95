public import Diagnostics
public import DocumentModel
import Mustache

/// A cell's body, written as Markdown with Mustache tags.
///
/// Values enter the body *after* the Markdown has been read: the tags are first replaced by tokens, the
/// Markdown is parsed, and then the tokens in the tree of blocks are replaced by the values. So a value never becomes markup,
/// wherever it stands.
///
/// Two kinds of fenced code block write what Markdown has no syntax for:
///
/// ````markdown
/// ```properties
/// Origin: {{origin}}
/// ```
/// ```table
/// Nutrient | per 100 g
/// Energy   | {{energy}} kcal
/// ```
/// ````
///
/// A line of these that shows a field without a value is left out.
public struct CellTemplate: Sendable {
  private let template: MustacheTemplate

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - source: Markdown with Mustache tags: variables, sections and inverted sections that name fields, and comments.
  ///   - file: The name of the file, for messages.
  ///   - fields: The names that the template may use.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with every syntax error or unknown name, and its line and column.
  public init(_ source: String, file: String, fields: [String]) throws(DiagnosticsError) {
    template = try MustacheTemplate(source, file: file)
    let known = Set(fields)
    let diagnostics: [Diagnostic] = template.references.compactMap { reference in
      let location = Diagnostic.Location(file: file, line: reference.line, column: reference.column)
      if reference.kind == .partial {
        return Diagnostic(
          code: "template/partial", "a cell's template cannot include another template, “\(reference.name)”",
          at: location, hint: "Write its text here.")
      }
      guard reference.name != ".", !known.contains(reference.name) else { return nil }
      return Diagnostic(
        code: "template/unknown-field", "there is no field “\(reference.name)”", at: location,
        hint: reference.name.suggestion(from: fields))
    }
    guard diagnostics.isEmpty else { throw DiagnosticsError(diagnostics) }
  }

  /// The body for an object.
  ///
  /// - Parameter field: The value of a field.
  /// - Complexity: O(*n*), *n* being the length of the template and the values.
  public func blocks(_ field: (String) -> TemplateValue) -> [Block] {
    let names = template.references.map(\.name)
    var tokens = TemplateTokens()
    var context: [String: MustacheValue] = [:]
    for name in names where context[name] == nil && name != "." { context[name] = tokens.mustache(field(name)) }
    let markdown = template.render(.object(context), escape: { $0 })
    return [Block](markdown: markdown).flatMapBlocks(TemplateDirective.expand).replacing(tokens)
  }
}
