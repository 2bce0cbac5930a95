import Diagnostics
import Yams

/// What a folder of Markdown files has beside the fields of their front matter.
enum MarkdownPage {
  /// The path of the file, within the folder.
  static let pathField = "path"
  /// The text below the front matter.
  static let bodyField = "body"
}

extension DatasetReader {
  /// Reads a Markdown file: a row, whose fields are those of its YAML front matter, its path and its text.
  mutating func readPage(_ source: SourceText, path: String, into rows: inout WrittenRows) {
    guard let text = text(of: source, "markdown") else { return }
    let page = FrontMatter(text)
    guard page.isClosed else {
      problem(
        .row, "markdown/unclosed-front-matter", "the front matter begins here and never ends",
        at: source.location(row: nil, offset: source.start), decision: "the page is left out",
        hint: "End it with a line of three dashes.")
      return
    }
    rows.writer.open("{")
    if let yaml = page.yaml, let node = node(yaml, source, "markdown", line: 1) {
      if let mapping = node.mapping {
        if reportTakenNames(mapping, rows) { return }
        write(mapping, to: &rows, line: 1, isRow: true)
      } else {
        problem(
          .value, "markdown/front-matter", "the front matter is no mapping", at: .init(file: source.file, line: 2),
          decision: "it is left out", hint: "Write a line of `name: value` for each field.")
      }
    }
    rows.writer.name(MarkdownPage.pathField)
    rows.writer.string(path)
    rows.writer.name(MarkdownPage.bodyField)
    Array(page.body.utf8).withUnsafeBufferPointer(\.withLineFeeds).withUnsafeBufferPointer { rows.writer.string($0) }
    rows.writer.close("}")
    end(&rows)
  }
}

extension DatasetReader {
  /// Reports fields of the front matter that are called like those that each page has.
  ///
  /// - Returns: Whether there are any.
  private mutating func reportTakenNames(_ mapping: Node.Mapping, _ rows: WrittenRows) -> Bool {
    var areTaken = false
    for (key, _) in mapping {
      guard let name = key.scalar?.string, [MarkdownPage.pathField, MarkdownPage.bodyField].contains(name) else {
        continue
      }
      areTaken = true
      problem(
        .row, "markdown/duplicate-field", "the row has the field twice",
        at: .init(file: rows.location().file, line: key.mark.map { $0.line + 1 }, field: name),
        decision: "the page is left out", hint: "Each page has fields “path” and “body”: give this one another name.")
    }
    return areTaken
  }
}

/// A Markdown text, cut in two.
private struct FrontMatter {
  var yaml: String?
  var body: String
  var isClosed = true

  init(_ text: String) {
    body = text
    var lines = text.utf8.split(omittingEmptySubsequences: false) { $0 == .lineFeed }.makeIterator()
    guard let first = lines.next(), FrontMatter.isFence(first) else { return }
    isClosed = false
    while let line = lines.next() {
      guard FrontMatter.isFence(line) else { continue }
      yaml = String(text[first.endIndex..<line.startIndex].dropFirst())
      body = line.endIndex < text.endIndex ? String(text[text.utf8.index(after: line.endIndex)...]) : ""
      isClosed = true
      return
    }
  }

  /// Whether a line is three dashes, with nothing but space behind them.
  private static func isFence(_ line: Substring.UTF8View) -> Bool {
    line.starts(with: "---".utf8)
      && line.dropFirst(3).allSatisfy { $0 == .space || $0 == .tab || $0 == .carriageReturn }
  }
}
