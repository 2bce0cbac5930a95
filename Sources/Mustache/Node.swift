extension MustacheTemplate {
  /// A piece of a compiled template.
  enum Node: Sendable {
    /// Text without line breaks, except at its end.
    case text(String)
    /// The start of a line of the source; a partial on a line of its own is indented here.
    case lineStart
    case variable(Name, isEscaped: Bool)
    case section(Name, [Node])
    case invertedSection(Name, [Node])
    /// The indentation is that of a partial on a line of its own; elsewhere there is none.
    case partial(String, indentation: String?)
  }

  /// A name, split once.
  struct Name: Sendable {
    let whole: String
    /// The parts between the dots. None for `.`, the value on top of the context stack.
    let parts: [String]

    init(_ name: String) {
      whole = name
      parts = name == "." ? [] : name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
