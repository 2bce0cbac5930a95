import Diagnostics
import Yams

/// The fields of a folder of Markdown files in addition to those of their front matter.
enum MarkdownPage {
  /// The path of the file, relative to the folder.
  static let pathField = "path"
  /// The text after the front matter.
  static let bodyField = "body"
  /// The heading of the text, if the front matter has none of the usual fields for a title.
  static let titleField = "title"
  static let titleFields: Set = [titleField, "name", "label"]
}

extension DatasetReader {
  /// Reads a Markdown file as a row. Its fields are those of its YAML front matter, its path and its text. If the front
  /// matter has no title, a heading at the beginning of the text is the title.
  mutating func readPage(_ source: SourceText, path: String, into rows: inout WrittenRows) throws(DiagnosticsError) {
    try requireUTF8(source)
    let text = source.bytes.withUnsafeBufferPointer { $0.part(source.start, $0.count).text }
    let page = FrontMatter(text)
    guard page.isClosed else {
      problem(
        .row, "markdown/unclosed-front-matter", "the front matter begins here and never ends",
        at: source.location(row: nil, offset: source.start), decision: "the page is left out",
        hint: "End it with a line of three dashes.")
      return
    }
    let mapping = page.yaml.flatMap { frontMatter($0, source) }
    if let mapping, reportTakenNames(mapping, rows) { return }
    // The YAML begins on the second line of the file, after the dashes.
    var yaml = YAMLWriter(source, limit: writtenLimit(of: text), line: 1)
    yaml.document.json.open("{")
    do throws(YAMLWriter.Excess) {
      if let mapping { try yaml.writeEntries(of: mapping) }
    } catch {
      return errors.append(error.finding(options.limits))
    }
    var json = yaml.document.json
    var body = page.body
    let isTitled = mapping?.keys.contains { MarkdownPage.titleFields.contains($0.scalar?.name.lowercased() ?? "") }
    if isTitled != true, let (title, rest) = body.headingAtHead {
      json.name(MarkdownPage.titleField)
      json.string(title)
      body = rest
    }
    json.name(MarkdownPage.pathField)
    json.string(path)
    json.name(MarkdownPage.bodyField)
    Array(body.utf8).withUnsafeBufferPointer(\.withLineFeeds).withUnsafeBufferPointer { json.string($0) }
    json.close("}")
    rows.writer.json(json.bytes)
    end(&rows)
  }

  /// Returns the front matter of a page.
  ///
  /// - Returns: `nil` if the front matter is empty or cannot be read. The page is then read without it.
  private mutating func frontMatter(_ text: String, _ source: SourceText) -> Node.Mapping? {
    do throws(DiagnosticsError) {
      guard let node = try node(text, source, line: 1) else { return nil }
      if let mapping = node.mapping { return mapping }
      problem(
        .value, "markdown/front-matter", "the front matter is no mapping", at: .init(file: source.file, line: 2),
        decision: "it is left out", hint: "Write a line of `name: value` for each field.")
    } catch {
      for finding in error.diagnostics where !skipsProblem(.value) {
        problem(
          .value, finding.code, finding.message, at: finding.location, decision: "the front matter is left out",
          hint: finding.hint)
      }
    }
    return nil
  }

  /// Reports fields of the front matter with the names of fields that every page has.
  ///
  /// - Returns: Whether there are any.
  private mutating func reportTakenNames(_ mapping: Node.Mapping, _ rows: WrittenRows) -> Bool {
    var areTaken = false
    for (key, _) in mapping {
      guard let name = key.scalar?.name, [MarkdownPage.pathField, MarkdownPage.bodyField].contains(name) else {
        continue
      }
      areTaken = true
      problem(
        .row, "markdown/duplicate-field", "the row has the field twice",
        at: .init(file: rows.location().file, line: key.mark.map { $0.line + 1 }, field: name),
        decision: "the page is left out", hint: "Each page has the fields “path” and “body”. Rename this one.")
    }
    return areTaken
  }
}

extension Diagnostic.Location {
  /// The place of a row in a separate file, or of a field in it. The path is sufficient for the row; a field of front
  /// matter is in a line.
  init(ofRowAt path: String, field: String?) {
    self.init(file: path, field: field)
    guard let field, DatasetFormat.markdown.isRowFile(path), let bytes = try? FileBytes.read(path, limit: .max),
      let yaml = FrontMatter(String(decoding: bytes, as: UTF8.self)).yaml
    else { return }
    let keys = [field, "\"\(field)\"", "'\(field)'"].map { $0 + ":" }
    let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // The dashes are the first line.
    line = lines.firstIndex { line in keys.contains(where: line.hasPrefix) }.map { $0 + 2 }
  }
}

extension Record {
  /// Returns the place of the record, or of a field in it, for messages: in its own file, if it is one of a folder.
  ///
  /// - Parameter file: The file or the folder that the record was read from.
  package func location(in file: String, field: String? = nil) -> Diagnostic.Location {
    if case .text(let path)? = self[MarkdownPage.pathField], DataFile.isFolder(file) {
      return .init(ofRowAt: DataFile.path(of: path, in: file), field: field)
    }
    return .init(file: file, row: row, field: field)
  }
}

/// A Markdown text, split into its front matter and the rest.
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

  /// Whether a line consists of three dashes, optionally followed by white space.
  private static func isFence(_ line: Substring.UTF8View) -> Bool {
    line.starts(with: "---".utf8)
      && line.dropFirst(3).allSatisfy { $0 == .space || $0 == .tab || $0 == .carriageReturn }
  }
}

extension String {
  /// The text of a heading of level 1 at the beginning, if its only markup is code, and the text after it.
  fileprivate var headingAtHead: (title: String, rest: String)? {
    let head = drop(while: \.isNewline)
    guard head.hasPrefix("# ") else { return nil }
    let line = head.prefix { !$0.isNewline }
    let words = String(line.dropFirst()).trimmed
    let title = words.filter { $0 != "`" }.trimmed
    // Titles are shown without formatting, so a heading with other markup stays in the text.
    guard !title.isEmpty, !words.hasMarkup else { return nil }
    return (title, String(head.dropFirst(line.count).drop(while: \.isNewline)))
  }

  /// Whether a line may have markup other than code.
  private var hasMarkup: Bool {
    contains(where: "*[<\\".contains) || hasPrefix("_") || contains(" _") || contains("~~") || hasSuffix("#")
      || contains("&") && contains(";")
  }
}
