import Diagnostics

/// Compiles the source of a template into a program. It works line by line, because only a complete line shows whether
/// a tag stands alone on it.
struct Compiler {
  /// The maximum nesting of sections. Rendering recurses for each level; templates written by people stay far below.
  private static let maximumDepth = 100

  private(set) var references: [MustacheTemplate.Reference] = []

  private var instructions: [MustacheTemplate.Instruction] = []
  private var texts: [UInt8] = []
  private var words: [(text: String, number: Int?)] = []
  private var names: [MustacheTemplate.Name] = []
  private var partials: [MustacheTemplate.Partial] = []

  private var scanner: Scanner
  private var line: [Scanner.Piece] = []
  /// The tags of the open sections, outermost first.
  private var sections: [Tag] = []
  /// The indexes of the instructions of the open sections.
  private var openings: [Int] = []
  /// The number of instructions up to the end of the section that was closed last.
  private var lastEnd = 0
  /// The number of each name so far.
  private var numbers: [String: Int] = [:]
  /// The number of each name in the vocabulary.
  private let vocabulary: [String: Int]
  private var problems: [Diagnostic] = []

  init(source: String, file: String, vocabulary: [String]) {
    self.vocabulary = Dictionary(zip(vocabulary, vocabulary.indices)) { first, _ in first }
    scanner = Scanner(source: source, file: file)
  }

  /// Compiles the whole source, or throws all problems that were found.
  mutating func compile() throws(DiagnosticsError) {
    do throws(Diagnostic) {
      while let piece = try scanner.next() {
        line.append(piece)
        if case .text(let text) = piece, text.utf8.last == UInt8(ascii: "\n") { try endLine() }
      }
      try endLine()
      reportOpenSections()
    } catch {
      problems.append(error)
    }
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
  }

  var program: MustacheTemplate.Program {
    MustacheTemplate.Program(instructions: instructions, texts: texts, words: words, names: names, partials: partials)
  }

  // MARK: Lines

  private mutating func endLine() throws(Diagnostic) {
    guard !line.isEmpty else { return }
    defer { line = [] }
    if let (tag, indentation) = standaloneTag { return try add(tag, indentation: indentation) }
    // Within a text, the renderer indents each line after a line feed. Any other line needs an instruction where it
    // starts.
    let continuesText = if case .text? = line.first { endsInContinuableText } else { false }
    if !continuesText { instructions.append(.lineStart) }
    for piece in line {
      switch piece {
      case .text(let text):
        let start = texts.count
        texts += text.utf8
        if endsInContinuableText, case .text(let before)? = instructions.last {
          instructions[instructions.count - 1] = .text(before.lowerBound..<texts.count)
        } else {
          instructions.append(.text(start..<texts.count))
        }
      case .tag(let tag): try add(tag, indentation: nil)
      }
    }
  }

  /// Whether the last instruction is a text that the next text continues. The end of a section separates texts.
  private var endsInContinuableText: Bool {
    if case .text? = instructions.last { instructions.count > lastEnd } else { false }
  }

  /// The tag that is the only one on the line, next to white space only, and the white space before it; `nil` if there
  /// is none.
  private var standaloneTag: (tag: Tag, indentation: String)? {
    var found: Tag?
    var indentation = ""
    for piece in line {
      switch piece {
      case .text(let text):
        guard text.allSatisfy(\.isWhitespace) else { return nil }
        if found == nil { indentation = text }
      case .tag(let tag):
        guard found == nil, tag.kind.mayStandAlone else { return nil }
        found = tag
      }
    }
    return found.map { ($0, indentation) }
  }

  // MARK: Tags

  private mutating func add(_ tag: Tag, indentation: String?) throws(Diagnostic) {
    switch tag.kind {
    case .comment, .delimiters: break
    case _ where tag.name.isEmpty: reportEmptyName(of: tag)
    case .variable, .unescapedVariable, .tripleMustache:
      refer(to: tag, as: .variable)
      instructions.append(.variable(name: number(of: tag.name), isEscaped: tag.kind == .variable))
    case .partial: addPartial(tag, indentation: indentation)
    case .section, .invertedSection:
      refer(to: tag, as: tag.kind == .section ? .section : .invertedSection)
      try beginSection(tag)
    case .parent, .block:
      let message = "tags with “\(tag.kind.rawValue)” are not supported: templates have no inheritance"
      problems.append(tag.diagnostic("mustache/unsupported-tag", message, hint: "Use a partial, “>\(tag.name)”."))
      // They enclose text as sections do. Treating them as sections avoids a second error for their closing tags.
      try beginSection(tag)
    case .closing: close(tag)
    }
  }

