import Diagnostics

/// A tag as it stands in the source.
struct Tag {
  /// The kinds of tags by their signs, which stand behind the opening delimiter.
  enum Kind: String {
    case variable = ""
    case unescapedVariable = "&"
    case tripleMustache = "{"
    case section = "#"
    case invertedSection = "^"
    case closing = "/"
    case partial = ">"
    case comment = "!"
    case delimiters = "="
    case parent = "<"
    case block = "$"

    /// The sign that must stand before the closing delimiter.
    var closingSign: String {
      switch self {
      case .tripleMustache: "}"
      case .delimiters: "="
      default: ""
      }
    }

    /// Whether the line of a tag that stands alone on it vanishes.
    var mayStandAlone: Bool {
      switch self {
      case .variable, .unescapedVariable, .tripleMustache: false
      default: true
      }
    }
  }

  var kind = Kind.variable
  /// What stands in the tag after its sign, trimmed: the name, unless it is a comment or sets delimiters.
  var name = ""
  let file: String
  let line: Int
  let column: Int

  /// Makes a finding about the tag.
  func diagnostic(_ code: Diagnostic.Code, _ message: String, hint: String) -> Diagnostic {
    Diagnostic(code: code, message, at: .init(file: file, line: line, column: column), hint: hint)
  }
}
