import DocumentModel

/// The fenced code blocks of a template that stand for blocks that Markdown has no syntax for.
enum TemplateDirective {
  /// The property list or table that a code block writes; any other block as it is.
  static func expand(_ block: Block) -> [Block] {
    guard case .code(let text, let info) = block else { return [block] }
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmed }.filter { !$0.isEmpty }
    switch info.trimmed {
    case "properties": return [.properties(lines.map(property))]
    case "table": return [.table(table(lines))]
    default: return [block]
    }
  }

  /// `Label: value`; the value is Markdown.
  private static func property(_ line: String) -> Block.Property {
    guard let colon = line.firstIndex(of: ":") else { return Block.Property(label: [], value: inlines(line)) }
    return Block.Property(
      label: inlines(line[..<colon].trimmed), value: inlines(line[line.index(after: colon)...].trimmed))
  }

  /// Cells between bars, each of them Markdown; the first line is the header. A second line of dashes, with colons on the
  /// side that a column is aligned to, is an option.
  private static func table(_ lines: [String]) -> Block.Table {
    let rows = lines.map { line in
      line.trimmingPrefix("|").split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmed }
    }
    let hasRule = rows.count > 1 && rows[1].allSatisfy { !$0.isEmpty && $0.allSatisfy { "-:".contains($0) } }
    let alignments: [Block.Table.Alignment] =
      hasRule
      ? rows[1].map { $0.hasSuffix(":") ? ($0.hasPrefix(":") ? .center : .right) : .left }
      : (rows.first ?? []).map { _ in .left }
    return Block.Table(
      header: rows.first.map { $0.map(inlines) } ?? [],
      rows: rows.dropFirst(hasRule ? 2 : 1).map { $0.map(inlines) },
      alignments: alignments)
  }

  /// The inlines of a line of Markdown.
  private static func inlines(_ markdown: String) -> [Inline] {
    guard case .paragraph(let inlines)? = [Block](markdown: markdown).first else { return [.text(markdown)] }
    return inlines
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
