package import Diagnostics

/// A text with tags in Mustache syntax, compiled once and rendered as often as needed.
///
/// It follows the core modules of the Mustache specification, version 1 (<https://github.com/mustache/spec>): comments,
/// delimiters, interpolation, sections, inverted sections and partials, and of the optional ones that of dynamic names, `{{>*name}}`.
/// Lambdas and inheritance are left out. Two rules go beyond it, so that the fields of any data set can be named:
///
/// - A name is all that stands between the delimiters, trimmed; it may hold spaces and any letters.
/// - A name with dots is first looked up as a whole, then by its parts.
package struct MustacheTemplate: Sendable {
  /// The file that the template was read from, as the person named it.
  package let file: String
  /// Every use of a name, in the order of the source. The implicit iterator `.` names nothing and is left out, unless it names a partial.
  package let references: [Reference]
  /// What rendering walks through.
  let program: Program

  /// Compiles a template.
  ///
  /// - Parameters:
  ///   - source: The text of the template.
  ///   - file: The name of its file, for diagnostics.
  ///   - vocabulary: Names that objects are asked for by their place in it, so that they need not compare texts.
  /// - Throws: Every error of syntax that was found, with its line and column.
  /// - Complexity: O(*n*), *n* being the length of the source.
  package init(_ source: String, file: String, vocabulary: [String] = []) throws(DiagnosticsError) {
    var compiler = Compiler(source: source, file: file, vocabulary: vocabulary)
    try compiler.compile()
    self.file = file
    references = compiler.references
    program = compiler.program
  }

  /// Fills the template in. What has no value renders as nothing, and so does a partial that is missing.
  ///
  /// A partial may contain itself. One that does so without end is cut off: once sections and partials are nested 200
  /// levels deep, the rest is rendered without partials.
  ///
  /// - Parameters:
  ///   - value: The bottom of the context stack, usually an object.
  ///   - partials: The templates that `{{>name}}` and `{{>*name}}` find, by name.
  ///   - escaping: What protects the text of variables; it is not applied to `{{{name}}}` and `{{&name}}`.
  /// - Returns: The text in UTF-8.
  /// - Complexity: O(*n* · *d*), *n* being the number of tags visited and *d* the depth of the context stack.
  package func render(
    _ value: MustacheValue, partials: [String: MustacheTemplate] = [:], escaping: Escaping = .html
  ) -> [UInt8] {
    var renderer = Renderer(value, partials: partials, escaping: escaping)
    renderer.render(program)
    return renderer.output
  }
}

extension MustacheTemplate {
  /// One use of a name in a template, for a caller that checks names against what it provides.
  package struct Reference: Hashable, Sendable {
    /// How a name is used.
    package enum Kind: Hashable, Sendable {
      /// `{{name}}`, `{{{name}}}` or `{{&name}}`.
      case variable
      /// `{{#name}}`.
      case section
      /// `{{^name}}`.
      case invertedSection
      /// `{{>name}}`.
      case partial
      /// `{{>*name}}`: the value of the name is the name of a partial.
      case dynamicPartial
    }

    /// The name as it is written, trimmed.
    package let name: String
    /// How the name is used.
    package let kind: Kind
    /// The line of the tag, from 1.
    package let line: Int
    /// The column where the tag starts, in characters from 1.
    package let column: Int
    /// The names of the sections around the tag, outermost first. Inverted sections are left out: they push no value.
    package let scopes: [String]
  }
}

extension MustacheTemplate {
  /// What protects the text of a variable.
  package enum Escaping: Sendable {
    /// The five characters that have a meaning in HTML text and attributes are written as references: `&`, `<`, `>`, `"` and `'`.
    case html
    /// The text stays as it is.
    case none
  }
}

extension MustacheTemplate.Escaping {
  /// Appends a text in UTF-8, protected.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &output) }
  }

  /// Appends some text in UTF-8, protected.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    // What lies between two characters that are replaced goes together; each range is within the text.
    var start = 0
    if self == .html {
      for (index, byte) in text.enumerated() {
        let reference: String
        switch byte {
        case UInt8(ascii: "&"): reference = "&amp;"
        case UInt8(ascii: "<"): reference = "&lt;"
        case UInt8(ascii: ">"): reference = "&gt;"
        case UInt8(ascii: "\""): reference = "&quot;"
        case UInt8(ascii: "'"): reference = "&#39;"
        default: continue
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        output.append(contentsOf: reference.utf8)
        start = index + 1
      }
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }
}
