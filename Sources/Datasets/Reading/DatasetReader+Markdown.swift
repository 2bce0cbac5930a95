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
  /// Reads a folder of Markdown files: each is a row, whose fields are those of its YAML front matter, its path and its text.
  ///
  /// The files are read in the order of their paths; those of folders within count, hidden ones do not.
  mutating func readFolder(_ folder: DataFile) throws(DiagnosticsError) {
    try folder.requirePath()
    guard DataFile.isFolder(folder.path),
      let files = FolderContents.paths(in: folder.path, leavingOut: options.isLeftOut)
    else {
      throw DiagnosticsError(folder.unreadable)
    }
    fields.setType(.markdown, ofFieldNamed: MarkdownPage.bodyField)
    let paths = files.filter { ["md", "markdown"].contains($0.fileNameParts.ending.lowercased()) }
    let source = SourceText(file: folder.file, format: .markdown)
    var rows = PackedRows(source)
    for (index, path) in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }).enumerated() {
      let whole = folder.path.hasSuffix("/") ? folder.path + path : "\(folder.path)/\(path)"
      let shown = folder.file.hasSuffix("/") ? folder.file + path : "\(folder.file)/\(path)"
      guard begin(&rows, number: index + 1, at: ReadFile.Place(file: shown)) else { return }
      do throws(DiagnosticsError) {
        readPage(try DataFile(whole, file: shown, format: .markdown).text(options.limits), path: path, into: &rows)
      } catch {
        error.diagnostics.forEach { errors.append($0) }
      }
    }
    self.files.append(rows.finished())
  }

  private mutating func readPage(_ source: SourceText, path: String, into rows: inout PackedRows) {
    guard let text = text(of: source, "markdown") else { return }
    let page = FrontMatter(text)
    guard page.isClosed else {
      report(
        "markdown/unclosed-front-matter", "the front matter begins here and never ends", in: source,
        offset: source.start,
        hint: "End it with a line of three dashes.")
      return
    }
    if let yaml = page.yaml, let node = node(yaml, source, "markdown", line: 1) {
      if let mapping = node.mapping {
        pack(mapping, prefix: "", into: &rows, line: 1)
      } else {
        errors.append(
          Diagnostic(
            code: "markdown/front-matter", "the front matter is no mapping", at: .init(file: source.file, line: 2),
            hint: "Write a line of `name: value` for each field."))
      }
    }
    add(MarkdownPage.pathField, .string, Array(path.utf8), to: &rows)
    let body = Array(page.body.utf8).withUnsafeBufferPointer(\.withLineFeeds)
    add(MarkdownPage.bodyField, .string, body, to: &rows)
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