  /// Appends a partial. If an asterisk precedes the name, the partial's name is the value of that name.
  private mutating func addPartial(_ tag: Tag, indentation: String?) {
    var tag = tag
    let isDynamic = tag.name.utf8.first == UInt8(ascii: "*")
    if isDynamic { tag.name = String(tag.name.dropFirst().drop(while: \.isWhitespace)) }
    guard !tag.name.isEmpty else { return reportEmptyName(of: tag) }
    refer(to: tag, as: isDynamic ? .dynamicPartial : .partial)
    instructions.append(.partial(partials.count))
    partials.append(
      .init(
        name: isDynamic ? .dynamic(number(of: tag.name)) : .fixed(tag.name),
        indentation: indentation.map { Array($0.utf8) }))
  }

  private mutating func reportEmptyName(of tag: Tag) {
    problems.append(tag.diagnostic("mustache/empty-name", "the tag has no name", hint: "Write a name in it."))
  }

  private mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    let parts = name == "." ? [] : name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let whole = words.count
    for word in [name] + parts { words.append((word, vocabulary[word])) }
    names.append(.init(whole: whole, parts: whole + 1..<words.count))
    return names.count - 1
  }

  private mutating func refer(to tag: Tag, as kind: MustacheTemplate.Reference.Kind) {
    guard tag.name != "." || kind == .dynamicPartial else { return }
    let scopes = sections.filter { $0.kind == .section }.map(\.name)
    references.append(.init(name: tag.name, kind: kind, line: tag.line, column: tag.column, scopes: scopes))
  }

  // MARK: Sections

  private mutating func beginSection(_ tag: Tag) throws(Diagnostic) {
    guard sections.count < Self.maximumDepth else {
      let message = "more than \(Self.maximumDepth) sections are nested"
      throw tag.diagnostic("mustache/deep-nesting", message, hint: "Close some of them before the inner ones.")
    }
    sections.append(tag)
    openings.append(instructions.count)
    // The end is set when the section is closed.
    instructions.append(.section(name: number(of: tag.name), isInverted: tag.kind == .invertedSection, end: 0))
  }

  private mutating func endSection() {
    sections.removeLast()
    let opening = openings.removeLast()
    guard case .section(let name, let isInverted, _) = instructions[opening] else { return }
    instructions[opening] = .section(name: name, isInverted: isInverted, end: instructions.count)
    lastEnd = instructions.count
  }

  private mutating func close(_ tag: Tag) {
    guard let innermost = sections.last else {
      let message = "“/\(tag.name)” closes a section, and none is open"
      problems.append(
        tag.diagnostic(
          "mustache/closing-without-opening", message, hint: "Open it with “#\(tag.name)”, or delete this."))
      return
    }
    if innermost.name != tag.name {
      let message = "section “\(innermost.name)”, opened in line \(innermost.line), is closed as “\(tag.name)”"
      problems.append(
        tag.diagnostic(
          "mustache/wrong-closing-name", message, hint: "Write “/\(innermost.name)” instead, or before it."))
      // If an outer section has the name, the inner sections lack their closing tags. Otherwise the name is misspelt.
      while sections.contains(where: { $0.name == tag.name }), sections.last?.name != tag.name { endSection() }
    }
    endSection()
  }

  private mutating func reportOpenSections() {
    for tag in sections {
      let message = "section “\(tag.name)” is not closed"
      problems.append(tag.diagnostic("mustache/unclosed-section", message, hint: "Close it with “/\(tag.name)”."))
    }
    problems.sort {
      ($0.location.line ?? 0, $0.location.column ?? 0) < ($1.location.line ?? 0, $1.location.column ?? 0)
    }
  }
}
