/// The text of a fragment of LaTeX: the inverse of the escapes, for the expected commands and no others.
struct LatexText {
  private(set) var text = ""
  /// Unexpected content.
  private(set) var problems: [String] = []
  private var rest: Substring.UnicodeScalarView
  private var depth = 0

  init(_ source: String) {
    rest = Substring(source).unicodeScalars
    while let next = rest.popFirst() { read(next) }
    if depth != 0 { problems.append("braces do not match") }
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\\": command()
    case "{": depth += 1
    case "}": depth -= 1
    case "~", "&": text += " "
    case "`": text += skip("`") ? "“" : "‘"
    case "'": text += skip("'") ? "”" : "’"
    case "," where skip(","): text += "„"
    case "-" where skip("-"): text += skip("-") ? "—" : "–"
    case "$", "%", "#", "^", "_": problems.append("unescaped \(scalar)")
    default: text.unicodeScalars.append(scalar)
    }
    if depth < 0 { problems.append("a brace too many") }
  }

  private mutating func command() {
    guard let first = rest.first, first.properties.isAlphabetic, first.isASCII else {
      switch rest.popFirst() {
      case "\\"?: text += " "
      case "-"?: break
      case "^"?:
        text += "^"
        if !skip("{}") { problems.append("an accent") }
      case let sign? where "{}#%&$_".unicodeScalars.contains(sign): text.unicodeScalars.append(sign)
      case let other: problems.append("\\\(other.map { String($0) } ?? "")")
      }
      return
    }
    let name = String(rest.prefix { $0.isASCII && $0.properties.isAlphabetic })
    rest = rest.dropFirst(name.utf8.count)
    perform(name)
  }

  private static let signs = [
    "textasciitilde": "~", "textbackslash": "\\", "textbar": "|", "textless": "<", "textgreater": ">",
    "textquotedbl": "\"", "textquotesingle": "'", "textasciigrave": "`", "ldots": "…",
  ]

  private mutating func perform(_ name: String) {
    switch name {
    case _ where Self.signs[name] != nil:
      text += Self.signs[name] ?? ""
      if !skip("{}") { problems.append("\(name) swallows what follows") }
    case "section", "subsection", "subsubsection", "paragraph", "subparagraph", "emph", "textbf", "texttt": break
    case "item":
      text += " "
      if skip("[") { mark("]") }
    case "hline": text += " "
    case "href": argument()
    case "begin", "end": environment(name)
    default: problems.append("\\\(name)")
    }
  }

  private mutating func environment(_ name: String) {
    text += " "
    let environment = argument()
    switch environment {
    case "verbatim" where name == "begin":
      let body = String(rest)
      let end = body.unicodeScalars.firstRange(of: "\\end{verbatim}".unicodeScalars)?.lowerBound ?? body.endIndex
      text.unicodeScalars.append(contentsOf: body.unicodeScalars[..<end])
      rest = Substring(body.unicodeScalars[end...]).unicodeScalars
    case "tabular" where name == "begin": argument()
    case "enumerate" where skip("\n\\setcounter{\\csname @enumctr\\endcsname}"): argument()
    case "verbatim", "tabular", "enumerate", "itemize", "description", "quote": break
    default: problems.append("\\\(name){\(environment)}")
    }
  }

  /// Skips an argument in braces.
  @discardableResult
  private mutating func argument() -> String {
    guard skip("{") else {
      problems.append("no argument")
      return ""
    }
    // An address contains escaped characters, but no braces.
    let argument = String(rest.prefix { $0 != "}" })
    rest = rest.dropFirst(argument.unicodeScalars.count + 1)
    if argument.replacing("\\%", with: "").replacing("\\#", with: "").replacing("\\&", with: "").contains("\\") {
      problems.append("a command in \(argument)")
    }
    return argument
  }

  /// Replaces the bracket that ends a label by white space.
  private mutating func mark(_ end: Unicode.Scalar) {
    guard skip("{") else { return problems.append("a label without braces") }
    depth += 1
    let outer = depth
    while depth >= outer, let next = rest.popFirst() { read(next) }
    if rest.popFirst() == end { text += " " } else { problems.append("a label without end") }
  }

  private mutating func skip(_ prefix: String) -> Bool {
    guard rest.starts(with: prefix.unicodeScalars) else { return false }
    rest = rest.dropFirst(prefix.unicodeScalars.count)
    return true
  }
}
