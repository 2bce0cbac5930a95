package import Diagnostics

/// A text with tags in Mustache syntax, which is compiled once and rendered any number of times.
///
/// It supports the core modules of the Mustache specification, version 1 (<https://github.com/mustache/spec>):
/// comments, delimiters, interpolation, sections, inverted sections and partials, and the optional module of dynamic
/// names, `{{>*name}}`. Lambdas and inheritance are not supported. Two rules go beyond the specification, so that the
/// fields of any data set can be named:
///
/// - A name is the whole text between the delimiters, trimmed. It may contain spaces and any letters.
/// - A name with dots is first looked up as a whole, then by its parts.
package struct MustacheTemplate: Sendable {
  /// The path of the file that the template was read from, as the person entered it.
  package let file: String
  /// Every use of a name, in the order of the source. The implicit iterator `.` is omitted, because it is not a name,
  /// except as the name of a dynamic partial.
  package let references: [Reference]
  let program: Program

  /// Compiles a template.
  ///
  /// - Parameters:
  ///   - file: The name of its file, for diagnostics.
  ///   - vocabulary: Names that objects look up by their index in this array, which avoids comparing texts.
  /// - Throws: All syntax errors that were found, with their lines and columns.
  /// - Complexity: O(*n*), *n* being the length of the source.
  package init(_ source: String, file: String, vocabulary: [String] = []) throws(DiagnosticsError) {
    var compiler = Compiler(source: source, file: file, vocabulary: vocabulary)
    try compiler.compile()
    self.file = file
    references = compiler.references
    program = compiler.program
  }

  /// Renders the template. Names without a value and missing partials are rendered as empty text.
  ///
  /// A partial may contain itself. Unlimited recursion is cut off: once sections and partials are nested 200 levels
  /// deep, the rest is rendered without partials.
  ///
  /// - Parameters:
  ///   - value: The bottom of the context stack, usually an object.
  ///   - escaping: The escaping of the text of variables. It is not applied to `{{{name}}}` and `{{&name}}`.
  /// - Returns: The text in UTF-8.
  /// - Complexity: O(*n* · *d*), *n* being the number of tags visited and *d* the depth of the context stack.
  package func render(
    _ value: MustacheValue, partials: [String: MustacheTemplate] = [:], escaping: Escaping = .html
  ) -> [UInt8] {
    var renderer = Renderer(value, partials: partials, escaping: escaping, limit: .max)
    renderer.render(program)
    return renderer.output
  }

  /// Renders the template, unless that takes too much. Sections over lists that are within each other multiply their
  /// output, and the work even if there is no output.
  ///
  /// - Parameters:
  ///   - value: The bottom of the context stack, usually an object.
  ///   - limit: The maximum number of bytes of the output. Each step of rendering, such as looking a name up in an
  ///     object, counts as eight bytes.
  /// - Returns: The text in UTF-8, or `nil` if it would exceed the limit.
  package func render(_ value: MustacheValue, escaping: Escaping = .html, upTo limit: Int) -> [UInt8]? {
    var renderer = Renderer(value, partials: [:], escaping: escaping, limit: limit)
    renderer.render(program)
    return renderer.isExhausted ? nil : renderer.output
  }

  /// A use of a name in a template, for callers that check names against the ones they provide.
  package struct Reference: Hashable, Sendable {
    /// The kind of use of a name.
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
    /// The kind of use.
    package let kind: Kind
    /// The line of the tag, counted from 1.
    package let line: Int
    /// The column where the tag starts, in characters, counted from 1.
    package let column: Int
    /// The names of the sections that enclose the tag, outermost first. Inverted sections are omitted: they push no
    /// value.
    package let scopes: [String]
  }

  /// The escaping of the text of a variable.
  package enum Escaping: Sendable {
    /// The five characters with a meaning in HTML text and attributes, `&`, `<`, `>`, `"` and `'`, are replaced by
    /// character references.
    case html
    /// The text is unchanged.
    case none

    func append(_ text: consuming String, to output: inout [UInt8]) { text.withUTF8 { append($0, to: &output) } }

    /// Appends a text in UTF-8, escaped.
    ///
    /// - Complexity: O(*n*), *n* being the length of the text.
    func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
      // The ranges between two replaced characters are appended as a whole. Each range is within the text.
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
}
